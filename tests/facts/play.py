# %% after generate: each has one solution, and the level that was asked for
from futoshiki_lab import is_unique

assert is_unique(mine)
assert grade(mine).level == "Tricky"

# %% after pasted: four by four, one solution, and no number at all
assert sent.size == 4
assert not sent.givens
assert is_unique(sent)
