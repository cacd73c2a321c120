# %% study: each puzzle is a row, each solver a column
def median_ratio(table, one, other, cost):
    costs = table.pivot(index="puzzle", columns="solver", values=cost)
    return (costs[one] / costs[other]).median()
