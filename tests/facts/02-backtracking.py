# %% after small-counts: every node but the root is a value that was tried
assert small_trace.counts.nodes == len(small_trace.tree()) - 1
assert small_trace.counts.accepted < small_trace.counts.nodes
