"""The kinds of what can be found, from the easiest to the hardest, and the levels of difficulty."""

EMPTY = 0  # a contradiction: a cell has no value left
NO_PLACE = 1  # a contradiction: a value has no place left in a line
LINE = 2
NAKED_SINGLE = 3
HIDDEN_SINGLE = 4
ONLY_PAIR = 5
CHAIN_BOUND = 6
SIGN_BOUND = 7
NAKED_SET = 8
HIDDEN_SET = 9
FISH = 10
FORCING = 11
REFUTED = 12  # no rule finds this: it is a proof by contradiction

TRIVIAL, EASY, TRICKY, EXTREME, RECURSIVE = range(5)
LEVELS = ("Trivial", "Easy", "Tricky", "Extreme", "Recursive")
