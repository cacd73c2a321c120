"""The command line: `futoshiki-lab`, or `python -m futoshiki_lab`.

`program` starts a command; `commands` (solve, show, convert, puzzles), `reasoning` (grade, hint,
why), `making` (generate) and `classes` (questions, mark) parse and run one each; the folder `help`
says what they do. They use `arguments` (the parser, the puzzles of the named files) and `output`
(where text goes, error messages, exit codes).
"""

from futoshiki_lab.command_line.program import main
