"""docs/STUDY.md and its pictures, from the runs: every number in them is computed here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import inf, isnan
from pathlib import Path
from textwrap import TextWrapper

import pandas as pd
from matplotlib import rc_context
from matplotlib.patches import Rectangle

from futoshiki_lab import chart
from study import numbers
from study.runs import (
    CELLS,
    FAMILIES,
    NODE_LIMITS,
    PUZZLES,
    READABLE_LIMIT,
    READABLE_PUZZLES,
    REPO,
    RESULTS,
    SIZES,
    solvers,
)

PAGE, MAP = REPO / "docs" / "STUDY.md", REPO / "docs" / "study-map.svg"
TEMPLATE = Path(__file__).with_name("page.md")
HARD = FAMILIES[3:]  # one solution, and more than counting in lines is needed
COUNTED = ("bt", "fc", "ac, fc", "mac")  # whose work is in their checks
OPEN = "open"  # too many runs were stopped
NAMES = {"bt": "BT", "fc": "FC", "ac, fc": "AC+FC", "mac": "MAC", "gac": "GAC", OPEN: OPEN}
COLOURS = {
    "bt": "#0072B2",
    "fc": "#E69F00",
    "ac, fc": "#F5D68A",
    "mac": "#009E73",
    "gac": "#CC79A7",
    OPEN: "#999999",
}


class FalseClaimError(Exception):
    """A sentence of the page that the runs do not bear out."""


def check_claims(claims: dict[str, bool], page: str) -> None:
    """See that the page has the words of each claim, and that each holds."""
    words = " ".join(page.split())
    for said, holds in claims.items():
        if not holds or said not in words:
            raise FalseClaimError(said)


# -- numbers in words ------------------------------------------------------------------------------


def say(number: float) -> str:
    """A number with two significant digits; large ones whole."""
    if isnan(number):
        return "–"
    if number == inf:
        return "∞"
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}" if number < 1 else f"{number:.1f}"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def listed(texts: Iterable[str]) -> str:
    """a, b and c."""
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last


def say_gain(row: pd.Series) -> str:
    """How many times less the first of a pair costs, its interval, the share where it does."""
    gain, low, high = (1 / x if x else inf for x in (row["ratio"], row["high"], row["low"]))
    if isnan(gain) or (low == 0 and high == inf):
        middle = "?"
    elif gain < inf:
        middle = f"{say(gain)} [{say(low)}, {say(high)}]"
    else:
        middle = f"over {say(low)}" if low < inf else "∞"
    return f"{middle} {percent(row['cheaper'])}"


def write_table(table: pd.DataFrame, corner: str) -> str:
    """A table in Markdown, of texts."""
    head = [corner, *map(str, table.columns)]
    rows = [
        [str(name), *map(str, row)] for name, row in zip(table.index, table.to_numpy(), strict=True)
    ]
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows])


def lay_out(told: pd.DataFrame, cell: Callable[[pd.Series], str]) -> str:
    """A table with sizes as rows and families as columns."""
    texts = told.assign(text=told.apply(cell, axis=1))
    table = texts.pivot(index="size", columns="family", values="text")
    table = table.reindex(columns=[f for f in FAMILIES if f in table]).fillna("")
    return write_table(table.rename(index=lambda n: f"{n}x{n}"), "")


# -- the map ---------------------------------------------------------------------------------------


def find_winner(
    cell: pd.DataFrame, looks: Iterable[str], select: str, cost: str
) -> tuple[str, bool]:
    """The look with the smallest median, and whether all others are surely costlier.

    Surely: the interval of the ratio, puzzle by puzzle, lies below 1. It is open if all medians are
    at the limit, or more than half of its pairs with another look are undecided.
    """
    runs = cell[cell["look"].isin([*looks]) & (cell["select"] == select)]
    costs = runs[cost].where(~runs["stopped"], inf).groupby(runs["solver"]).median()
    first = str(costs.idxmin())
    others = [numbers.compare_solvers(runs, first, o, cost=cost) for o in costs.index.drop(first)]
    told = pd.concat(others)
    if costs[first] == inf or (told["undecided"] > 0.5).any():
        return OPEN, False
    return first.removesuffix(f" {select}"), bool((told["high"] < 1).all())


def find_winners(runs: pd.DataFrame, looks: Iterable[str], select: str, cost: str) -> pd.DataFrame:
    """Of every cell the look that costs least, and whether that is sure."""
    rows = [
        (size, family, *find_winner(cell, looks, select, cost))
        for (size, family), cell in runs.groupby(["size", "family"])
    ]
    return pd.DataFrame(rows, columns=["size", "family", "winner", "sure"])


PANELS = {
    "Fewest checks, with MRV": (COUNTED, "mrv", "total_checks"),
    "Least time, with MRV": (tuple(NAMES)[:-1], "mrv", "seconds"),
    "Fewest checks, in reading order": (COUNTED, "reading", "total_checks"),
    "Least time, in reading order": (tuple(NAMES)[:-1], "reading", "seconds"),
}


def draw_map(panels: dict[str, pd.DataFrame]) -> None:
    """Write the picture of winners: a square for each size and family."""
    figure, axes = chart(12.8, 7.2)
    axes.remove()
    for at, (title, winners) in enumerate(panels.items(), 1):
        axes = figure.add_subplot(2, 2, at)
        axes.set_title(title, fontsize=15, fontweight="bold", loc="left")
        for row in winners.itertuples():
            x, y = FAMILIES.index(row.family), row.size
            square = Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, color=COLOURS[row.winner])
            square.set(alpha=1.0 if row.sure else 0.35, linewidth=0)
            axes.add_patch(square)
            dark = row.winner in ("bt",) and row.sure
            said = NAMES[row.winner] + " ?" * (not row.sure and row.winner != OPEN)
            colour, weight = ("white" if dark else "black"), ("bold" if row.sure else "normal")
            axes.text(
                x, y, said, ha="center", va="center", fontsize=10, color=colour, weight=weight
            )
        axes.set(xlim=(-0.5, len(FAMILIES) - 0.5), ylim=(SIZES[-1] + 0.5, SIZES[0] - 0.5))
        axes.set_xticks(range(len(FAMILIES)), FAMILIES, fontsize=11)
        axes.set_yticks(SIZES, [f"{n}x{n}" for n in SIZES], fontsize=11)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    note = "AC+FC: arc consistency once, then FC. “?”: not surely cheaper than all others. "
    note += f"“open”: too many runs were stopped. {PUZZLES} puzzles each; GAC's work is no check."
    figure.supxlabel(note, fontsize=11)
    with rc_context({"svg.hashsalt": "study"}):  # the same picture is the same file
        figure.savefig(MAP, metadata={"Date": None})


# -- tables of the page ----------------------------------------------------------------------------


def say_price(row: pd.Series) -> str:
    return f"{say(row['ratio'])} [{say(row['low'])}, {say(row['high'])}]"


def tell_levels(runs: pd.DataFrame) -> str:
    """For each solver and size: the chance that Recursive costs more; the shares explained."""
    rows = []
    for solver in ("bt mrv", "fc mrv", "ac, fc mrv", "mac mrv", "gac mrv"):
        for row in numbers.judge_levels(runs, solver).itertuples():
            if row.stopped >= numbers.MOST_STOPPED:
                continue
            more = f"{row.more:.2f} [{row.more_low:.2f}, {row.more_high:.2f}]"
            share = f"{percent(row.share)} [{percent(row.share_low)}, {percent(row.share_high)}]"
            rows.append((solver, f"{row.size}x{row.size}", more, share, percent(row.clues)))
    head = ["solver", "size", "P(Recursive costs more)", "by level", "by givens and signs"]
    return write_table(pd.DataFrame(rows, columns=head).set_index("solver"), "solver")


def tell_quarters(runs: pd.DataFrame) -> str:
    """FC against BT in reading order by quarter of BT's nodes."""
    told = numbers.quarter_by_difficulty(runs)
    told = told[told["size"].isin([5, 6]) & told["family"].isin(["planted", "easy", "recursive"])]
    told["text"] = told.apply(say_gain, axis=1)
    told["cell"] = told["size"].astype(str) + "x" + told["size"].astype(str) + " " + told["family"]
    told["cost"] = told["cost"].map(
        {"nodes": "nodes", "total_checks": "checks", "seconds": "seconds"}
    )
    table = told.pivot(index=["cell", "cost"], columns="quarter", values="text").reset_index("cost")
    return write_table(table, "cell")


