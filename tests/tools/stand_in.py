"""Stands in for the programs that build and test the book, which take minutes: these do not.

Usage: python stand_in.py PROGRAM …, in the root of a project with little in it. What a program
makes it writes by halves, and after each it comes to a moment. At moment ``STOP_AT`` it signals its
process group with ``SIGNAL``, as a terminal or a machine that runs out of memory would do.
"""

import json
import os
import shutil
import signal
import sys
from pathlib import Path

ROOT = Path.cwd()
PACKAGES = ROOT / ".venv" / "packages"
BUNDLE = ROOT / "src/normbook/widgets/_dist/bundle.mjs"
WHEEL = ROOT / "_build/wheel/book.whl"
MOMENTS = ROOT / "moments"
DONE = ROOT / "done"


def moment() -> None:
    """Come to the next moment, and maybe to no other."""
    with MOMENTS.open("a") as file:
        file.write(".")
    if MOMENTS.stat().st_size >= int(os.environ.get("STOP_AT", sys.maxsize)):
        os.killpg(0, signal.Signals[os.environ["SIGNAL"]])


def write(path: Path, text: str) -> None:
    """Write a file by halves."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text[: len(text) // 2])
    moment()
    path.write_text(text)
    moment()


def sources(pattern: str) -> str:
    """Return what the files that a pattern names have in them."""
    return "".join(path.read_text() for path in sorted(ROOT.glob(pattern)))


def pip(*arguments: str) -> None:
    """Install a package, as pip does: its name comes last, and who has one has all of it."""
    name = Path(arguments[-1]).stem or "normbook"
    metadata = PACKAGES / f"{name}.dist-info"
    if "install" not in arguments or metadata.exists():
        return
    write(metadata / "METADATA", name)
    write(PACKAGES / f"{name}.py", f"the code of {name}")
    (metadata / "INSTALLER").write_text("pip")


def npm(*_: str) -> None:
    """Install the front end's packages, all anew."""
    shutil.rmtree(ROOT / "node_modules", ignore_errors=True)
    write(ROOT / "node_modules" / "package.json", sources("package-lock.json"))


def bundle(*_: str) -> None:
    """Make the bundle from the widgets and from what is installed."""
    write(BUNDLE, sources("src/normbook/widgets/*.mjs") + sources("node_modules/package.json"))


def hatchling(*_: str) -> None:
    """Make the wheel from the package and the bundle."""
    write(WHEEL, sources("src/normbook/*.py") + BUNDLE.read_text())


def sphinx(*_: str) -> None:
    """Build the pages that were not read before as they are now, as Sphinx does."""
    shared = WHEEL.read_text() + sources(".venv/packages/requirements.py")
    pages = {path.stem: path.read_text() + shared for path in sorted(ROOT.glob("book/*.md"))}
    environment = ROOT / "_build/.doctrees/environment"
    before = json.loads(environment.read_text()) if environment.exists() else {}
    write(environment, json.dumps(pages))
    for name, text in pages.items():
        if text != before.get(name):
            write(ROOT / "_build/html" / f"{name}.html", text)


def tests(*arguments: str) -> None:
    """Write a report on one test where it is wanted."""
    for argument in arguments:
        option, _, path = argument.partition("=")
        if option in {"--junitxml", "--test-reporter-destination"} and path != "stdout":
            write(ROOT / path, '<testsuite><testcase name="one" time="1"/></testsuite>')


def main(program: str, *arguments: str) -> None:
    """Do what a program does that gets these arguments."""
    match [program, *arguments]:
        case ["python", "-c", *_]:
            print(PACKAGES)
        case ["python", "tools/run_all.py", *_]:
            os.execv(sys.executable, [sys.executable, *arguments])
        case ["node", "--version"]:
            print("v24.0.0")
        case ["python", "-m", "pip", *rest]:
            pip(*rest)
        case ["npm", *_]:
            npm()
        case ["node", "tools/bundle.mjs"]:
            bundle()
        case ["python", "-m", "hatchling", *_]:
            hatchling()
        case ["python", "tools/build.py"]:
            sphinx()
        case _:
            tests(*arguments)
    with DONE.open("a") as file:
        print(program, *arguments[:2], file=file)


if __name__ == "__main__":
    main(*sys.argv[1:])
