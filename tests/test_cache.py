"""What Numba keeps on disk may save time; whatever is wrong with it, the answer stays."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

pytest.importorskip("numba")

from house import PACKAGE, REPO

from futoshiki_lab.kernels import COMPILED, caching

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is switched off")

SOURCE = """
from futoshiki_lab.kernels.caching import compiled

@compiled
def times(x):
    return {} * x

@compiled
def plus(x):
    return x + 1
"""

CALLING = """
from futoshiki_lab.kernels.caching import compiled
from other import times

@compiled
def thrice(x):
    return 3 * times(x)
"""


@pytest.fixture(autouse=True)
def a_new_process() -> Iterator[None]:
    caching.tell.cache_clear()
    yield
    caching.tell.cache_clear()


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ModuleType]:
    """A function that loads a small module anew, which keeps its code beside it."""
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it sees no two changes in a second
    path = tmp_path / "small.py"

    def new(factor: int = 2, source: str = SOURCE) -> ModuleType:
        path.write_text(source.format(factor))
        spec = importlib.util.spec_from_file_location("small", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return new


def was_kept(function) -> bool:
    """Whether a function that has been called was found on disk, and not compiled."""
    hits, misses = (sum(some.values()) for some in function.stats[-2:])
    assert hits + misses == 1
    return hits == 1


def kept_files(folder: Path, ending: str) -> Path:
    (path,) = (folder / "__pycache__").glob(f"small.times-*.{ending}")
    return path


def test_what_is_compiled_is_kept(new):
    for kept in (False, True, True):
        module = new()
        assert (module.times(21), module.plus(1)) == (42, 2)
        assert was_kept(module.times) == was_kept(module.plus) == kept


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "nothing left": lambda whole: b"",
    "one byte": lambda whole: whole[:1],
    "33 bytes": lambda whole: whole[:33],
    "half": lambda whole: whole[: len(whole) // 2],
    "all but one byte": lambda whole: whole[:-1],
    "zeros": lambda whole: bytes(len(whole)),
    "other text": lambda whole: b"not what Numba wrote",
    "two halves swapped": lambda whole: whole[len(whole) // 2 :] + whole[: len(whole) // 2],
}


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_written_anew(ending, damage, new, tmp_path):
    new().times(1)
    path = kept_files(tmp_path, ending)
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    module = new()
    with pytest.warns(RuntimeWarning, match="cache in .* is damaged: it is written anew"):
        assert module.times(21) == 42
    assert not was_kept(module.times)
    mended = new()
    assert mended.times(21) == 42
    assert was_kept(mended.times)


def test_a_single_changed_bit_in_the_code_is_seen(new, tmp_path):
    new().times(1)
    path = kept_files(tmp_path, "nbc")
    whole = path.read_bytes()
    for at in range(0, len(whole), len(whole) // 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        caching.tell.cache_clear()
        with pytest.warns(RuntimeWarning, match="damaged"):
            assert new().times(21) == 42


def test_code_of_an_older_source_is_compiled_anew_without_a_word(new):
    assert new(2).times(21) == 42
    module = new(3)
    assert module.times(21) == 63
    assert not was_kept(module.times)


def test_code_that_has_functions_of_another_file_in_it_is_compiled_anew_with_that_file(
    new, tmp_path, monkeypatch
):
    """Numba puts what a function calls into its code, and looks only at the function's own file."""
    monkeypatch.syspath_prepend(tmp_path)

    def thrice_of(factor: int):
        (tmp_path / "other.py").write_text(SOURCE.format(factor))
        sys.modules.pop("other", None)
        importlib.invalidate_caches()
        return new(source=CALLING).thrice

    for factor, kept in ((2, False), (2, True), (10, False), (10, True)):
        thrice = thrice_of(factor)
        assert thrice(7) == 3 * factor * 7
        assert was_kept(thrice) == kept


def test_old_code_under_a_new_index_is_not_run(new, tmp_path):
    """Numba writes the index first; the code may be missing for a moment, or for ever."""
    new(2).times(1)
    old = kept_files(tmp_path, "nbc").read_bytes()
    new(3).times(1)
    kept_files(tmp_path, "nbc").write_bytes(old)
    with pytest.warns(RuntimeWarning, match="damaged"):
        assert new(3).times(21) == 63
    assert new(3).times(21) == 63


def test_a_full_disk_is_told_once_and_nothing_is_left_there(new, tmp_path, monkeypatch):
    def write(self, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    module = new()
    monkeypatch.setattr(caching._Files, "_dump", write)
    with pytest.warns(RuntimeWarning) as warned:
        assert (module.times(21), module.plus(1)) == (42, 2)
    assert len(warned) == 1
    assert "cannot keep what it compiles in" in str(warned[0].message)
    assert str(warned[0].message).endswith("No space left on device")
    assert [*(tmp_path / "__pycache__").glob("*.nb*")] == []


def test_without_a_folder_every_process_compiles_and_says_so_once(new, monkeypatch):
    monkeypatch.setattr("numba.core.caching.FunctionCache._impl_class._locator_classes", [])
    with pytest.warns(RuntimeWarning, match="NUMBA_CACHE_DIR can name a folder") as warned:
        module = new()
    assert len(warned) == 1
    assert (module.times(21), module.plus(1)) == (42, 2)


def test_workers_say_nothing(monkeypatch):
    class Worker:
        name = "LokyProcess-1"

    monkeypatch.setattr(caching, "current_process", Worker)
    caching.tell("warnings are errors in the tests")


def test_a_warning_is_one_line_on_standard_error():
    done = python("""
        import sys, warnings
        from futoshiki_lab.command_line import commands, main
        solve = commands.solve_puzzle
        def warning(*asked, **settings):
            warnings.warn("nothing is kept\\nhere", RuntimeWarning)
            return solve(*asked, **settings)
        commands.solve_puzzle = warning
        sys.exit(main(["solve", "nyu/Input1", "nyu/Input2"]))
    """)
    assert done.returncode == 0
    assert len(done.stdout.split("\n\n")) == 2
    assert done.stderr == "futoshiki-lab: nothing is kept\\nhere\n"


def python(script: str, *before: str, **place: str) -> subprocess.CompletedProcess[str]:
    words = [*before, sys.executable, "-c", dedent(script)]
    place = place or {**os.environ, "PYTHONPATH": str(REPO)}
    return subprocess.run(words, capture_output=True, text=True, env=place, timeout=300)


# Root may write everywhere; this takes that from it.
AS_OTHERS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a folder there is not closed in this way")
@pytest.mark.skipif(IS_ROOT and not shutil.which("setpriv"), reason="root may write everywhere")
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
