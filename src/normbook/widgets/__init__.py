"""Explorables: small models that answer to the hand, in a notebook and on the book's pages.

Each is a folder of this package, named by its slug; its class is the slug in CamelCase. A class is
imported when it is first asked for, so that one explorable costs nothing to a page of another.
``__init__.pyi`` names them all, for type checkers: a chapter that imports from here does not read
it, and is not executed again for a new one.

>>> from normbook.widgets import Pipeline
>>> Pipeline(x=[1, 2, 6]).x
[1.0, 2.0, 6.0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from normbook.extras import require

if TYPE_CHECKING:
    from .explorable import Explorable

require("normbook.widgets", "widgets")


def __getattr__(name: str) -> type[Explorable]:
    from .explorable import find_explorable

    slug = "".join(f"_{c.lower()}" if c.isupper() else c for c in name).removeprefix("_")
    try:
        found = find_explorable(slug)
    except LookupError as error:
        raise AttributeError(f"{__name__} has no {name}: {error}") from None
    if found.__name__ != name:
        raise AttributeError(f"{__name__} has no {name}; did you mean {found.__name__}?")
    return found


def __dir__() -> list[str]:
    """Name the explorables, too: a notebook completes from these."""
    from .explorable import find_slugs

    return [*globals(), *(slug.title().replace("_", "") for slug in find_slugs())]
