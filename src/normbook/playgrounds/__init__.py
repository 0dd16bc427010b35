"""Playgrounds: panels that compute with the book's own functions, in a notebook and on a page.

Each is a file of this package, named by its slug. Its docstring's first line is the title; ``ALT``
says what the starting picture shows; ``controls()`` gives a control for each parameter of
``draw()``, and ``draw()`` gives the chart. It imports NumPy and this package alone, so that a
page's Python runs it, too.

>>> from normbook.playgrounds import Playground
>>> Playground("layer_norm").values["tails"]
'heavy'
"""

from typing import TYPE_CHECKING, Any

from .panel.find import find_playground, slugs

if TYPE_CHECKING:
    from .panel.notebook import Playground

__all__ = ["Playground", "find_playground", "slugs"]


def __getattr__(name: str) -> Any:
    """Return the panel of notebooks, which alone needs their widgets and Matplotlib."""
    if name != "Playground":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .panel.notebook import Playground

    return Playground
