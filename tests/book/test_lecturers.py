"""What the page for lecturers says of commands and settings holds."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from normbook.grader import cli, find
from normbook.grader.classroom.assignment import read_assignment, worth_line
from normbook.grader.verdict.grade import grade_file

PAGE = (Path(__file__).parents[2] / "book/lecturers.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n(.*?)^```$", PAGE, re.M | re.S)
COMMANDS = [line for block in CONSOLE for line in block.splitlines()]
COMMANDS += [text for text in re.findall(r"`(normbook [^`]+)`", PAGE) if " --" in text]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_is_one(command, monkeypatch):
    monkeypatch.setenv("NORMBOOK_EXERCISES", "")  # which --exercises sets; put back afterwards
    assert cli.parse(shlex.split(command)[1:]).run


def test_what_comes_in_lies_elsewhere_than_what_is_given_out():
    said = [cli.parse(command.split()[1:]) for command in COMMANDS if "--exercises" not in command]
    marked = {str(each.folder) for each in said if "roster" in each}
    given_out = {str(each.folder) for each in said if "wheel" in each}
    assert (marked, given_out) == ({"submissions"}, {"week1"})


def test_the_assignment_on_the_page_is_one(tmp_path):
    (shown,) = re.findall(r":caption: week1\.toml\n\n(.*?)^```$", PAGE, re.M | re.S)
    (tmp_path / "week1.toml").write_text(shown, encoding="utf-8")
    stated = read_assignment(tmp_path / "week1.toml")
    assert [each.slug for each in stated.exercises] == ["standardize", "layer_norm"]
    assert stated.extensions.keys() == {"Ada Lovelace"}
    assert worth_line(stated) == "Worth 20 points: standardize 4.62, layer_norm 15.38"
    assert "here they are worth 4.62 and 15.38." in " ".join(PAGE.split())
    for own in (r"standardize = 1  # (\d+) points", r"layer_norm = 1  # (\d+) points"):
        assert int(re.findall(own, shown)[0]) == find(own.partition(" ")[0]).points


def test_a_wrong_divisor_leaves_the_points_that_the_page_says():
    layer_norm = find("layer_norm")
    (worth, left) = re.findall(r"of `layer_norm`'s (\d+)\s+points (\d+)\s+are left", PAGE)[0]
    report = grade_file(layer_norm, layer_norm.folder / "mutants/unbiased_variance.py")
    assert (report.worth, report.points) == (int(worth), int(left))


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
@pytest.mark.skipif(os.name == "nt", reason="there is no such shell")
def test_a_clone_is_taken_back_with_all_that_was_there_and_else_the_command_fails(tmp_path):
    (back,) = re.findall(r"`(git checkout .*2026-12-08.*)`", PAGE)

    def run(command, day=1, folder=tmp_path):
        time = {f"GIT_{who}_DATE": f"2026-12-{day:02}T12:00:00Z" for who in ("AUTHOR", "COMMITTER")}
        told = {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "a"}
        told |= {"GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "a@b.c"}
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env={**os.environ, **time, **told},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout.strip()

    run("git init --quiet && git commit --allow-empty -m begun", 5)
    run("git checkout -b other && git commit --allow-empty -m elsewhere", 7)
    run("git checkout - && git commit --allow-empty -m here && git tag wanted", 6)
    run("git merge --no-ff -m later other", 9)
    run("git clone --quiet . clone")
    clone = tmp_path / "clone"
    assert run(back.replace("2026-12-08", "2026-12-01"), folder=clone)[0] != 0
    for day in (8, 6, 10, 8):  # back, and forth
        assert run(back.replace("12-08", f"12-{day:02}"), folder=clone)[0] == 0
    assert run("git rev-parse HEAD", folder=clone) == run("git rev-parse wanted")
