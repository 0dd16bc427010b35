"""A student's repository installs from the site's wheel, in an environment of its own, and grades.

Here the wheel's address is that of a file; its hash is checked all the same. NumPy and pytest come
from the package index, so without a network there is nothing to try.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from normbook.grader import find
from normbook.grader.classroom.release import release
from normbook.grader.classroom.requirement import SITE as ADDRESS

yaml = pytest.importorskip("yaml")
NO_INDEX = ("No matching distribution found", "Temporary failure", "ConnectionError")


@pytest.fixture(scope="module")
def wheel(site) -> Path:
    (found,) = (site / "_static").glob("normbook-*.whl")
    return found


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of the workflow with the environment's own programs, and no path of ours."""
    path = f"{folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    kept = {name: text for name, text in os.environ.items() if name not in {"PYTHONPATH"}}
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**kept, "PATH": path, "VIRTUAL_ENV": str(folder / ".venv")},
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.fixture
def released(tmp_path, wheel) -> Path:
    """Release an exercise, with the wheel's address on this machine in place of the site's."""
    folder = tmp_path / "course"
    release(folder, [find("standardize")], wheel=wheel)
    path = folder / "requirements.txt"
    text = path.read_text()
    assert f"{ADDRESS}/{wheel.name}#sha256=" in text
    path.write_text(text.replace(f"{ADDRESS}/{wheel.name}", wheel.as_uri()))
    subprocess.run([sys.executable, "-m", "venv", str(folder / ".venv")], check=True)
    return folder


def test_it_installs_in_an_empty_environment_and_runs_its_workflow(released):
    workflow = yaml.safe_load((released / ".github/workflows/grade.yml").read_text())
    install, grade = (step["run"] for step in workflow["jobs"]["grade"]["steps"] if "run" in step)
    installed = run(install, released)
    if installed.returncode and any(text in installed.stderr for text in NO_INDEX):
        pytest.skip("there is no package index")
    assert installed.returncode == 0, installed.stderr
    (released / "exercises/standardize.py").write_text(find("standardize").solution.read_text())
    graded = run(grade, released)
    assert graded.returncode == 0, graded.stderr
    results = json.loads((released / "results.json").read_text())
    assert results["points"] == results["worth"] == find("standardize").points


def test_another_wheel_at_the_address_is_refused(released):
    path = released / "requirements.txt"
    head, _, digest = path.read_text().rstrip().rpartition("=")
    path.write_text(f"{head}={digest[::-1]}\n")
    installed = run("python -m pip install --no-deps --requirement requirements.txt", released)
    assert installed.returncode != 0
    assert "DO NOT MATCH THE HASHES" in installed.stderr
