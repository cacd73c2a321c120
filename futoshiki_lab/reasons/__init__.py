"""Why not? The cheapest set of entries, signs, rows and columns that rules something out.

Read `facts` (what a reason is made of, and what it costs), `asking` (`why`), `explanation` (the
answer), `words` and `telling` (the sentence); then `questions`, `clauses`, `effort` and `smallest`,
which find the cheapest set with a SAT solver; and `explaining` (`explain`) and `course`, which find
a sequence of steps. The solver comes with the extra `why`; without it the room can be imported, but
not asked.
"""

from futoshiki_lab.reasons.asking import why as why
from futoshiki_lab.reasons.explaining import Steps as Steps, explain as explain
from futoshiki_lab.reasons.explanation import SHORT as SHORT, Explanation as Explanation
from futoshiki_lab.reasons.facts import PencilMarks as PencilMarks, entries as entries
