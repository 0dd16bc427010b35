"""The book's commands: `python tools/book.py book` sets up, builds and serves the book.

Usage: python tools/book.py [-n] [COMMAND …] [SETTING=VALUE …]

Without a command, it lists them; with ``-n`` it says what it would do. A setting is looked for
among the environment's variables, too. Each command first sets up what it needs. Runs on the
system's Python, with the standard library alone, on Linux, macOS and Windows; `make` only calls it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import install
from steps import CommandFailedError, Session, Step

if TYPE_CHECKING:
    Command = Callable[[Session], None]

ROOT = Path(install.ROOT)
PYTHON = install.PYTHON
CALL = install.CALL

SETTINGS = {
    "PORT": "8000",
    "LAB_PORT": "8888",
    "LAB_OPTIONS": "",
    "WHICH": "oldest",
    "PAPER": "A4",
    "NAME": "",
    "CHAPTER": "",
    "REMOTE": "",
    "TAG": "",
    "SAMPLE": "",
    "SEED": "0",
}
"""The settings that commands take, and their values where none are given."""

PORTS = {"book": "PORT", "watch": "PORT", "lab": "LAB_PORT"}
"""The commands that serve, and the settings that name their ports."""

KINDS = ("exercise", "explorable", "chapter")
"""The commands that begin something of that kind, which the setting NAME names."""

BUILT = (
    *(".venv", "node_modules", "_build", "mutants", "src/normbook/*/_dist", ".pytest_cache"),
    *(".hypothesis", ".mypy_cache", ".ruff_cache", ".import_linter_cache"),
)
NEED_FORK = (
    *("src/normbook/grader/fence", "src/normbook/grader/classroom"),
    *("tests/grader/fence", "tests/grader/classroom", "tests/grader/test_cli.py"),
    *("tests/grader/test_own_exercises.py", "tests/tools/test_find_holes.py"),
)
"""Modules and tests that cannot be imported where processes cannot fork, as on Windows."""
FRONT_END = (".mjs", ".js", ".css", ".svg", "laboratory.json")
"""How the names of files end that bundles are made from."""
READ_BY_PIP = re.compile(r"^\[(?:build-system|project|tool\.hatch)\b.*?(?=^\[|\Z)", re.M | re.S)
"""Tables of pyproject.toml."""
PROVEN = re.compile(r"\{proven\}`(tests/\S+\.py)::(\w+)`")
"""A badge that names a test."""
ONE_THREAD = {"OMP_NUM_THREADS": "1"}
"""Environment for programs that start a process for each processor: more threads in each would wait
for one another."""


# ---- steps


def files(*names: str) -> Callable[[Path], Iterable[str]]:
    """Return a function that lists the files below a root that match patterns, but hidden ones."""
    return lambda root: [
        path.relative_to(root).as_posix()
        for name in names
        for path in root.glob(name)
        if not path.name.startswith(".")
    ]


def package(root: Path, kinds: tuple[str, ...] = ("",)) -> list[str]:
    """Return the names of the package's files that end in one of ``kinds``, but hidden ones."""
    found: list[str] = []
    for folder, folders, names in os.walk(root / "src" / "normbook"):
        folders[:] = [each for each in folders if each not in {"_dist", "__pycache__"}]
        place = Path(folder).relative_to(root).as_posix()
        shown = [name for name in names if not name.startswith(".")]
        found += [f"{place}/{name}" for name in shown if name.endswith(kinds)]
    return found


def front_end(root: Path) -> list[str]:
    """Return what bundles are made from."""
    return [*package(root, FRONT_END), "tools/bundle.mjs"]


def reader_sources(root: Path) -> list[str]:
    """Return what the reader's packages are made from, the place where they are among it.

    Of pyproject.toml it is what pip reads. In a folder that was moved or copied, what is installed
    would find the package in the old one.
    """
    installed = files("requirements.txt", "constraints.txt", "tools/install.py")
    version = files("src/normbook/__init__.py")  # of which the installed package has a copy
    project = root / "pyproject.toml"
    text = project.read_text(encoding="utf-8") if project.is_file() else ""
    tables = hashlib.sha256("".join(READ_BY_PIP.findall(text)).encode()).hexdigest()
    place = (root / ".venv").resolve()
    return [*installed(root), *version(root), f"pyproject.toml {tables}", f"in {place}"]


def node_sources(root: Path) -> list[str]:
    """Return that Node is lacking, where it is."""
    return [] if install.has_node() else ["none that is new enough"]


