"""What happened: a search recorded event by event, every state, the search tree, the sentences.

`recorder` writes a run down, `trace` reads it; a `Trace` knows its events, the board at any step
(`replay`), the `tree`, the `source` lines that ran, and says all of it in `words`.
"""

from futoshiki_lab.trace.events import Event, State
from futoshiki_lab.trace.trace import EVENT_LIMIT, MOVES, Trace, record
from futoshiki_lab.trace.tree import BRANCH, FAILURE, KINDS, OPEN, SOLUTION, Node, SearchTree