def tell_limits(runs: pd.DataFrame) -> str:
    """The share of runs at the limit, of the families with one solution from Easy on."""
    hard = runs[runs["family"].isin(HARD)]
    shares = hard.pivot_table(index="solver", columns="size", values="stopped", sort=False)
    shares = shares[(shares > 0).any(axis=1)]
    texts = shares.map(lambda share: percent(share) if share else "")
    return write_table(texts.rename(columns=lambda n: f"{n}x{n}"), "solver")


# -- the answer ------------------------------------------------------------------------------------

# The columns of the tables in short: whose cost is how many times whose, by which cost.
SHORT = {
    "BT / FC, nodes": ("fc mrv", "bt mrv", "nodes"),
    "BT / FC, checks": ("fc mrv", "bt mrv", "total_checks"),
    "BT / FC, seconds": ("fc mrv", "bt mrv", "seconds"),
    "FC / MAC, checks": ("mac mrv", "fc mrv", "total_checks"),
    "AC+FC / MAC, checks": ("mac mrv", "ac, fc mrv", "total_checks"),
    "AC+FC / GAC, seconds": ("gac mrv", "ac, fc mrv", "seconds"),
}


def sum_up(runs: pd.DataFrame) -> str:
    """The comparisons in short of some families together, size by size."""
    columns = {}
    for name, (one, other, cost) in SHORT.items():
        told = numbers.compare_solvers(runs, one, other, "size", cost).set_index("size")
        columns[name] = told.apply(say_gain, axis=1)
    return write_table(pd.DataFrame(columns).rename(index=lambda n: f"{n}x{n}"), "")


