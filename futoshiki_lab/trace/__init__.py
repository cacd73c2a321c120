"""What happened: a search recorded event by event, every state, the search tree, the sentences.

`recorder` writes a run down, `trace` reads it; a `Trace` knows its `events`, which say themselves
in words, the board at any step and the tree (`replay`), and which cells are to `blame`.
"""

from futoshiki_lab.trace.events import Event, State, describe
from futoshiki_lab.trace.replay import (
    BRANCH,
    FAILURE,
    OPEN,
    SKIPPED,
    SOLUTION,
    WRONG,
    Node,
    SearchTree,
)
from futoshiki_lab.trace.trace import MOVES, Trace, record

# For a user's type checker, which sees no other name through this door.
__all__ = ["BRANCH", "FAILURE", "MOVES", "OPEN", "SKIPPED", "SOLUTION", "WRONG", "describe"]
__all__ += ["Event", "Node", "SearchTree", "State", "Trace", "record"]
