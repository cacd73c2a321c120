"""Questions with keys: for paper, for a notebook, for a course's system, for a class.

`questions` in `kinds` makes a `Sheet` of them from recorded runs. `moments` finds the states; the
files `about_...` make drafts of each kind, with the wrong answers that mistaken ideas lead to;
`drafts` makes questions of these with the texts of kinds.txt, definitions.txt and
misconceptions.txt. `sheet`, `paper` and `bank` write sheets.
"""

from futoshiki_lab.classroom.exams.items import Choice as Choice, Question as Question
from futoshiki_lab.classroom.exams.kinds import KINDS as KINDS, questions as questions
from futoshiki_lab.classroom.exams.sheet import Sheet as Sheet, Versions as Versions