def proofs(root: Path) -> list[str]:
    """Return the tests that badges name, each with its line, to which the badge leads."""
    pages = [(root / name).read_text(encoding="utf-8") for name in files("book/*.md")(root)]
    named = {badge for page in pages for badge in PROVEN.findall(page)}
    return [f"{file}::{name}, line {line_of(root / file, name)}" for file, name in sorted(named)]


def line_of(path: Path, function: str) -> int:
    """Return the line in which a function begins; 0 if there is none."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    found = re.search(rf"^def {function}\b", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 0


def book_sources(root: Path) -> list[str]:
    """Return what the book is made from, with Pyodide's wheels where their folder is named."""
    settings = ("_config.yml", "_toc.yml", "CITATION.cff", "CHANGELOG.md")
    written = files("book/*", "book/_static/*", *settings)
    named = os.environ.get("NORMBOOK_PYODIDE_WHEELS")
    wheels = [str(path.absolute()) for path in Path(named).glob("*.whl")] if named else []
    return [*package(root), *written(root), *proofs(root), *wheels]


def set_up_reader(session: Session, changed: list[str]) -> None:
    """Install what the book needs."""
    install.install_reader()


def set_up_dev(session: Session, changed: list[str]) -> None:
    """Install what the tests need beyond that."""
    install.install_dev()


def set_up_node(session: Session, changed: list[str]) -> None:
    """Install Node, where the machine has none that is new enough."""
    install.install_node()


def install_modules(session: Session, changed: list[str]) -> None:
    """Install the front end's packages."""
    install.install_modules()


def build_bundles(session: Session, changed: list[str]) -> None:
    """Build what browsers load."""
    print("== Bundles", flush=True)
    session.run("node", "tools/bundle.mjs")


def build_wheel(session: Session, changed: list[str]) -> None:
    """Build the package as a wheel."""
    print("== Wheel", flush=True)
    session.remove("_build/wheel")
    build = (PYTHON, "-m", "hatchling", "build", "--target", "wheel")
    session.run(*build, "--directory", "_build/wheel", quiet=True)


def empty_cache(session: Session, changed: list[str]) -> None:
    """Forget the executed chapters, since they may have run with other versions of packages.

    Of itself the cache keeps an executed chapter until its cells change, or a file of the book that
    they have read (sphinx/execution.py).
    """
    session.remove("_build/.jupyter_cache")


def build_site(session: Session, changed: list[str]) -> None:
    """Build the book's pages.

    Sphinx reads again the pages for which it has to. A build that was not ended, or one with other
    settings, is begun from nothing; so is one of which a source was removed, for Sphinx leaves
    there what it made of that.
    """
    print("== The book: executing chapters, building pages", flush=True)
    read_anew = re.compile(r"book/[^/]*\.md$|src/|_build/|CHANGELOG")
    sources = [name for name in changed if not name.startswith("tests/")]  # those pages depend on
    if not all(read_anew.match(name) and (session.root / name).exists() for name in sources):
        session.remove("_build/html", "_build/.doctrees")
    try:
        session.run(PYTHON, "tools/build.py")
    except CommandFailedError:
        message = "Failed: the book; the cause stands above. To repeat this step alone:"
        raise install.StepFailedError(f"{message} {CALL} html") from None


READER = Step("the reader's packages", set_up_reader, ".venv/.reader", reader_sources)
DEV = Step(
    "the developer's packages",
    set_up_dev,
    ".venv/.dev",
    files("requirements-dev.txt"),
    needs=(READER,),
)
NODE = Step("Node", set_up_node, ".venv/.node", node_sources, after=(READER,))
MODULES = Step(
    "the front end's packages",
    install_modules,
    "node_modules/.installed",
    files("package.json", "package-lock.json"),
    after=(NODE,),
)
BUNDLES = Step(
    "the bundles",
    build_bundles,
    "src/normbook/widgets/_dist/.built",
    front_end,
    needs=(MODULES,),
)
WHEEL = Step("the wheel", build_wheel, "_build/wheel/.built", package, needs=(BUNDLES,))
CACHE = Step(
    "an empty cache",
    empty_cache,
    "_build/.cache-is-fresh",
    files("requirements.txt", "constraints.txt"),
)
SITE = Step(
    "the book",
    build_site,
    "_build/html/.built",
    book_sources,
    needs=(READER, MODULES, BUNDLES, WHEEL, CACHE),
)

# ---- commands

COMMANDS: dict[str, Command] = {}


def command(*needs: Step) -> Callable[[Command], Command]:
    """Return a decorator that makes a function a command, which first does the steps it needs."""

    def add(function: Command) -> Command:
        def prepared(session: Session) -> None:
            for step in needs:
                session.ensure(step)
            function(session)

        prepared.__doc__ = function.__doc__
        COMMANDS[function.__name__.rstrip("_").replace("_", "-")] = prepared
        return prepared

    return add


