"""`python -m futoshiki_lab`: the command line."""

import sys

from futoshiki_lab.command_line import main

if __name__ == "__main__":
    sys.exit(main())
