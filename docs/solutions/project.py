# %% study: each puzzle is a row, each solver a column
def median_ratio(table, one, other, cost):
    costs = table.pivot(index="puzzle", columns="solver", values=cost)
    return (costs[one] / costs[other]).median()


# %% study-marks: the same without a pivot
for cost in ("nodes", "checks"):
    costs = {
        name: dict(zip(rows["puzzle"], rows[cost], strict=True))
        for name, rows in table.groupby("solver")
    }
    one, other = list(costs)[:2]
    ratios = [costs[one][puzzle] / costs[other][puzzle] for puzzle in costs[one]]
    told = median_ratio(table, one, other, cost)
    assert abs(told - median(ratios)) < 1e-9 * told, (one, other, cost, told)
