"""Explorables: small models that answer to the hand, in a notebook and on the book's pages.

Each is a folder of this package, named by its slug; its class is the slug in CamelCase. A class is
imported when it is first asked for, so that one explorable costs nothing to a page of another.

>>> from normbook.widgets import Pipeline
>>> Pipeline(x=[1, 2, 6]).x
[1.0, 2.0, 6.0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from normbook.extras import require

if TYPE_CHECKING:
    from .atlas.widget import Atlas as Atlas
    from .axes.widget import Axes as Axes
    from .backward.widget import Backward as Backward
    from .cancellation.widget import Cancellation as Cancellation
    from .drift.widget import Drift as Drift
    from .epsilon.widget import Epsilon as Epsilon
    from .explorable import Explorable
    from .geometry.widget import Geometry as Geometry
    from .laboratory.widget import Laboratory as Laboratory
    from .pipeline.widget import Pipeline as Pipeline
    from .placement.widget import Placement as Placement
    from .quiz.widget import Quiz as Quiz
    from .rms_vs_layer.widget import RmsVsLayer as RmsVsLayer
    from .scaling.widget import Scaling as Scaling
    from .throw_row.widget import ThrowRow as ThrowRow
    from .training.widget import Training as Training

require("normbook.widgets", "widgets")


def _explorable_named(name: str) -> type[Explorable]:
    from .explorable import find_explorable

    slug = "".join(f"_{c.lower()}" if c.isupper() else c for c in name).removeprefix("_")
    try:
        found = find_explorable(slug)
    except LookupError as error:
        raise AttributeError(f"{__name__} has no {name}: {error}") from None
    if found.__name__ != name:
        raise AttributeError(f"{__name__} has no {name}; did you mean {found.__name__}?")
    return found


if not TYPE_CHECKING:  # a checker knows the classes above, and takes any other name for a mistake
    __getattr__ = _explorable_named


def __dir__() -> list[str]:
    """Name the explorables, too: a notebook completes from these."""
    from .explorable import find_slugs

    return [*globals(), *(slug.title().replace("_", "") for slug in find_slugs())]
