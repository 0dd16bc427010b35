"""The style of the book's figures; a module for each chapter that draws some of its own.

The colours are those of the explorables. The book's build replaces each by a variable of the page,
so that one figure is right on light and on dark paper (`normbook.sphinx.figure`).
"""

from typing import Any

from normbook.extras import missing

try:
    import matplotlib as mpl
    from cycler import cycler
    from matplotlib_inline.backend_inline import set_matplotlib_formats
except ModuleNotFoundError as error:
    raise missing("normbook.figures", "notebook", error) from error

INK = "#1d2733"
MUTED = "#5a6673"
LINE = "#d9d4c7"
BLUE = "#0072b2"
TEAL = "#0b6e75"
VERMILION = "#b8480c"


STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "normbook",
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "figure.figsize": (6.4, 3.6),
    "figure.constrained_layout.use": True,
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": cycler(color=[TEAL, VERMILION, BLUE, MUTED]),
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "grid.color": LINE,
    "legend.frameon": False,
}
"""Matplotlib's settings for the book's figures."""


def use_style() -> None:
    """Draw the figures of this notebook in the book's style, as SVG."""
    set_matplotlib_formats("svg")  # type: ignore[no-untyped-call]
    mpl.rcParams.update(STYLE)
