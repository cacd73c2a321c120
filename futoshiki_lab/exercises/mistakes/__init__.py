"""Functions with a known mistake, by exercise; each docstring is what a tutor would say to it."""

from futoshiki_lab.exercises.mistakes.arcs import AC3 as AC3, REVISE as REVISE
from futoshiki_lab.exercises.mistakes.backtracking import LOOK_BACK as LOOK_BACK
from futoshiki_lab.exercises.mistakes.culprits import CULPRITS as CULPRITS
from futoshiki_lab.exercises.mistakes.forward_checking import (
    FC_CHECK as FC_CHECK,
    FORWARD_CHECK as FORWARD_CHECK,
)
from futoshiki_lab.exercises.mistakes.lines import INSERTION as INSERTION
from futoshiki_lab.exercises.mistakes.looks import PATIENT as PATIENT, THRIFTY as THRIFTY
from futoshiki_lab.exercises.mistakes.orderings import LCV as LCV, MRV as MRV
from futoshiki_lab.exercises.mistakes.restoring import RESTORING as RESTORING
from futoshiki_lab.exercises.mistakes.searching import SEARCHING as SEARCHING
from futoshiki_lab.exercises.mistakes.trail import RESTORE as RESTORE
