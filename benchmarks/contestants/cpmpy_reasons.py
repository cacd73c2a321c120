"""The question of `why` for CPMpy: `python cpmpy_reasons.py mus`, with one question as JSON.

It is run by `benchmarks/why.py --cpmpy PYTHON` with a Python that has cpmpy, and nothing of ours.
The model and the prices are those of `futoshiki_lab/logic`: each cell has one value, and the
facts that can be left out are entries and signs (1 each), rows and columns (2 each).
"""

from __future__ import annotations

import json
import sys
from time import process_time

import cpmpy
from cpmpy.tools.explain import mus, optimal_mus


def main() -> None:
    """Print the processor seconds, and what the facts cost that were found."""
    asked = json.load(sys.stdin)
    n, (row, column) = asked["size"], asked["cell"]
    start = process_time()
    x = cpmpy.intvar(1, n, shape=(n, n))
    lines = [cpmpy.AllDifferent(line) for line in [*x, *x.T]]
    signs = [x[*low] < x[*high] for low, high in asked["signs"]]
    entries = [x[*cell] == value for cell, value in asked["entries"]]
    soft, prices = [*lines, *signs, *entries], [2] * 2 * n + [1] * (len(signs) + len(entries))
    hard = [x[row, column] == asked["value"]]
    found = mus(soft, hard) if sys.argv[1] == "mus" else optimal_mus(soft, hard, weights=prices)
    seconds = process_time() - start
    names = set(map(str, found))
    cost = sum(price for fact, price in zip(soft, prices, strict=True) if str(fact) in names)
    print(json.dumps({"seconds": seconds, "cost": cost}))


if __name__ == "__main__":
    main()
