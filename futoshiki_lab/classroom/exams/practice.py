from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import date
from functools import partial
from itertools import chain, count as count_from
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from futoshiki_lab.classroom.exams.kinds import KINDS, read_texts
from futoshiki_lab.classroom.exams.make_sheet import questions
from futoshiki_lab.classroom.exams.marking import write_table
from futoshiki_lab.classroom.exams.question import Question, write_answer
from futoshiki_lab.classroom.ideas import IDEAS, NAMES, make_id
from futoshiki_lab.core import whole_number
from futoshiki_lab.support.writing import write_file

if TYPE_CHECKING:
    from futoshiki_lab.classroom.ask import Prediction

# Beside the notebooks. JupyterLite reads what is called .json as one value, and waits for ever.
FILE = "practice.txt" if sys.platform == "emscripten" else "practice.json"
VERSION = 2  # of the file
INTERVALS = 1, 2, 4, 8, 16, 32  # days
LEAST, MOST = 5, 8  # questions of a day
LASTING = 3  # times that an idea is not chosen until it is mastered
RULE = (
    "A topic that you answer right comes back after 1 day, then after 2, 4, 8, 16 and 32 days. "
    "After a wrong answer it comes back tomorrow, and starts again. An idea is mastered when you "
    "did not choose it the last three times that it was offered, on two days or more."
)
# The kinds of questions that a notebook's topics have.
TOPICS = {
    2: "next_node dead_end tree stack",
    3: "domain removals checks reasons",
    5: "arcs ac3",
    6: "mrv lcv mrv_degree",
    7: "jump dom_wdeg",
    8: "rule valid",
    12: "unit nogood",
    13: "min_conflicts",
}


@dataclass(frozen=True)
class Answered:
    """An answer, as the file keeps it.

    Attributes
    ----------
    day, kind, question : when, and what was asked; a number stands for the question's text.
    right, said : whether it is right, and the answer in words.
    idea, offered : the idea that leads to the answer, if one does; and those that were offered.

    Kinds and ideas are named by what never changes: their names in `KINDS`, and their ids.
    """

    day: str
    kind: str
    question: int
    right: bool
    said: str
    idea: str
    offered: list[str]

    @classmethod
    def read(cls, kept: Any) -> Answered:
        """An answer of a file, of any version; LookupError, TypeError or ValueError if it is none.
        What else is kept with it is left out."""
        one = cls(*(kept[each.name] for each in fields(cls)))
        types = str, str, int, bool, str, str, list
        right = all(type(x) is kind for x, kind in zip(vars(one).values(), types, strict=True))
        if not right or not all(isinstance(idea, str) for idea in one.offered):
            raise TypeError("it is not an answer")
        named = [*map(make_id, (one.idea, *one.offered))]  # version 1 had their names
        day = date.fromisoformat(one.day).isoformat()
        return cls(day, one.kind, one.question, one.right, one.said, named[0], named[1:])


def _add(day: date, days: int) -> date:
    """Some days later, or the last day that there is."""
    return date.fromordinal(min(day.toordinal() + days, date.max.toordinal()))


def schedule(log: list[Answered]) -> dict[str, tuple[int, date]]:
    """Of each topic of a log, how often it was right in a row, and when it is due next. A right
    answer counts on a day when the topic is due."""
    found = dict[str, tuple[int, date]]()
    for one in sorted(log, key=lambda one: one.day):
        day, (stage, due) = date.fromisoformat(one.day), found.get(one.kind, (0, date.min))
        if day >= due or not one.right:
            stage = stage + 1 if one.right else 0
            wait = INTERVALS[min(max(stage, 1), len(INTERVALS)) - 1]
            found[one.kind] = stage, _add(day, wait)
    return found


def _pieces(text: str) -> Iterator[Any]:
    """The objects of a text, one after the other. None stands for what is none, or too deep."""
    read, at = json.JSONDecoder().raw_decode, 0
    something, an_object = re.compile(r"\S"), re.compile(r'{\s*"')
    begins = something
    while found := begins.search(text, at):
        try:
            one, at = read(text, found.start())
            begins = something
            yield one if isinstance(one, dict) else None
        except (ValueError, RecursionError):
            at, begins = found.start() + 1, an_object
            yield None


