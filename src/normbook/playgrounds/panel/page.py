"""What a page asks of the Python in its reader's browser: the chart for the places of controls."""

import json
from collections.abc import Sequence

from .chart import as_plain, describe
from .find import find_playground


def show(slug: str, places: Sequence[int]) -> None:
    """Print a chart as JSON, with its description.

    Parameters
    ----------
    slug
        Of a playground.
    places
        Where each control stands, as a place in the order of its values.
    """
    source = find_playground(slug)
    chosen = zip(source.controls().items(), places, strict=True)
    chart = source.draw(**{name: control.values[place] for (name, control), place in chosen})
    answer = {"chart": as_plain(chart), "words": describe(chart)}
    print(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))
