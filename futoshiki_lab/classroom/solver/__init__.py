"""A solver of the learner's own: what checks called right is kept in my_solver.py, and runs.

`parts` lists the functions; `keeping` writes one of them into the file (`kept_file`), with all that
it uses (`source_text`); `own_solver` reads it, and `program` is its command line.
"""

from futoshiki_lab.classroom.solver.own_solver import (
    make_jump as make_jump,
    my_solver as my_solver,
)
from futoshiki_lab.classroom.solver.program import run_program as run_program
