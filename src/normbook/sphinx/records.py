"""``{records}``: a table of all recorded measurements, each with what it takes to repeat it."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from normbook.data import RECORDS

from .repository import source_url

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEADING = "| record | command | seeds | date | takes |"
RULE = "|---|---|---|---|---|"


class RecordTable(SphinxDirective):
    """One row a record; what was read from elsewhere, and not run, says so by its command."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [HEADING, RULE]
        for path in sorted(RECORDS.glob("*.json")):
            self.env.note_dependency(str(path))
            address = source_url(self.config, f"src/normbook/data/experiments/{path.name}")
            record = json.loads(path.read_text(encoding="utf-8"))
            rows.append(f"| [{path.stem}]({address}) | {' | '.join(cells(record))} |")
        parent = nodes.container(classes=["nb-records"])
        self.state.nested_parse(StringList(rows), 0, parent)
        return [parent]


def cells(record: dict[str, Any]) -> list[str]:
    """Return what a record says of itself, as a row's cells in Markdown."""
    seeds = record.get("seeds", [record["seed"]] if "seed" in record else [])
    seconds = record.get("seconds")
    command = record["command"]
    return [
        f"`{command}`" if command.startswith(("python ", "node ")) else command,
        listed(seeds),
        record.get("date", ""),
        "" if seconds is None else duration(seconds),
    ]


def listed(seeds: Sequence[int]) -> str:
    """Return seeds in few words: those that follow one another by the first and the last."""
    if len(seeds) > 2 and list(seeds) == list(range(seeds[0], seeds[-1] + 1)):
        return f"{seeds[0]} to {seeds[-1]}"
    return ", ".join(map(str, seeds))


def duration(seconds: float) -> str:
    """Return a time in the unit that reads well."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("records", RecordTable)
    return {"parallel_read_safe": True}
