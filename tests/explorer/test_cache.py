"""What Numba keeps on disk may save time; whatever is wrong with it, the answer stays."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("numba")

from house import PACKAGE

from futoshiki_lab.command_line import commands
from futoshiki_lab.support import compiling as bits
from futoshiki_lab.support.compiling import COMPILED, compiled

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is switched off")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new process, which keeps what it compiles in this folder."""
    bits.tell.cache_clear()
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))
    return bits.cache_folder()


def make_times(factor: int = 2) -> Callable[[int], int]:
    """A function for which nothing has been loaded or compiled yet."""

    def times(x):
        return factor * x

    return bits.keep_compiled(compiled(times))


def was_kept(function) -> bool:
    """Whether a function that has been called was found on disk, and not compiled."""
    hits, misses = (sum(some.values()) for some in function.stats[-2:])
    assert hits + misses == 1
    return hits == 1


def test_what_is_compiled_is_kept():
    for kept in (False, True, True):
        times = make_times()
        assert bits.call_kept(times, 21) == 42
        assert was_kept(times) == kept


@pytest.mark.filterwarnings("default::RuntimeWarning")
def test_a_warning_is_one_line_on_standard_error(run, monkeypatch):
    def warning(*asked, solve=commands.solve_puzzle, **settings):
        warnings.warn("nothing is kept\nhere", RuntimeWarning, stacklevel=1)
        return solve(*asked, **settings)

    monkeypatch.setattr(commands, "solve_puzzle", warning)
    code, out, err = run("solve nyu/Input1 nyu/Input2")
    assert (code, len(out.split("\n\n"))) == (0, 2)
    assert err == "futoshiki-lab: nothing is kept\\nhere\n"


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "nothing left": lambda whole: b"",
    "33 bytes": lambda whole: whole[:33],
    "half": lambda whole: whole[: len(whole) // 2],
    "other text": lambda whole: b"not what Numba wrote",
}


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_written_anew(ending, damage, folder):
    bits.call_kept(make_times(), 1)
    (path,) = folder.rglob(f"*.{ending}")
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    with pytest.warns(RuntimeWarning, match="cache in .* is damaged: it is written again"):
        assert bits.call_kept(make_times(), 21) == 42
    mended = make_times()
    assert bits.call_kept(mended, 21) == 42
    assert was_kept(mended)


def test_another_file_of_the_kernels_is_another_folder(tmp_path):
    """Numba looks only at the file of the function itself."""
    names = set()
    for number, text in enumerate(("a = 1", "a = 2", "a = 1")):
        sources = tmp_path / str(number) / "kernels"
        sources.mkdir(parents=True)
        (sources / "one.py").write_text("b = 1")
        (sources / "other.py").write_text(text)
        names.add(bits.name_of_sources(sources.parent))
    assert len(names) == 2


def test_a_full_disk_is_told_once_and_nothing_is_left_there(folder, monkeypatch):
    def write(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile._dump", write)
    with pytest.warns(RuntimeWarning) as warned:
        assert [bits.call_kept(make_times(factor), 21) for factor in (2, 3)] == [42, 63]
    assert len(warned) == 1
    assert "cannot keep what it compiles in" in str(warned[0].message)
    assert str(warned[0].message).endswith("No space left on device")
    assert [*folder.rglob("*.nb*")] == []


def test_without_a_folder_every_process_compiles_and_says_so_once(monkeypatch):
    monkeypatch.setattr("numba.core.caching.FunctionCache._impl_class._locator_classes", [])
    with pytest.warns(RuntimeWarning, match="NUMBA_CACHE_DIR can name a folder") as warned:
        both = make_times(2), make_times(3)
    assert len(warned) == 1
    assert [bits.call_kept(times, 21) for times in both] == [42, 63]


def test_workers_say_nothing(monkeypatch):
    class Worker:
        name = "LokyProcess-1"

    monkeypatch.setattr(bits, "current_process", Worker)
    bits.tell("warnings are errors in the tests")


# Root may write everywhere; this takes that from it.
AS_OTHERS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a folder there is not closed in this way")
@pytest.mark.skipif(IS_ROOT and not shutil.which("setpriv"), reason="root may write everywhere")
@pytest.mark.exhaustive
def test_a_package_that_nobody_may_write_and_no_home_solves_all_the_same(tmp_path):
    """As in a container that is started with `-u 1000`; not optimized, to be compiled sooner."""
    copy = tmp_path / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (copy, *copy.rglob("*")):
        path.chmod(path.stat().st_mode & 0o555)
    place = {"PYTHONPATH": str(tmp_path), "HOME": "/dev/null", "NUMBA_OPT": "0"}
    words = ("-m", PACKAGE.name, "solve", "-", "--engine", "compiled", "--json")
    done = subprocess.run(
        [*(AS_OTHERS if IS_ROOT else ()), sys.executable, *words],
        **{"input": "2:0R,0,0,0\n2:0,0,0,0\n", "capture_output": True, "text": True},
        env={"PATH": os.environ["PATH"], **place},
        cwd=tmp_path,
        timeout=600,
    )
    outcomes = [json.loads(line)["outcome"] for line in done.stdout.splitlines()]
    assert (done.returncode, outcomes) == (0, ["solved", "solved"]), done.stderr
    assert done.stderr.count("\n") == 1
    assert "there is no folder in which Numba can keep what it compiles" in done.stderr