class Practice:
    """A round of questions, and what the file knows; `practice` makes it.

    Attributes
    ----------
    log : all answers, those about what this version does not know too.
    upto : the last notebook whose topics are asked.
    """

    def __init__(self, upto: int | None, file: Path, count: int, day: date):
        self.file, self.count, self.day = file, count, day
        self._found = self._failed = ""  # what is wrong with the file
        self._unsaved = list[Answered]()  # after an error; the next answer is written with them
        self.log, met = self._read()
        if not (upto or met):
            raise ValueError(
                "say which notebook you have finished last, such as practice(3): the course is "
                "01 02 03 05 06 07"
            )
        self.upto = max(upto or 0, met)
        if self.upto > met:
            self._write(further=True)
        self.topics = [kinds.split() for at, kinds in TOPICS.items() if at <= self.upto]

    @property
    def note(self) -> str:
        """What is wrong with the file; empty if nothing is."""
        return f"{self._found} {self._failed}".strip()

    def _read(self) -> tuple[list[Answered], int]:
        """The answers, and the last notebook. A file with nothing that could be one is put aside,
        and none are known."""
        log, met, bad, text = list[Answered](), 0, 0, ""
        try:
            text = self.file.read_text("utf-8-sig", "replace")
        except FileNotFoundError:
            pass
        except OSError as error:
            self._found = f"{self.file.name} cannot be read: {error.strerror}."
        found = [*_pieces(text)]
        for piece in found:
            answers = piece and piece.get("answers", [piece] * ("kind" in piece))
            for kept in answers if isinstance(answers, list) else [None]:
                try:
                    log.append(Answered.read(kept))
                except (LookupError, TypeError, ValueError):
                    bad += 1
            with suppress(ValueError):
                met = max(met, whole_number("the notebook", (piece or {}).get("upto"), 0))
        if bad and not any(found):
            names = (f"{self.file.stem}-damaged-{at}{self.file.suffix}" for at in count_from(1))
            aside = next(one for one in map(self.file.with_name, names) if not one.exists())
            with suppress(OSError):
                self.file.rename(aside)
            self._found = f"{self.file.name} was damaged. It is kept as {aside.name}; this is new."
        elif bad:
            self._found = f"{bad} of the entries in {self.file.name} cannot be read. They are kept."
        asked = {one.kind for one in log}
        return log, met or max(at for at in (0, *TOPICS) if not at or asked & {*TOPICS[at].split()})

    @property
    def _known(self) -> list[Answered]:
        """The answers that count: about kinds that there are. One with a day to come counts when
        that day has come: the clock may have been wrong."""
        today = self.day.isoformat()
        return [one for one in self.log if one.kind in KINDS and one.day <= today]

    def _when(self) -> dict[str, date]:
        """When each of the topics is due."""
        known = schedule(self._known)
        return {kind: known.get(kind, (0, date.min))[1] for kind in chain(*self.topics)}

    @property
    def due(self) -> list[str]:
        """What is asked next: what is due, from different notebooks in turn. A day has at least
        five questions if one is due, and at most eight."""
        when = self._when()
        done = {one.kind for one in self.log if one.day == self.day.isoformat()}
        turn = {kind: at for group in self.topics for at, kind in enumerate(group)}
        due = sum(day <= self.day for day in when.values())
        many = min(max(due, LEAST - len(done)) if due else 0, self.count, MOST - len(done))
        first = sorted(when.keys() - done, key=lambda kind: (when[kind], turn[kind], kind))
        asked = first[: max(0, many)]
        group = {kind: at for at, kinds in enumerate(self.topics) for kind in kinds}
        mixed = list[str]()
        while asked:  # of the largest group, unless the last one was
            left, last = Counter(map(group.get, asked)), group.get("".join(mixed[-1:]))
            best = max(asked, key=lambda kind: (group[kind] != last, left[group[kind]]))
            mixed.append(best)
            asked.remove(best)
        return mixed

    @property
    def known(self) -> dict[str, Any]:
        """The settings of the searches that are asked about: none that a later notebook shows."""
        shown = {"look": "bt" if self.upto < 3 else "fc"} if self.upto < 5 else {}
        shown |= {"select": "reading", "order": "ascending"} if self.upto < 6 else {}
        return shown | ({"jump": False} if self.upto < 7 else {})

    def round(self) -> Iterator[Question]:
        """The questions that are asked next, each on a new board."""
        for kind in self.due:
            seed = crc32(f"{self.day} {kind} {len(self.log)}".encode())
            [made] = questions(4, kind, seed, **self.known)
            yield made

    def answer(self, question: Question, said: str) -> None:
        """Keep an answer, in words, and add it to the file."""
        ideas = {
            one.text: IDEAS[one.misconception].id for one in question.choices if one.misconception
        }
        about = self.day.isoformat(), question.kind, crc32(question.whole.encode())
        offered = sorted({*ideas.values()})
        one = Answered(*about, said == question.right, said, ideas.get(said, ""), offered)
        self.log, met = self._read()  # another notebook may have written to it
        log = [*self.log, *self._unsaved]
        if all(one.day != old.day or one.question != old.question for old in log):
            self._unsaved.append(one)
        self._write(self.upto > met)

    def _write(self, further: bool) -> None:
        """Add to the file what it has not: the last notebook, if it is a further one; answers."""
        new = [{"version": VERSION, "upto": self.upto}] * further
        lines = [json.dumps(piece) for piece in (*new, *map(asdict, self._unsaved))]
        self.log += self._unsaved
        try:
            self._append("".join(f"{line}\n" for line in lines))
            self._unsaved, self._failed = [], ""
        except OSError as error:
            self._failed = f"cannot write {self.file.name}: {error.strerror}"

    def _append(self, text: str) -> None:
        """Add lines at the end of the file, in one go; OSError if not all of them can be."""
        file = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        try:
            ends = self.file.read_bytes()[-1:] in (b"", b"\n")  # else the last line is half a line
            data = ("\n" * (not ends) + text).encode()
            if os.write(file, data) < len(data):
                raise OSError(28, "No space left on device")
        finally:
            os.close(file)

    def conclusion(self) -> Prediction | None:
        """What a notebook has found, another one each day; None before there is one."""
        from futoshiki_lab.classroom.ask import predict

        found = read_texts("conclusions.txt")
        known = [cell for cell in found if int(cell[:2]) <= self.upto]
        if not known:
            return None
        cell = known[self.day.toordinal() % len(known)]
        told = found[cell]
        wrong = dict(text.split(" | ") for name, text in told.items() if name[:5] == "wrong")
        why = f"{told['because']} (notebook {cell[:2]})"
        options = sorted([told["right"], *wrong])
        return predict(told["ask"], told["right"], options=options, mistakes=wrong, because=why)

    def results(self) -> list[dict[str, Any]]:
        """All answers, as data: the fields of `Answered`."""
        return [asdict(one) for one in self.log]

    def save(self, path: str | Path) -> None:
        """Write the results to a file, as CSV."""
        rows = (one | {"offered": "; ".join(one["offered"])} for one in self.results())
        write_file(path, write_table(rows))

    def ideas(self) -> dict[str, tuple[int, int, bool]]:
        """Of each idea, by its id: how often it was offered, how often chosen, is it mastered."""
        found, log = dict[str, tuple[int, int, bool]](), self._known
        for idea in sorted({idea for one in log for idea in one.offered} & NAMES.keys()):
            took = [(one.idea == idea, one.day) for one in log if idea in one.offered]
            last = {*took[-LASTING:]}  # right on two days
            mastered = len(took) >= LASTING and len(last) > 1 and not any(bad for bad, _ in last)
            found[idea] = len(took), sum(bad for bad, _ in took), mastered
        return found

    def _name(self, day: date) -> str:
        """A day in words: today, tomorrow or "on" its date."""
        if day <= self.day:
            return "today"
        return "tomorrow" if day == _add(self.day, 1) else f"on {day.isoformat()}"

    def __repr__(self) -> str:
        many, ideas, when = len(self.due), self.ideas(), self._when()
        later = self._name(max(min(when.values()), _add(self.day, 1)))
        after = f"Done for today. The next questions come {later}."
        today = f"{many} question{'s' * (many != 1)} today." if many else after
        mastered = sum(done for *_, done in ideas.values())
        today += f" {mastered} of {len(ideas)} ideas mastered." if ideas else ""
        lines = [f"**{today}** {self.note}", "<details>"]
        lines += ["<summary>What is due, what is mastered, and by which rule</summary>", "", RULE]
        lines += ["", "| topic | due | right |", "| :-- | :-- | :-- |"]
        for kind, due in when.items():
            right = [one.right for one in self._known if one.kind == kind]
            day = self._name(due).removeprefix("on ")
            lines.append(f"| {KINDS[kind].title} | {day} | {sum(right)} of {len(right)} |")
        lines += ["", "| idea | chosen | |", "| :-- | :-- | :-- |"] if ideas else []
        for idea, (offered, chosen, done) in ideas.items():
            told = "mastered" if done else "not yet"
            lines += [f"| {NAMES[idea]} | {chosen} of {offered} | {told} |"] * (chosen > 0)
        return "\n".join([*lines, "", "</details>"])

    def _ipython_display_(self) -> None:
        """Show what is due, and ask; each answer is kept when it is committed."""
        shown: Any = sys.modules["IPython.display"]  # IPython has called this method
        head = shown.display(shown.Markdown(repr(self)), display_id=True)

        def keep(question: Question, asked: Any, _: Mapping[str, Any]) -> None:
            with suppress(LookupError, TypeError, ValueError):  # of another shape
                self.answer(question, _say(question, asked._kind, asked.given[-1]))
            head.update(shown.Markdown(repr(self)))

        for question in self.round():
            asked: Any = question.ask()
            asked.observe(partial(keep, question, asked), "given")
            shown.display(asked)
        if self.due and (last := self.conclusion()):
            shown.display(last)


