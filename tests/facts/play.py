# %% after generate: each has one solution, and the level that was asked for
from futoshiki_lab import grade, is_unique

assert is_unique(mine)
assert grade(mine).level == "Tricky"

# %% after id: four by four, no number at all, one solution, and not an easy one
assert sent.size == 4
assert not sent.givens
assert is_unique(sent)
assert grade(sent).level == "Extreme"
