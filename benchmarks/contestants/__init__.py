"""Those that `benchmarks/engines.py` measures side by side: our engines and their peers.

A contestant is a function that solves one puzzle and says how long that took and what came out
(`Timed`). What belongs to the time is said in its docstring. A peer that is not installed raises
`Missing` when it is made.
"""
