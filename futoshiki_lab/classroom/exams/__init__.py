"""Questions with keys: for paper, for a notebook, for a course's system, for a class.

`questions` in `make_sheet` makes a `Sheet` of them. `runs` finds searches and values that were
tried in them. The files `about_...` make drafts of each kind (`kinds`), with the wrong answers of
those who have one of the ideas in `ideas.txt`. `text`, `paper` and `bank` write sheets.
"""

# Each of these adds the files that it can write.
import futoshiki_lab.classroom.exams.bank
import futoshiki_lab.classroom.exams.paper
import futoshiki_lab.classroom.exams.text
from futoshiki_lab.classroom.exams.kinds import KINDS as KINDS
from futoshiki_lab.classroom.exams.make_sheet import questions as questions
from futoshiki_lab.classroom.exams.practice import practice as practice, recall as recall
from futoshiki_lab.classroom.exams.question import Choice as Choice, Question as Question
from futoshiki_lab.classroom.exams.sheet import Sheet as Sheet, Versions as Versions
from futoshiki_lab.classroom.exams.viva import check_viva as check_viva, viva as viva
