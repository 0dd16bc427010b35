"""The installer: it says what is missing, and which step failed."""

import ast
import json
import re
import sys
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


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left", "full"),
        ("OSError: [Errno 13] Permission denied: '/x/.venv/lib'", "not yours"),
        (
            "ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403'))",
            "proxy",
        ),
        ("SSLError(… CERTIFICATE_VERIFY_FAILED …)", "PIP_CERT"),
        ("zipfile.BadZipFile: File is not a zip file", "cache purge"),
        ("NewConnectionError: Temporary failure in name resolution", "network"),
        ("ERROR: No matching distribution found for numpy==2.4.6", "network"),
        ("Something nobody foresaw", "stands above"),
    ],
)
def test_a_failed_step_names_its_cause(capfd, said, cause):
    with pytest.raises(install.StepFailedError, match=cause):
        install.run("a step", [sys.executable, "-c", f"import sys; sys.exit({said!r})"])
    assert said in capfd.readouterr().err


def test_an_environment_that_was_interrupted_is_made_anew(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(install, "run", lambda title, command: made.append(title))
    monkeypatch.setattr(install, "PYTHON", str(tmp_path / "python"))
    install.create_venv()  # there is none
    (tmp_path / "python").write_text("#!/bin/sh\nexit 1\n")  # one without pip
    (tmp_path / "python").chmod(0o755)
    install.create_venv()
    monkeypatch.setattr(install, "PYTHON", sys.executable)
    install.create_venv()  # one with pip
    assert made == ["Creating .venv"] * 2


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
