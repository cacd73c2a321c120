"""Futoshiki by backtracking and by forward checking: small enough to type in a class hour.

    python small_search.py

A puzzle is its size, its given values and its signs. A cell is a pair (row, column), from 1.
The package's core, futoshiki_lab/core/search.py, is this, with every verb counted: there a value is
taken back instead of copying all domains, and each check and each removal can be watched.
"""

SIZE = 4
GIVEN = {(1, 2): 3}
SIGNS = [((1, 1), (1, 2)), ((2, 1), (1, 1))]  # the first cell of each pair has the smaller value


def make_domains(size, given):
    """For each cell, in reading order, the values that it may have."""
    domains = {}
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            value = given.get((row, column))
            domains[row, column] = [value] if value else list(range(1, size + 1))
    return domains


def share_a_line(cell, other):
    """Whether two cells are neighbours: in one row or in one column."""
    return cell != other and (cell[0] == other[0] or cell[1] == other[1])


def allowed(signs, cell, value, other, other_value):
    """The constraint between two neighbours: their values differ, and a sign holds."""
    if (cell, other) in signs:
        return value < other_value
    if (other, cell) in signs:
        return value > other_value
    return value != other_value


def look_back(signs, values, domains, cell):
    """Backtracking: does the new value agree with the values before it?"""
    for other in values:
        if share_a_line(cell, other) and not allowed(
            signs, cell, values[cell], other, values[other]
        ):
            return None
    return domains


def forward_check(signs, values, domains, cell):
    """Forward checking: remove from the cells ahead what the new value rules out."""
    left = dict(domains)
    for other in domains:
        if other not in values and share_a_line(cell, other):
            left[other] = [
                value
                for value in domains[other]
                if allowed(signs, other, value, cell, values[cell])
            ]
            if not left[other]:
                return None  # a wipe-out: this value cannot be right
    return left


def search(signs, values, domains, look):
    """Try the values of the next cell, one after another; return a solution, or None."""
    if len(values) == len(domains):
        return values
    cell = next(cell for cell in domains if cell not in values)
    for value in domains[cell]:
        tried = {**values, cell: value}
        left = look(signs, tried, domains, cell)
        if left is not None:
            solution = search(signs, tried, left, look)
            if solution is not None:
                return solution
    return None


def solve(size, given, signs, look=forward_check):
    """Solve a puzzle from its first cell on."""
    return search(signs, {}, make_domains(size, given), look)


if __name__ == "__main__":
    solution = solve(SIZE, GIVEN, SIGNS)
    for row in range(1, SIZE + 1):
        print(*(solution[row, column] for column in range(1, SIZE + 1)))