class Answer:
    """What the first page says in words and numbers."""

    def __init__(self, runs: pd.DataFrame, pairs: pd.DataFrame, winners: dict[str, pd.DataFrame]):
        self.runs, self.pairs, self.winners = runs, pairs, winners
        self.hard = runs[runs["family"].isin(HARD)]
        pools = {name: numbers.judge_levels(runs, f"{name} mrv") for name in ("fc", "gac")}
        self.levels = {name: told.set_index("size") for name, told in pools.items()}
        quarters = numbers.quarter_by_difficulty(runs).query("cost == 'total_checks'")
        planted = quarters[quarters["family"] == "planted"].set_index(["size", "quarter"])
        self.quarters = 1 / planted["ratio"]
        prices = numbers.turning_price(self.hard.assign(family="hard"), "ac, fc mrv", "mac mrv")
        self.prices = prices.set_index("size").loc[5:7]

    def of(
        self, one: str, other: str, cost: str, *families: str, at_least: int = 0
    ) -> pd.DataFrame:
        """The comparisons of two searches, cell by cell."""
        told = self.pairs[(self.pairs["one"] == one) & (self.pairs["other"] == other)]
        told = told[(told["cost"] == cost) & (told["size"] >= at_least)]
        return told[told["family"].isin(families or FAMILIES)]

    def gains(self, one: str, other: str, cost: str, sizes: Iterable[int]) -> str:
        """How many times as much the second costs on hard puzzles, size by size."""
        said = []
        for n in sizes:
            own = self.hard[self.hard["size"] == n]
            table = numbers.timed_readable(own) if cost == "readable" else own
            ratio = numbers.compare_solvers(table, one, other, cost=cost)["ratio"].iloc[0]
            said.append(say(1 / ratio))
        return listed(said)

    @property
    def dearer(self) -> pd.DataFrame:
        """The cells where FC makes fewer checks than BT on less than three quarters of pairs."""
        both = [self.of(f"fc {by}", f"bt {by}", "total_checks") for by in ("reading", "mrv")]
        told = pd.concat(both)
        return told[told["cheaper"] < 0.75 * (1 - told["undecided"])]

    def claims(self) -> dict[str, bool]:
        """What the page states, in its own words, and whether the runs say so."""
        counts = self.runs[~self.runs["stopped"]].pivot_table(
            index=["size", "family", "puzzle", "select"], columns="look", values="nodes"
        )
        checks, easy = "total_checks", ("planted", "trivial")
        bare = self.of("mac mrv", "fc mrv", checks, *HARD, at_least=6)
        slight = self.of("mac mrv", "fc mrv", checks, *easy)
        reading = self.of("mac reading", "ac, fc reading", checks, *HARD, at_least=6)
        nodes = [self.of("gac mrv", f"{x} mrv", "nodes") for x in ("fc", "ac, fc", "mac")]
        times = self.winners["Least time, with MRV"].query("family in @HARD and size >= 7")
        once = self.of("mac mrv", "ac, fc mrv", checks, *HARD).set_index("size")
        fc, gac = self.levels.values()
        never = counts["fc"].fillna(inf) <= counts["bt"].fillna(inf)
        return {
            "it never tries more values": bool(never.all()),
            "only in these cells, in reading order": set(self.dearer["one"]) == {"fc reading"},
            "The more FC saves": all(
                self.quarters[n, 1] < self.quarters[n, 4] for n in range(4, 8)
            ),
            "fewer checks than FC on hard puzzles from 6x6 on": bool((bare["ratio"] < 1).all()),
            "on less than half of the planted": bool((slight["cheaper"] < 0.5).all()),
            "In reading order it is the other way round": bool((reading["ratio"] < 1).all()),
            "the fewest nodes in every cell": bool((pd.concat(nodes)["ratio"] <= 1).all()),
            "on hard puzzles from 7x7 on the least time": bool((times["winner"] == "gac").all()),
            "The lead shrinks": once["ratio"][8].median() < once["ratio"][6].median(),
            "on 9x9 most pairs are undecided": bool((once["undecided"][9] > 0.5).all()),
            "Little about FC": bool((fc["share"].loc[5:6] < 0.1).all()),
            "says more to GAC": bool((gac["share"].loc[5:] > fc["share"].loc[5:6].max()).all()),
        }

    def facts(self) -> dict[str, str]:
        """The numbers in its sentences."""
        once = self.of("mac mrv", "ac, fc mrv", "total_checks").query("size <= 7")
        slow = self.of("gac mrv", "ac, fc mrv", "seconds", "planted", "trivial")["cheaper"]
        fc, gac = self.levels["fc"].loc[4:6], self.levels["gac"].loc[5:]
        cells = zip(self.dearer["size"], self.dearer["family"], strict=True)
        return {
            "dearer": listed(f"{n}x{n} {family.capitalize()}" for n, family in cells),
            "quarters of planted": listed(
                f"{say(self.quarters[n, 1])} to {say(self.quarters[n, 4])} on {n}x{n}"
                for n in range(4, 8)
            ),
            "once beats mac": percent(1 - (once["cheaper"] + once["equal"]).mean()),
            "jumps": percent(1 - self.of("fc jump mrv", "fc mrv", "nodes")["ratio"].min()),
            "gac on easy": f"{percent(slow.min())} to {percent(slow.max())}",
            "prices": listed(say_price(row) for _, row in self.prices.iterrows()),
            "fc more": f"{fc['more'].min():.2f} to {fc['more'].max():.2f}",
            "fc share": listed(percent(fc["share"][n]) for n in (5, 6)),
            "gac more": f"{gac['more'].min():.2f} to {gac['more'].max():.2f}",
            "gac share": f"{percent(gac['share'].min())} to {percent(gac['share'].max())}",
        }


