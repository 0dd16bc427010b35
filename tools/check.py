"""Say what is left to do in one exercise, explorable or chapter: python tools/check.py NAME.

Runs the tests that are about it and need no built site; those in Python come last, for they say by
file and line what is left.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHON_TESTS = ("tests/exercises", "tests/book", "tests/widgets", "src/normbook/widgets")


def commands(name: str, root: Path = ROOT) -> list[list[str]]:
    """Return what checks all that has this name; nothing, if nothing has it.

    Parameters
    ----------
    name
        Of a folder in ``exercises`` or ``widgets``, or of a chapter.
    root
        The folder of the book.
    """
    package = root / "src" / "normbook"
    is_explorable = (package / "widgets" / name / "widget.mjs").is_file()
    is_exercise = (package / "exercises" / name / "exercise.toml").is_file()
    if not (is_explorable or is_exercise or (root / "book" / f"{name}.md").is_file()):
        return []
    chosen = f"{name} or filled_in or readme"
    pytest = [sys.executable, "-m", "pytest", "-q", "--tb=short"]
    python = [*pytest, "--doctest-modules", "-k", chosen, *PYTHON_TESTS]
    if not is_explorable:
        return [python]
    node = ["node", "--test", "--test-reporter=dot"]
    every = [*node, f"--test-name-pattern=^{name}: ", "tests/js/every.test.mjs"]
    own = root.glob(f"tests/js/{name}.test.mjs")
    return [every, *([*node, str(test.relative_to(root))] for test in own), python]


def none_of(name: str) -> str:
    """Return in a sentence that nothing has a name; nothing, if something has it."""
    if name and commands(name):
        return ""
    return f"NAME is {name!r}; there is no exercise, explorable or chapter of that name."


def main(name: str) -> int:
    """Run the checks, all of them; return 1 if one failed."""
    said = none_of(name)
    if said:
        print(said)
        return 1
    found = commands(name)
    failed = [command for command in found if subprocess.call(command, cwd=ROOT) != 0]
    print("Something is left to do: see above." if failed else "Nothing is left to do here.")
    return int(bool(failed))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python tools/check.py NAME")
    sys.exit(main(sys.argv[1]))
