"""A student's repository installs from the wheel in it, in an environment of its own, and grades.

NumPy and pytest come from the package index, so without a network there is nothing to try.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from normbook.grader import find
from normbook.grader.classroom.release import release, release_to_gradescope
from normbook.grader.classroom.requirement import PLACE

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
    """Release an exercise with the site's wheel, and make an empty environment in it."""
    folder = tmp_path / "course"
    release(folder, [find("standardize")], wheel=wheel)
    assert (folder / PLACE).read_bytes() == wheel.read_bytes()
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


def test_gradescope_s_zip_installs_the_same_wheel(released, tmp_path):
    release_to_gradescope(released, tmp_path / "week1.zip")
    source = tmp_path / "autograder/source"
    with zipfile.ZipFile(tmp_path / "week1.zip") as archive:
        archive.extractall(source)
    shutil.move(released / ".venv", source / ".venv")
    shutil.rmtree(released)
    *_, install = (source / "setup.sh").read_text().splitlines()
    installed = run(f"{install} --no-deps", source)
    assert installed.returncode == 0, installed.stderr
    (record,) = source.glob(".venv/lib/*/site-packages/normbook-*.dist-info/direct_url.json")
    assert (source / PLACE).as_uri() in record.read_text()


def test_a_damaged_wheel_is_refused(released):
    path = released / PLACE
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    installed = run("python -m pip install --no-deps -r requirements.txt", released)
    assert installed.returncode != 0
