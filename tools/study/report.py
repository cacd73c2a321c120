"""docs/STUDY.md and its pictures, from the runs: every number in them is computed here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from io import BytesIO
from itertools import product
from math import inf, isnan
from pathlib import Path
from textwrap import TextWrapper

import pandas as pd
from matplotlib.patches import Rectangle
from tqdm import tqdm

from futoshiki_lab import chart, say_bounds
from futoshiki_lab.explorer.sweeps.comparison import shown
from study import numbers
from study.picture import draw_answer, save_svg
from study.runs import (
    CELLS,
    FAMILIES,
    GROUPED,
    GROUPS,
    LAST_LIMIT,
    NODE_LIMITS,
    PUZZLES,
    READABLE_LIMIT,
    READABLE_PUZZLES,
    REPO,
    RESULTS,
    SITTINGS,
    SIZES,
    read_made,
    solvers,
)
from study.tails import sum_up_tails

PAGE, MAP = REPO / "docs" / "STUDY.md", REPO / "docs" / "study-map.svg"
PICTURE, PAIRS = REPO / "docs" / "study-answer.svg", RESULTS / "pairs.csv.gz"
TALL = REPO / "docs" / "study-answer-tall.svg"
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
    """A number with two significant digits; large ones whole; "…" where no end is known."""
    return "–" if isnan(number) else "…" if number == inf else shown(number)


def percent(share: float) -> str:
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"


def listed(texts: Iterable[str]) -> str:
    """a, b and c."""
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last


def say_middle(row: pd.Series) -> str:
    """How many times as much the second of a pair costs: one number, or its bounds.

    A time is rounded to what both sittings say.
    """
    least, most = (1 / x if x else inf for x in (row["most"], row["least"]))
    if row["sittings"] and shown(least) != shown(most) and most < inf:
        about = float(f"{most:.1g}")
        if all(0.9 <= x / about <= 1.1 for x in (least, most)):
            return f"about {about:g}"
    return say_bounds(least, most)


def say_gain(row: pd.Series) -> str:
    """The same, its interval, and the share of the puzzles where the first surely costs less."""
    low, high = (1 / x if x else inf for x in (row["high"], row["low"]))
    middle = say_middle(row)
    known = "?" if middle == "unknown" else f"{middle} [{say(low)}, {say(high)}]"
    return f"{known} {percent(row['cheaper'])}{'¹' if row['sittings'] == 1 else ''}"


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

    Surely: the interval of the ratio, puzzle by puzzle, lies below 1. It is open if a stopped run
    is the median of all, if more than half of its pairs with another look are undecided, or nobody
    has timed them.
    """
    runs = cell[cell["look"].isin([*looks]) & (cell["select"] == select)]
    runs = runs[runs[cost].notna()]
    if runs.empty:
        return OPEN, False
    costs = runs[cost].where(~runs["stopped"], inf).groupby(runs["solver"]).median()
    first = str(costs.idxmin())
    if not costs[first] < inf:
        return OPEN, False
    told = pd.concat(numbers.compare(runs, first, o, (), cost) for o in costs.index.drop(first))
    if (told["undecided"] > 0.5).any():
        return OPEN, False
    return first.removesuffix(f" {select}"), bool((told["high"] < 1).all())


