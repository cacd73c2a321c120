"""The command line: `futoshiki-lab`, or `python -m futoshiki_lab`."""

from futoshiki_lab.command_line.program import main
