"""What happened: a search recorded event by event, every state, the search tree, the sentences.

`recorder` writes a run down, `trace` reads it; a `Trace` knows its `events`, which say themselves
in words, the board at any step and the tree (`replay`), and which cells are to `blame`.
"""

from futoshiki_lab.trace.events import Event as Event, State as State, describe as describe
from futoshiki_lab.trace.replay import (
    BRANCH as BRANCH,
    FAILURE as FAILURE,
    OPEN as OPEN,
    SKIPPED as SKIPPED,
    SOLUTION as SOLUTION,
    WRONG as WRONG,
    Node as Node,
    SearchTree as SearchTree,
)
from futoshiki_lab.trace.trace import MOVES as MOVES, Trace as Trace, record as record
