"""Write the vectors of some explorables, or of all: python tools/vectors [NAME ...]."""

import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = HERE.parents[1] / "tests" / "js" / "vectors"


def explorables() -> list[str]:
    """Return the names of those that have cases."""
    helpers = {"__init__", "__main__", "shorten", "streams"}
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in helpers)


def cases_of(name: str) -> list[dict[str, Any]]:
    """Return the cases of one."""
    cases: list[dict[str, Any]] = import_module(f"vectors.{name}").cases()
    return cases


def main(names: Sequence[str]) -> None:
    """Write a file for each explorable, or for those named, one case a line."""
    known = explorables()
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"There are no cases of {', '.join(unknown)}; there are: {', '.join(known)}.")
    for name in names or known:
        cases = cases_of(name)
        lines = ",\n".join(json.dumps(each, allow_nan=False) for each in cases)
        FOLDER.joinpath(f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        print(f"Wrote {len(cases)} cases to {name}.json.")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    main(sys.argv[1:])