def is_root() -> bool:
    """Whether this user has all rights, on a system that has such a one."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def until_interrupted(session: Session, *command: str) -> None:
    """Run a command that its user ends with Ctrl+C, which is no failure."""
    try:
        session.run(*command)
    except KeyboardInterrupt:
        sys.exit()


@command()
def help_(session: Session) -> None:
    """List the commands."""
    try:
        for name, each in COMMANDS.items():
            text = str(each.__doc__).splitlines()[0].rstrip(".")
            print(f"  {CALL} {name:<15} {text}")
        sys.stdout.flush()
    except BrokenPipeError:  # who reads has enough: `make help | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# ---- read and run


@command(SITE)
def book(session: Session) -> None:
    """Build the book and serve it on http://localhost:8000 (PORT= changes it)."""
    port = session.settings["PORT"]
    until_interrupted(session, PYTHON, "tools/serve.py", "_build/html", "--port", port)


@command(SITE)
def html(session: Session) -> None:
    """Build the book into _build/html."""
    print(f"The book is in _build/html. To read it: {CALL} book")


@command(READER, BUNDLES)
def lab(session: Session) -> None:
    """Open the chapters as notebooks in JupyterLab (LAB_PORT=, LAB_OPTIONS= change how)."""
    session.run(PYTHON, "tools/notebooks.py")
    options = shlex.split(session.settings["LAB_OPTIONS"])
    place = ["--LabApp.default_url=/lab/tree/notebooks", *options]
    port = f"--ServerApp.port={session.settings['LAB_PORT']}"
    try:
        until_interrupted(session, "jupyter", "lab", port, *place)
    except CommandFailedError:
        if not is_root() or "--allow-root" in options:
            raise
        raise install.StepFailedError(
            "JupyterLab refuses to run as root, as one is in a container. "
            f"To allow it: {CALL} lab LAB_OPTIONS=--allow-root"
        ) from None


@command(DEV, SITE)
def watch(session: Session) -> None:
    """Serve the book, and reload its pages as you edit (PORT= changes where)."""
    until_interrupted(session, PYTHON, "tools/watch.py", "--port", session.settings["PORT"])


@command(DEV, SITE)
def pdf(session: Session) -> None:
    """Print the book, as it is built, into _build/book.pdf (PAPER=Letter: on that)."""
    session.run(PYTHON, "tools/pdf.py", "--paper", session.settings["PAPER"])


# ---- write something new


def check_name(command: str, settings: Mapping[str, str]) -> None:
    """Raise if a command cannot do what it is told, before what it needs is set up for minutes."""
    # Imported here, where an old Python, which does not read them, was refused.
    if command == "check":
        from check import none_of

        said = none_of(settings["NAME"])
        if said:
            raise install.StepFailedError(said)
    elif command in KINDS:
        from new import CannotBeginError, plan

        chapter = settings["CHAPTER"] if command == "exercise" else ""
        try:
            plan(command, settings["NAME"], chapter)
        except CannotBeginError as error:
            raise install.StepFailedError(f"Nothing was written: {error}") from None


def new(session: Session, kind: str, *options: str) -> None:
    """Begin an exercise, explorable or chapter, with the name that the setting NAME has."""
    session.run(PYTHON, "tools/new.py", kind, session.settings["NAME"], *options)


@command(READER)
def exercise(session: Session) -> None:
    """Begin an exercise: NAME=unit_length CHAPTER=scaling."""
    new(session, "exercise", "--chapter", session.settings["CHAPTER"])


@command(READER)
def explorable(session: Session) -> None:
    """Begin an explorable: NAME=unit_length."""
    new(session, "explorable")


@command(READER)
def chapter(session: Session) -> None:
    """Begin a chapter: NAME=unit_length."""
    new(session, "chapter")


@command(DEV, BUNDLES)
def check(session: Session) -> None:
    """Say what is left to do in one of these: NAME=unit_length."""
    session.run(PYTHON, "tools/check.py", session.settings["NAME"])


@command(DEV, MODULES)
def format_(session: Session) -> None:
    """Lay out the code as `lint` wants it."""
    session.run_each("ruff check --fix", "ruff format", "npx biome check --write")


# ---- check


@command(DEV, MODULES, BUNDLES)
def test(session: Session) -> None:
    """Run every test."""
    first = "html:test-browser,test-site"
    session.run(
        *(PYTHON, "tools/run_all.py", first, "test-python", "test-js", "lint", "test-workflows")
    )


