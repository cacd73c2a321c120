# What the prose of notebook 14 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after thirty: a stronger look has fewer nodes, and each costs more checks, setup or not
nodes = {look: sum(one.nodes for one in yours[look]) for look in looks}
assert nodes["bt"] > nodes["fc"] > nodes["mac"]
for counted in (checks, {look: [one.checks for one in yours[look]] for look in looks}):
    each = {look: sum(counted[look]) / nodes[look] for look in looks}
    assert each["bt"] < each["fc"] < each["mac"]

# %% after thirty-asked: bt wins where a search is short, mac where it is long; its setup is most
assert [cheapest.count(look) for look in ("bt", "fc", "mac")] == [6, 19, 5]
by_bt = [cheapest[k] for k in sorted(range(30), key=lambda k: checks["bt"][k])]
assert by_bt[:6] == ["bt"] * 6
assert {k for k, look in enumerate(by_bt) if look == "mac"} <= {*range(24, 30)}
assert setup > sum(checks["mac"]) / 2
before = [fc < one.setup_checks for fc, one in zip(checks["fc"], yours["mac"], strict=True)]
assert sum(before) > 15
assert sum(checks["fc"]) < sum(checks["mac"]) < sum(checks["bt"])
