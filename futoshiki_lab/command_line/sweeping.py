"""The command for many puzzles and many solvers: the same call as in Python."""

from __future__ import annotations

from typing import Any

from futoshiki_lab.command_line import output
from futoshiki_lab.command_line.arguments import Parser, integer
from futoshiki_lab.formats import load_all


def sweep(arguments: list[str]) -> int:
    """Run every puzzle with every solver; write the runs, and show their summary."""
    from futoshiki_lab.explorer.sweeps import (  # no other command loads it
        SweepError,
        summary,
        sweep as run_all,
    )

    parser = Parser("sweep")
    parser.several("--solvers", "SOLVER")
    parser.option("-o --output --to", "OUT")
    parser.option("--node-limit", "N", integer(0))
    parser.option("--solutions", "K", integer(1, "all"), 1)
    parser.option("--seed", "N", integer(), 0)
    parser.option("--jobs", "N", integer(1))
    asked = parser.read(arguments)
    if not asked.solvers:
        parser.error('expected --solvers and at least one, such as "fc mrv"')
    how = {"solutions": asked.solutions, "seed": asked.seed, "jobs": asked.jobs}
    if asked.node_limit is not None:
        how["node_limit"] = asked.node_limit
    try:
        files: list[Any] = asked.files
        if asked.format:
            files = [one for file in files for one in load_all(file, asked.format)]
        table = run_all(files, asked.solvers, to=asked.output, **how)
    except (ValueError, OSError, ModuleNotFoundError, SweepError) as error:
        parser.error(str(error))
    if asked.output is None:
        output.to_screen(table.to_csv(index=False, lineterminator="\n"))
    tell = output.to_screen if asked.output else output.to_errors
    tell(f"{summary(table).to_string(index=False)}\n")
    return output.LIMIT if (table["outcome"] == "limit").any() else output.OK
