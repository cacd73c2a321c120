"""What happened: a search recorded event by event, every state, the search tree, the sentences.

`recorder` writes a run down, `trace` reads it; a `Trace` knows its events, the board at any step
(`replay`), the `tree` and the `source` lines that ran, and describes each step in `words`.
"""

from futoshiki_lab.trace.events import Event as Event, State as State
from futoshiki_lab.trace.trace import MOVES as MOVES, Trace as Trace, record as record
from futoshiki_lab.trace.tree import (
    BRANCH as BRANCH,
    FAILURE as FAILURE,
    OPEN as OPEN,
    SKIPPED as SKIPPED,
    SOLUTION as SOLUTION,
    WRONG as WRONG,
    Node as Node,
    SearchTree as SearchTree,
)
from futoshiki_lab.trace.what_if import what_if as what_if
