import re

import pytest
import run_all

from book import CALL

REPORT = """\
<testsuite>
<testcase classname="tests.a" name="one" time="0.5"/>
<testcase classname="tests.a" name="two" time="7.25"/>
</testsuite>
"""
COMMANDS = """\
import shutil, sys, time
from pathlib import Path
match sys.argv[1]:
    case "good":
        print("good things")
        shutil.copy("report.xml", "_build/tests/good.xml")
    case "bad":
        print("bad things")
        sys.exit(3)
    case "slow":
        while not Path("met").exists():
            time.sleep(0.01)
    case "meets":
        Path("met").touch()
    case name:
        with open("order", "a") as file:
            print(name, file=file)
"""


@pytest.fixture(autouse=True)
def tree(tmp_path, monkeypatch):
    """Stand in a folder with commands."""
    (tmp_path / "book.py").write_text(COMMANDS)
    monkeypatch.setattr(run_all, "BOOK", tmp_path / "book.py")
    (tmp_path / "report.xml").write_text(REPORT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_part_that_fails_hides_no_other_and_fails_the_whole(capfd):
    assert run_all.main(["bad", "good"]) == 1
    printed = capfd.readouterr().out
    assert "good things" in printed
    assert re.search(rf"^bad .*FAILED   \(alone: {CALL} bad\)$", printed, re.MULTILINE)
    assert re.search(r"^good .* 2 tests   passed$", printed, re.MULTILINE)
    assert printed.endswith("\n1 passed, 1 failed\n")


def test_all_that_pass_are_a_success(capfd):
    assert run_all.main(["good", "ground"]) == 0
    assert capfd.readouterr().out.endswith("\n2 passed, 0 failed\n")


def test_the_slowest_tests_come_first(capfd):
    run_all.main(["good"])
    printed = capfd.readouterr().out
    assert re.search(r" 7\.2 s +good +tests\.a::two\n +0\.5 s +good +tests\.a::one\n", printed)


def test_reports_of_an_earlier_run_do_not_count(tree, capfd):
    (tree / "_build" / "tests").mkdir(parents=True)
    old = '<testsuite><testcase classname="tests.old" name="old" time="99"/></testsuite>'
    (tree / "_build" / "tests" / "old.xml").write_text(old)
    run_all.main(["good"])
    assert "tests.old" not in capfd.readouterr().out


def test_what_stands_on_a_part_begins_once_it_has_passed(tree):
    assert run_all.main(["ground:later,after"]) == 0
    assert (tree / "order").read_text().split()[0] == "ground"
    assert sorted((tree / "order").read_text().split()) == ["after", "ground", "later"]


def test_what_stands_on_a_part_that_failed_is_not_run_and_fails(tree, capfd):
    assert run_all.main(["bad:later,after", "good"]) == 1
    assert not (tree / "order").exists()
    printed = capfd.readouterr().out
    assert printed.count("not run: bad failed") == 2
    assert printed.endswith("\n1 passed, 3 failed\n")


def test_two_parts_run_side_by_side():
    assert run_all.main(["slow", "meets"]) == 0  # slow waits for what the other writes