def pytest(
    session: Session, name: str, *arguments: str, program: tuple[str, ...] = ("pytest",)
) -> None:
    """Run pytest, with a process a processor, and keep its report under a name."""
    options = ("-n", "auto", "--dist", "worksteal", f"--junitxml=_build/tests/{name}.xml")
    session.run(*program, *options, *arguments, variables=ONE_THREAD)


@command(DEV, MODULES)
def lint(session: Session) -> None:
    """Check style, types and the one-way streets."""
    session.run_each(
        *("ruff check", "ruff format --check", "mypy", "lint-imports"),
        "npx biome check --error-on-warnings",
    )


@command(DEV, BUNDLES)
def test_python(session: Session) -> None:
    """Test the Python code and its documented examples."""
    others = ["tests/site", "tests/browser", *(() if hasattr(os, "fork") else NEED_FORK)]
    pytest(
        session,
        "test-python",
        *(f"--ignore={each}" for each in others),
        *("tests", "src/normbook", "README.md", "--doctest-modules", "--doctest-glob=README.md"),
    )


@command(MODULES, BUNDLES)
def test_js(session: Session) -> None:
    """Test the JavaScript code."""
    (session.root / "_build" / "tests").mkdir(parents=True, exist_ok=True)
    minutes = 30  # that a file may take; the longest takes four. So an endless loop is named
    session.run(
        *("node", "--test", f"--test-timeout={minutes * 60_000}"),
        *("--test-reporter=spec", "--test-reporter-destination=stdout"),
        *("--test-reporter=junit", "--test-reporter-destination=_build/tests/test-js.xml"),
        *sorted(files("tests/js/*.test.mjs")(session.root)),
    )


@command(DEV, SITE)
def test_site(session: Session) -> None:
    """Test the built site: links, notebooks."""
    pytest(session, "test-site", "tests/site")


@command(DEV, SITE)
def test_browser(session: Session) -> None:
    """Test the built site in Chrome or Chromium and in Firefox, and a live JupyterLab."""
    pytest(session, "test-browser", "tests/browser")


@command(DEV, SITE)
def test_lab(session: Session) -> None:
    """Walk through the chapters in JupyterLab: this one, or what NORMBOOK_LAB starts."""
    pytest(session, "test-lab", "tests/browser/test_lab.py")


@command(DEV)
def test_workflows(session: Session) -> None:
    """Check the GitHub workflows."""
    workflows = sorted(files(".github/workflows/*.yml")(session.root))
    session.run_each(
        "zizmor --offline --quiet --persona auditor .github/workflows",
        f"check-jsonschema --builtin-schema vendor.github-workflows {shlex.join(workflows)}",
    )


@command(DEV, SITE)
def test_versions(session: Session) -> None:
    """Execute the chapters, and test the norms, with other versions: WHICH=oldest or newest."""
    which = session.settings["WHICH"]
    session.run(PYTHON, "tools/versions.py", which)
    program = (install.python_of(f"_build/versions/{which}"), "-m", "pytest")
    tests = ("tests/site/test_notebooks.py", "tests/norms")
    pytest(session, "test-versions", *tests, program=program)


@command(SITE)
def links(session: Session) -> None:
    """Try every link of the book that leads elsewhere; needs a network."""
    session.run(PYTHON, "tools/links.py")


@command(DEV)
def mutation(session: Session) -> None:
    """Change the code, and list the changes that no test notices: hours, less with SAMPLE=400."""
    sample = session.settings["SAMPLE"]
    options = ["--sample", sample, "--seed", session.settings["SEED"]] if sample else []
    session.run(PYTHON, "tools/mutation.py", *options, variables=ONE_THREAD)


@command(DEV)
def holes(session: Session) -> None:
    """Change right answers to the exercises, and list the wrong ones that have full marks."""
    session.run(PYTHON, "tools/find_holes.py", variables=ONE_THREAD)


@command(DEV, SITE)
def bench(session: Session) -> None:
    """Print the numbers that CONTRIBUTING.md names."""
    session.run_each(
        "python tools/bench_norms.py",
        "python tools/bench_grader.py",
        "python tools/bench_diagnosis.py",
        "python tools/bench_class.py",
        "pytest -q tests/grader/fence/test_zoo.py",
        "node tools/bundle.mjs",
        "python tools/bench_book.py",
        "python tools/bench_site.py",
        "python tools/bench_site.py --lighthouse",
        "python tools/bench_page.py",
        "python tools/bench_explorables.py",
        "python tools/bench_playgrounds.py",
        "node tools/bench_laboratory.mjs",
        "python tools/bench_binder.py",
    )


