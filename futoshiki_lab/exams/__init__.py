"""Questions with keys: for paper, for a notebook, for a course's system, for a class.

`questions` makes a `Sheet` of them from recorded runs. The files `about_...` have one function for
each kind; `moments` finds the states, `misconceptions` follows mistaken ideas to wrong answers,
`definitions` says how the search works. The other files write sheets.
"""

from futoshiki_lab.exams.asking import KINDS as KINDS, questions as questions
from futoshiki_lab.exams.question import Choice as Choice
from futoshiki_lab.exams.sheet import Question as Question, Sheet as Sheet
