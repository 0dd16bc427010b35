"""GitHub's workflows: who calls one may do what it asks for; in a reader's copy only one runs."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = {
    path.name: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in (ROOT / ".github" / "workflows").glob("*.yml")
}
RUFF = (sys.executable, "-m", "ruff", "check", "--force-exclude")
RANK = {"none": 0, "read": 1, "write": 2}
CALLS = [
    (name, job)
    for name, workflow in WORKFLOWS.items()
    for job, each in workflow["jobs"].items()
    if "uses" in each
]


def rights(workflow: dict, job: str) -> dict[str, str]:
    """Return what a job asks for."""
    return workflow["jobs"][job].get("permissions", workflow["permissions"])


def test_main_and_a_release_call_the_tests():
    called = {(name, WORKFLOWS[name]["jobs"][job]["uses"]) for name, job in CALLS}
    test = "$/.github/workflows/test.yml"
    assert called == {("main.yml", test), ("release.yml", test)}


@pytest.mark.parametrize(("name", "job"), CALLS)
def test_no_job_asks_for_more_than_its_caller_may(name, job):
    # GitHub asks this of each job, whatever its `if`, and else begins none of the workflow.
    called = WORKFLOWS[Path(WORKFLOWS[name]["jobs"][job]["uses"]).name]
    may = rights(WORKFLOWS[name], job)
    beyond = [
        (each, right)
        for each in called["jobs"]
        for right, level in rights(called, each).items()
        if RANK[level] > RANK[may.get(right, "none")]
    ]
    assert beyond == []


@pytest.mark.parametrize("name", sorted({*WORKFLOWS} - {"grade.yml"}))
def test_in_a_reader_s_own_copy_nothing_else_runs(name):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ours = project["urls"]["Source"].removeprefix("https://github.com/")
    first = [job for job in WORKFLOWS[name]["jobs"].values() if "needs" not in job]
    assert {job.get("if") for job in first} == {f"github.repository == '{ours}'"}


@pytest.mark.parametrize(("name", "styled"), [("exercises", False), ("tests/exercises", True)])
def test_a_reader_s_attempts_are_in_no_style(name, styled):
    done = subprocess.run(
        [*RUFF, "--stdin-filename", f"{name}/a.py"],
        cwd=ROOT,
        input="import os",
        capture_output=True,
        text=True,
    )
    assert bool(done.returncode) is styled, done.stdout