def _say(question: Question, kind: Any, given: Any) -> str:
    """What was answered, in the words of a choice."""
    options = kind.offer.get("options", [])
    if kind.name == "number":
        return f"{given:g}"
    if kind.name == "choice":
        return str(options[given])
    if kind.name == "rows":
        texts = (options[at] for at in given)
        return write_answer(dict(zip(kind.offer["rows"], texts, strict=True)))
    return write_answer(kind.read(given, question.shown.puzzle))


def practice(
    upto: int | None = None, file: str | Path = FILE, count: int = MOST, today: date | None = None
) -> Practice:
    """Ask a round of five to eight questions about what the notebooks have shown so far.

    Questions of several topics are mixed, and each topic comes back: after 1, 2, 4, 8, 16 and 32
    days if the answers are right, else tomorrow. The answers are kept in a file beside the
    notebook; there is no account and no server.

    The course is 01 02 03 05 06 07: six sittings of at most 90 minutes, writing included: 8.5 hours
    in all, and 2 hours of homework between them.

        practice(6)              # notebooks up to 06 are done; it remembers
        practice()               # tomorrow
        practice().results()     # all answers, as data; `save("results.csv")` writes them

    Parameters
    ----------
    upto : the number of the last notebook that is done; by default the one named last.
    file : where the answers are kept, a line each. One without any is kept under another name.
    count : how many questions at most, up to 8.
    today : another day than today.

    Raises
    ------
    ValueError : no notebook was ever named, or a number is out of its range.
    """
    if not isinstance(today or date.min, date):
        raise ValueError(f"today must be a date, such as date(2026, 9, 1), not {today!r}")
    say = ": practice(2) is about notebook 02"
    upto = upto if upto is None else whole_number("the notebook", upto, 2, 99, say)
    count = whole_number("the count", count, 1, MOST)
    return Practice(upto, Path(file), count, today or date.today())


def recall(upto: int, file: str | Path = FILE) -> Practice | None:
    """Ask three questions at most of those that are due, if `practice` has been used here."""
    return practice(upto, file, count=3) if Path(file).exists() else None