def write_all() -> None:
    """Write the pairs, the map and the page."""
    runs = numbers.load_runs()
    pairs = numbers.compare_all(runs)
    packed = {"method": "gzip", "mtime": 0}  # the same numbers are the same file
    pairs.round(5).to_csv(RESULTS / "pairs.csv.gz", index=False, compression=packed)
    winners = {title: find_winners(runs, *how) for title, how in PANELS.items()}
    draw_map(winners)
    planted = runs["family"] == "planted"
    answer = Answer(runs, pairs, winners)
    check_claims(answer.claims(), TEMPLATE.read_text("utf-8"))
    facts = {
        **answer.facts(),
        "hard puzzles": sum_up(runs[runs["family"].isin(HARD)]),
        "planted puzzles": sum_up(runs[planted]),
        "puzzles": str(PUZZLES),
        "cells": str(len(CELLS)),
        "last seed": str(PUZZLES - 1),
        "solvers": str(sum(1 for _ in solvers())),
        "call": f"{1e6 * runs.loc[runs['nodes'] == 0, 'seconds'].median():.0f}",
        "readable puzzles": str(READABLE_PUZZLES),
        "readable limit": f"{READABLE_LIMIT:,}",
        "limit": f"{NODE_LIMITS[4]:,}",
        "limit of 8": f"{NODE_LIMITS[8]:,}",
        "limit of 9": f"{NODE_LIMITS[9]:,}",
        "quarters": tell_quarters(runs),
        "turn fc": lay_out(numbers.turning_price(runs, "fc mrv", "mac mrv"), say_price),
        "turn ac, fc": lay_out(numbers.turning_price(runs, "ac, fc mrv", "mac mrv"), say_price),
        "levels": tell_levels(runs),
        "limits": tell_limits(runs),
    }
    write_page(answer, facts)


def write_page(answer: Answer, facts: dict[str, str]) -> None:
    """Fill the template; the lines of its first page are wrapped again.

    `{{name}}` is a fact, `{{one / other | cost}}` a table of pairs, and with sizes behind it the
    gains on hard puzzles.
    """

    def put(found: re.Match[str]) -> str:
        name = " ".join(found[1].split())
        if name in facts:
            return facts[name]
        names, cost, *sizes = (part.strip() for part in name.split("|"))
        one, other = names.split(" / ")
        if sizes:
            return answer.gains(one, other, cost, map(int, sizes[0].split()))
        return lay_out(answer.of(one, other, cost), say_gain)

    page = re.sub(r"\{\{(.*?)\}\}", put, TEMPLATE.read_text("utf-8"), flags=re.DOTALL)
    blocks = re.split(r"\n(?=- \*\*|\n)", page)
    wrapped = TextWrapper(118, subsequent_indent="  ", break_on_hyphens=False).fill
    told = (
        wrapped(" ".join(block.split())) if block.startswith("- **") else block for block in blocks
    )
    PAGE.write_text("\n".join(told), "utf-8")