@command(READER, NODE)
def experiments(session: Session) -> None:
    """Measure anew what the book shows as recorded: about 95 minutes."""
    session.run(PYTHON, "-m", "normbook.experiments")
    session.run("node", "tools/measure_laboratory.mjs")


# ---- for workflows


@command(READER)
def grade(session: Session) -> None:
    """Grade the attempts in exercises/, as CI does; isolated, where the system can."""
    isolated = [] if os.name == "nt" else ["--isolated"]
    session.run("normbook", "grade", *isolated)


@command()
def publish(session: Session) -> None:
    """Push the site, as it is built, to the branch gh-pages of REMOTE."""
    session.run(sys.executable, "tools/publish.py", session.settings["REMOTE"])


@command()
def release(session: Session) -> None:
    """Gather site, PDF and package, as they are built, for the release TAG."""
    session.run(sys.executable, "tools/release.py", session.settings["TAG"])


# ---- parts


@command(BUNDLES)
def bundles(session: Session) -> None:
    """Build the explorables and the site's styles and scripts."""


@command(WHEEL)
def wheel(session: Session) -> None:
    """Build the package as a wheel."""


@command(BUNDLES)
def dist(session: Session) -> None:
    """Build the package as sdist and wheel, into _build/dist."""
    session.remove("_build/dist")
    session.run(PYTHON, "-m", "hatchling", "build", "--directory", "_build/dist")


@command(READER)
def vectors(session: Session) -> None:
    """Write the numbers that the JavaScript tests compare with: of all, in minutes, or NAME=."""
    session.run(PYTHON, "tools/vectors", *session.settings["NAME"].split())


@command(DEV, SITE)
def screenshots(session: Session) -> None:
    """Take the pictures of README."""
    session.run(PYTHON, "tools/screenshots.py")


@command(DEV)
def lock(session: Session) -> None:
    """Pin anew what requirements*.txt need in turn."""
    session.run_each(
        "uv pip compile --quiet --universal --python-version 3.11 --upgrade --no-header"
        " --no-annotate --no-emit-index-url --no-emit-find-links --no-emit-package torch"
        " requirements.txt requirements-dev.txt --output-file constraints.txt"
    )


@command()
def clean(session: Session) -> None:
    """Remove all that was built and installed."""
    session.wait_for_builds()
    session.remove(*BUILT)


# ---- what was asked for


def as_port(text: str) -> int | None:
    """Return the port that a text names; None if it names none."""
    port = int(text) if text.isdecimal() else -1
    return port if 0 <= port <= 65535 else None


def parse(arguments: list[str]) -> tuple[list[str], dict[str, str], bool]:
    """Return the commands, the settings, and whether to say only what would be done.

    Raises
    ------
    StepFailedError
        If there is no such command or setting, or a port is none.
    """
    settings = {name: os.environ.get(name, default) for name, default in SETTINGS.items()}
    commands = []
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if argument == "-n":
            continue
        if name not in (settings if equals else COMMANDS):
            known = ", ".join(settings if equals else COMMANDS)
            kind = "setting" if equals else "command"
            raise install.StepFailedError(f"There is no {kind} {name!r}. There are: {known}.")
        if equals:
            settings[name] = value
        else:
            commands.append(name)
    for name in commands:
        setting = PORTS.get(name, "")
        if setting and as_port(settings[setting]) is None:
            raise install.StepFailedError(
                f"{setting}={settings[setting]} is no port, a number from 0 to 65535. As usual: "
                f"{CALL} {name} {setting}={SETTINGS[setting]}"
            )
    return commands or ["help"], settings, "-n" in arguments


def set_environment() -> None:
    """Let what is run find what is installed here, and read and write UTF-8 on every system.

    What Python has compiled is kept, whatever the shell says of it: a test starts some hundred
    processes, and each would compile NumPy, PyTorch and Sphinx again.
    """
    os.environ["PATH"] = os.pathsep.join([install.BIN, os.environ.get("PATH", os.defpath)])
    os.environ["PYTHONUTF8"] = "1"
    os.environ["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def main(arguments: list[str]) -> int:
    """Do what was asked for; return the exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    for stream in (sys.stdout, sys.stderr):  # a terminal may lack the letters of a sentence
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        install.check_python(sys.version_info[:2])
        commands, settings, dry = parse(arguments)
        set_environment()
        session = Session(ROOT, settings, dry)
        for name in commands:
            check_name(name, settings)
            COMMANDS[name](session)
    except install.StepFailedError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except CommandFailedError as error:
        return error.status if 0 < error.status < 256 else 1
    except KeyboardInterrupt:
        print("\nInterrupted. The same command goes on from here.", file=sys.stderr)
        return 128 + signal.SIGINT
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
