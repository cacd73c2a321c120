"""The command line: `futoshiki-lab`, or `python -m futoshiki_lab`.

`program` starts a command; `commands` (solve, show, convert) and `reasoning` (grade, hint,
generate) explain, parse and run one each. They are made of `arguments` (the parser), `puzzles` (of
the files that were named) and `output` (where text goes, complaints, exit codes).
"""

from futoshiki_lab.command_line.program import main as main
