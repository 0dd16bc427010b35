"""The installer: it says what is missing, and which step failed."""

import ast
import json
import re
from pathlib import Path

import install
import pytest

ROOT = Path(__file__).parents[2]


def test_an_old_python_gets_a_sentence():
    with pytest.raises(install.StepFailedError, match=r"3\.11 or newer, and python3 is 3\.8"):
        install.check_python((3, 8, 10))


def test_a_new_python_passes():
    install.check_python((3, 14, 0))


def test_the_installer_reads_as_old_python():
    source = (ROOT / "tools" / "install.py").read_text()
    ast.parse(source, feature_version=(3, 7))


def test_a_failed_step_says_how_to_repeat_it(capfd):
    with pytest.raises(install.StepFailedError, match="Failed: a step") as error:
        install.run("a step", ["false"])
    assert str(error.value).endswith("\n  false")
    assert "== a step" in capfd.readouterr().out


def test_a_step_that_may_fail_does_not_stop(capfd):
    assert install.run("a step", ["false"], may_fail=True) is False
    assert "not available" in capfd.readouterr().out


def test_a_node_that_is_none_has_version_zero(tmp_path):
    assert install.node_version(str(tmp_path / "node")) == 0


def test_the_lab_settings_are_json():
    assert "defaultViewers" in json.dumps(json.loads(install.LAB_SETTINGS))


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "constraints.txt"])
def test_everything_is_pinned_and_nothing_names_an_address(name):
    lines = (ROOT / name).read_text().splitlines()
    entries = [line.split("#")[0].split(";")[0].strip() for line in lines]
    entries = [entry for entry in entries if entry]
    assert entries
    unpinned = [entry for entry in entries if not re.fullmatch(r"[\w.-]+==[\w.+]+", entry)]
    assert unpinned == []


def test_the_front_end_s_lock_file_has_no_address():
    lock = json.loads((ROOT / "package-lock.json").read_text())
    assert [name for name, entry in lock["packages"].items() if "resolved" in entry] == []


def test_binder_has_the_reader_s_pytorch():
    text = (ROOT / "binder" / "requirements.txt").read_text()
    assert f"{install.TORCH}+cpu" in text
    assert install.NODE_PACKAGE in text
    assert install.TORCH in (ROOT / "requirements.txt").read_text()