def find_winners(runs: pd.DataFrame, looks: Iterable[str], select: str, cost: str) -> pd.DataFrame:
    """Of every cell the look that costs least, and whether that is sure."""
    rows = [
        (size, family, *find_winner(cell, looks, select, cost))
        for (size, family), cell in tqdm(runs.groupby(["size", "family"]), "map", leave=False)
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
    write_if_new(MAP, save_svg(figure))


# -- tables of the page ----------------------------------------------------------------------------


def tell_levels(levels: dict[str, pd.DataFrame]) -> str:
    """For each solver and size: the chance that Recursive costs more; the shares explained."""
    rows = []
    for solver, judged in levels.items():
        for row in judged.itertuples():
            if row.stopped >= numbers.MOST_STOPPED:
                continue
            more = f"{row.more:.2f} [{row.more_low:.2f}, {row.more_high:.2f}]"
            share = f"{percent(row.share)} [{percent(row.share_low)}, {percent(row.share_high)}]"
            rows.append((solver, f"{row.Index}x{row.Index}", more, share, percent(row.clues)))
    head = ["solver", "size", "P(Recursive costs more)", "by level", "by givens and signs"]
    return write_table(pd.DataFrame(rows, columns=head).set_index("solver"), "solver")


def tell_quarters(runs: pd.DataFrame) -> str:
    """FC against BT in reading order, by quarters of several difficulties."""
    rows = {}
    for solver, name in {**INDEPENDENT, "bt reading": "BT in reading order"}.items():
        for size in (5, 6):
            told = numbers.quarter_by(runs, solver, size)
            rows[f"{size}x{size}, by {name}"] = [
                f"{say_bounds(least, most)} [{say(low)}, {say(high)}]"
                for least, most, low, high in told
            ]
    return write_table(pd.DataFrame(rows, ["first", "second", "third", "last"]).T, "nodes of")


def tell_givens(givens: pd.DataFrame) -> str:
    """BT against FC by the share of givens, for each size."""
    words = [
        f"{say_bounds(row.least, row.most)} [{say(row.low)}, {say(row.high)}]"
        for row in givens.itertuples()
    ]
    table = givens.assign(text=words, share=givens["share"].astype(str) + " %")
    table = table.pivot(index="share", columns="size", values="text")
    return write_table(table.rename(columns=lambda n: f"{n}x{n}"), "givens")


def tell_prices(runs: pd.DataFrame) -> str:
    """How many checks a node is worth, solver by solver."""
    rows = {}
    for solver in [*numbers.PRICED, "ac, fc mrv"]:
        worth, low, high = numbers.price_nodes(runs, solver)
        rows[solver] = [f"{say(worth)} [{say(low)}, {say(high)}]"]
    return write_table(pd.DataFrame(rows, ["checks that a node is worth"]).T, "solver")


def tell_clues(clues: pd.DataFrame) -> str:
    """What three solvers cost with equally many clues, and how often there is one solution."""
    rows = {
        f"{size}x{size}, {share} % givens": [*map(say, row.iloc[:-1]), percent(row.iloc[-1])]
        for (size, share), row in clues.iterrows()
    }
    names = [f"nodes of {name}" for name in clues.columns[:-1]]
    return write_table(pd.DataFrame(rows, [*names, "one solution"]).T, "clues")


def tell_tails(tails: pd.DataFrame) -> str:
    """The longest runs, and what restarts cost."""
    rows = {
        kind: [
            str(row["puzzles"]),
            say(row["longest"]),
            say_shares(row["long"], row["long at most"]),
            say_bounds(row["least"], row["most"]),
        ]
        for kind, row in tails.astype(object).iterrows()
    }
    names = ["puzzles", "longest / median, at least", "above 10", "with restarts, times the cost"]
    return write_table(pd.DataFrame(rows, names).T, "kind")


def say_shares(least: float, most: float) -> str:
    """A share of which two bounds are known."""
    low, high = percent(least), percent(most)
    return low if low == high else f"{low} to {high}"


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
        told = numbers.compare(runs, one, other, "size", cost).set_index("size")
        columns[name] = told.apply(say_gain, axis=1)
    table = pd.DataFrame(columns).fillna("–")
    return write_table(table.rename(index=lambda n: f"{n}x{n}"), "")


INDEPENDENT = {"gac mrv": "GAC", "mac mrv": "MAC", "fc mrv": "FC with MRV"}


class Answer:
    """What the first page says in words and numbers."""

    def __init__(self, runs: pd.DataFrame, pairs: pd.DataFrame):
        self.runs, self.pairs = runs, pairs
        self.hard = runs[runs["family"].isin(HARD)]
        judged = tqdm([f"{look} mrv" for look in NAMES if look != OPEN], "levels", leave=False)
        self.levels = {name: numbers.judge_levels(runs, name) for name in judged}
        groups = {family: [c for c in GROUPS if c.family == family] for family in GROUPED}
        givens = numbers.load_runs(groups["givens"])
        self.givens, self.with_mrv = (numbers.compare_givens(givens, s) for s in ("reading", "mrv"))
        self.clues = numbers.compare_clues(numbers.load_runs(groups["clues"]))
        self.tails = sum_up_tails()

    def of(self, one: str, other: str, cost: str, *families: str) -> pd.DataFrame:
        """The comparisons of two searches, cell by cell."""
        told = self.pairs[(self.pairs["one"] == one) & (self.pairs["other"] == other)]
        return told[(told["cost"] == cost) & told["family"].isin(families or FAMILIES)]

    def on_hard(self, one: str, other: str, cost: str, size: int) -> pd.Series:
        """How many times as much the second costs on all hard puzzles of a size."""
        own = self.hard[self.hard["size"] == size]
        return numbers.compare(own, one, other, (), cost).iloc[0]

    def gains(self, one: str, other: str, cost: str, sizes: Iterable[int]) -> str:
        """The same, size by size, in words."""
        return listed(say_middle(self.on_hard(one, other, cost, n)) for n in sizes)

    def at_least(self, select: str, share: float) -> int:
        """In how many cells FC surely makes fewer checks than BT on a share of the puzzles."""
        told = self.of(f"fc {select}", f"bt {select}", "total_checks")
        return int((told["cheaper"] >= share).sum())

    def quarters(self, solver: str) -> list[tuple[float, float, float, float]]:
        return numbers.quarter_by(self.runs, solver, 6)

    def claims(self) -> dict[str, bool]:
        """What the page states, in its own words, and whether the runs say so."""
        counts = self.runs.assign(nodes=self.runs["nodes"].where(~self.runs["stopped"])).pivot(
            index=["size", "family", "puzzle", "select"], columns="look", values="nodes"
        )
        checks, easy = "total_checks", ("planted", "trivial")
        bare = self.of("mac mrv", "fc mrv", checks, *HARD).query("6 <= size <= 8")
        slight = self.of("mac mrv", "fc mrv", checks, *easy)
        reading = self.of("mac reading", "ac, fc reading", checks, *HARD).query("6 <= size <= 7")
        ways = product(("fc", "ac, fc", "mac"), ("mrv", "reading"))
        nodes = [self.of(f"gac {by}", f"{x} {by}", "nodes") for x, by in ways]
        gac = [self.on_hard("gac mrv", "ac, fc mrv", "seconds", n) for n in (5, 7)]
        once = [self.on_hard("mac mrv", "ac, fc mrv", checks, n) for n in range(5, 9)]
        fc, full = self.levels["fc mrv"], self.levels["gac mrv"]
        never = counts["fc"].fillna(inf) <= counts["bt"].fillna(inf)
        quarters = {solver: self.quarters(solver) for solver in (*INDEPENDENT, "bt reading")}
        grown = {solver: told[3][2] > told[0][3] for solver, told in quarters.items()}
        worth = [numbers.price_nodes(self.runs, s) for s in ("bt reading", "mac mrv")]
        per_node, per_check = (numbers.price_spread(self.runs, of) for of in ("nodes", checks))
        restarts = self.tails[["least", "most"]]
        return {
            "it never tries more values": bool(never.all()),
            "With MRV FC makes fewer at every share": bool((self.with_mrv["low"] > 1).all()),
            "it takes less than AC+FC from 5x5 on": all(
                self.on_hard("gac reading", "ac, fc reading", "seconds", n)["high"] < 1
                for n in range(5, 8)
            ),
            "MAC has the fewest nodes of these five searches": all(
                self.on_hard("mac mrv", other, "nodes", 6)["high"] < 1
                for other in ("bt reading", "fc reading", "fc mrv", "ac, fc mrv")
            ),
            "nothing grows": not any(grown[solver] for solver in INDEPENDENT),
            "The longer BT's search in reading order": bool(grown["bt reading"]),
            "fewer checks than FC on hard puzzles from 6x6 to 8x8": bool((bare["most"] < 1).all()),
            "on less than half of the planted": bool((slight["cheaper"] < 0.5).all()),
            "In reading order it is the other way round": bool((reading["most"] < 1).all()),
            "the fewest nodes in every cell": bool((pd.concat(nodes)["most"] <= 1).all()),
            "least time from 7x7 on": gac[0]["low"] > 1 > gac[1]["high"],
            "up to 8x8 fewer checks": all(row["low"] > 1 for row in once),
            "made before the first node": all(
                self.on_hard("ac, fc mrv", "fc mrv", "nodes", n)["high"]
                < self.on_hard("mac mrv", "ac, fc mrv", "nodes", n)["low"]
                for n in range(4, 8)
            ),
            "There is no common price of a node": worth[0][2] < worth[1][1],
            "a check costs nearly the same": per_check[1] / per_check[0] < 3
            and per_node[1] / per_node[0] > 10,
            "Little about FC": bool((fc["share"].loc[5:6] < 0.1).all()),
            "says more to GAC": bool((full["share"].loc[5:] > fc["share"].loc[5:6].max()).all()),
            "Restarts pay only there": bool(
                restarts["least"].iloc[0] > 1 and (restarts["most"].iloc[1:] < 1).all()
            ),
            "givens shorten the search more than signs": all(
                self.clues.loc[n, solver].is_monotonic_decreasing
                for n in (5, 6, 7)
                for solver in ("bt reading", "fc reading", "fc mrv")
            ),
        }

    def facts(self) -> dict[str, str]:
        """The numbers in its sentences."""
        once = self.of("mac mrv", "ac, fc mrv", "total_checks").query("size <= 7")
        fc, gac = self.levels["fc mrv"].loc[4:6], self.levels["gac mrv"].loc[5:]
        quarters = [
            listed(say_bounds(*told[:2]) for told in self.quarters(solver))
            for solver in (*INDEPENDENT, "bt reading")
        ]
        jumps = [self.on_hard("fc jump mrv", "fc mrv", "nodes", n) for n in (6, 7)]
        slower = self.on_hard("fc mrv", "fc jump mrv", "seconds", 6)
        spread = {of: numbers.price_spread(self.runs, of) for of in ("nodes", "total_checks")}
        tails = self.tails.astype(object).to_dict("records")
        again = self.searched_on()
        most = self.with_mrv[self.with_mrv["share"] == 80]
        return {
            "even": listed(f"{numbers.cross_even(self.givens, n):.0f} %" for n in range(4, 8)),
            "givens with MRV": f"{say(most['least'].min())} to {say(most['most'].max())}",
            "ns of bt": self.time_node("bt reading"),
            "ns of fc": self.time_node("fc reading"),
            "even on 6x6": f"{numbers.cross_even(self.givens, 6):.0f} %",
            "cells of FC": str(self.at_least("reading", 0.75)),
            "cells of FC with MRV": str(self.at_least("mrv", 0.75)),
            **dict(zip(("by gac", "by mac", "by fc mrv", "by bt"), quarters, strict=True)),
            "once beats mac": percent(
                1 - (once["cheaper"] + once["equal"] + once["undecided"]).mean()
            ),
            "jumps": listed(say_share(row) for row in jumps),
            "jumps slower": say_middle(slower),
            "prices": tell_prices(self.runs),
            "worth of bt": say(numbers.price_nodes(self.runs, "bt reading")[0]),
            "worth of mac": say(numbers.price_nodes(self.runs, "mac mrv")[0]),
            "spread of nodes": say(spread["nodes"][1] / spread["nodes"][0]),
            "spread of checks": say(spread["total_checks"][1] / spread["total_checks"][0]),
            "fc more": f"{fc['more'].min():.2f} to {fc['more'].max():.2f}",
            "fc share": listed(percent(fc["share"][n]) for n in (5, 6)),
            "gac more": f"{gac['more'].min():.2f} to {gac['more'].max():.2f}",
            "gac share": f"{percent(gac['share'].min())} to {percent(gac['share'].max())}",
            "long": listed(say_shares(each["long"], each["long at most"]) for each in tails),
            "restarts": listed(say_bounds(each["least"], each["most"]) for each in tails),
            "givens only": " and ".join(
                say(self.clues.loc[(6, share), "fc reading"]) for share in (0, 100)
            ),
            "givens": tell_givens(self.givens),
            "clues": tell_clues(self.clues),
            "tails": tell_tails(self.tails),
            "runs on": f"{len(again):,}",
            "ended on": f"{(again['outcome'] != 'limit').sum():,}",
            "seconds on": say(again["seconds"].sum()),
        }

    def time_node(self, solver: str) -> str:
        """The nanoseconds of a compiled node on hard 6x6 puzzles, by the median of long runs."""
        own = self.hard[(self.hard["solver"] == solver) & (self.hard["size"] == 6)]
        own = own[own["seconds"].notna() & (own["nodes"] > 10_000)]
        return say(float((1e9 * own["seconds"] / own["nodes"]).median()))

    def searched_on(self) -> pd.DataFrame:
        """The runs that a limit had stopped, and that were searched on."""
        every = pd.concat([self.runs, numbers.load_runs(GROUPS)])
        return every[every["nodes"] > every["size"].map(NODE_LIMITS)]


def say_share(row: pd.Series) -> str:
    """How much less the first of a pair costs, by the median: a share, or its bounds."""
    least, most = 1 - row["most"], 1 - row["least"]
    return say_shares(least, most)


def write_all() -> None:
    """Write the pairs, the pictures and the page; a file that would be the same stays as it is."""
    runs, packed = numbers.load_runs(), BytesIO()
    pairs = numbers.compare_all(runs).round(5)
    pairs.to_csv(packed, index=False, compression={"method": "gzip", "mtime": 0})
    write_if_new(PAIRS, packed.getvalue())
    draw_map({title: find_winners(runs, *how) for title, how in PANELS.items()})
    answer = Answer(runs, pd.read_csv(PAIRS))
    write_if_new(PICTURE, draw_answer(answer.hard, answer.givens))
    write_if_new(TALL, draw_answer(answer.hard, answer.givens, is_tall=True))
    check_claims(answer.claims(), TEMPLATE.read_text("utf-8"))
    write_if_new(PAGE, make_page(answer).encode())


def write_if_new(file: Path, content: bytes) -> None:
    """Write a file, unless it has just this content."""
    if not file.exists() or file.read_bytes() != content:
        file.write_bytes(content)


def make_page(answer: Answer) -> str:
    """The page, with every number in it."""
    runs, made = answer.runs, read_made()
    facts = {
        **answer.facts(),
        "hard puzzles": sum_up(answer.hard),
        "planted puzzles": sum_up(runs[runs["family"] == "planted"]),
        "puzzles": str(PUZZLES),
        "cells": str(len(CELLS)),
        "solvers": str(sum(1 for _ in solvers())),
        "call": listed(say(float(each)) for each in made["call"].values()),
        **{
            name: listed(sorted({t[:10] for t in by.values()}))
            for name, by in made["sittings"].items()
        },
        "timed": tell_timed(runs),
        "readable puzzles": str(READABLE_PUZZLES),
        "readable limit": f"{READABLE_LIMIT:,}",
        "limit": f"{NODE_LIMITS[4]:,}",
        "limit of 8": f"{NODE_LIMITS[8]:,}",
        "limit of 9": f"{NODE_LIMITS[9]:,}",
        "last limit": f"{LAST_LIMIT // 1_000_000} million",
        "quarters": tell_quarters(runs),
        "levels": tell_levels(answer.levels),
        "limits": tell_limits(runs),
    }
    return fill_in(answer, facts)


def tell_timed(runs: pd.DataFrame) -> str:
    """How many puzzles of a cell were timed, size by size, in both sittings."""
    rows = {}
    for column, name in zip(SITTINGS, ("first sitting", "second sitting"), strict=True):
        known = runs[runs[column].notna() & (runs["select"] == "mrv") & ~runs["stopped"]]
        cells = known.groupby(["size", "family"])["puzzle"].nunique()
        rows[name] = [str(cells[n].max()) if n in cells else "0" for n in SIZES]
    return write_table(pd.DataFrame(rows, [f"{n}x{n}" for n in SIZES]).T, "timed of each cell")


def fill_in(answer: Answer, facts: dict[str, str]) -> str:
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
    blocks = re.split(r"\n(?=- \*\*|\d\. \*\*|\n)", page)
    wrapped = TextWrapper(118, subsequent_indent="  ", break_on_hyphens=False).fill
    told = (
        wrapped(" ".join(block.split())) if re.match(r"(-|\d\.) \*\*", block) else block
        for block in blocks
    )
    return "\n".join(told)
