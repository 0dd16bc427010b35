"""Playgrounds: panels that compute with the book's own functions, for readers who run a chapter.

Each is a file of this package, named by its slug. Its docstring's first line is the title; ``ALT``
says what the starting picture shows; ``controls()`` gives a widget for each parameter of
``draw()``, and ``draw()`` gives the figure.

>>> from normbook.playgrounds import Playground
>>> Playground("layer_norm").values["tails"]
'light'
"""

from normbook.extras import require

require("normbook.playgrounds", "notebook", "ipywidgets", "matplotlib")

from .playground import Playground, find_playground, slugs

__all__ = ["Playground", "find_playground", "slugs"]
