"""The ladder of rules as plain Python that can be compiled. Not for reading.

`climbing` has the rules, `climber` runs them, compiled or, where loading that is not worth it, as
plain Python with the standard library only. The tests compare it with `ladder`, grade by grade.
"""
