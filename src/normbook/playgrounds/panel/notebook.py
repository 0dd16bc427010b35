"""What every playground shares: its panel, its redrawing, its place in a cell's output."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from normbook.extras import missing

try:
    import ipywidgets
    import matplotlib as mpl
    import matplotlib.pyplot as plt
except ModuleNotFoundError as error:
    raise missing("Playground", "notebook", error) from error

from normbook.figures import STYLE
from normbook.figures.svg import inline_svg

from .chart import Chart, as_plain, describe
from .control import Control
from .figure import to_figure
from .find import find_playground, title_of

HERE = Path(__file__).parent

MIME_TYPE = "application/vnd.normbook.playground+json"
"""The type of that part of a cell's output from which the static page draws the panel."""

ONE_AT_A_TIME = threading.RLock()
"""Held while a figure is drawn: Matplotlib is not safe to use from two threads at a time, and
JupyterLab may call a widget's observers in another thread than the cells'."""

number = count(1)


class Playground:
    """A panel: controls above, and below them the picture that Python draws for their values.

    Parameters
    ----------
    slug
        The name of a file of ``normbook/playgrounds``.

    Attributes
    ----------
    slug, title, alt : str
        Its name; its title; what the starting picture shows.
    controls : dict of str to ipywidgets.Widget
        A widget for each parameter of ``draw``; its values are those of the control.
    panel : ipywidgets.VBox
        The widget that a notebook shows.

    Raises
    ------
    LookupError
        If there is no such playground.

    Examples
    --------
    >>> playground = Playground("layer_norm")
    >>> playground.values = {"offset": -2.0}
    >>> playground.values["offset"]
    -2.0
    """

    def __init__(self, slug: str) -> None:
        source = find_playground(slug)
        self.slug = slug
        self.title = title_of(source)
        self.alt: str = source.ALT
        self._settings: dict[str, Control] = source.controls()
        self.controls = {name: as_widget(each) for name, each in self._settings.items()}
        self._draw = source.draw
        self._ids = f"playground{next(number)}-"
        self._paused = False
        self._start = self.values
        self._chart, self._svg = self._drawn()  # a draw that fails at the start fails the cell
        self._picture = ipywidgets.HTML(inline_svg(self._svg, self.alt, self._ids))
        self._message = ipywidgets.HTML()
        self.panel = self._build_panel()
        for control in self.controls.values():
            control.observe(self._redraw, names="value")

    @property
    def values(self) -> dict[str, Any]:
        """The controls' values by name; set some or all of them, and the picture follows.

        A slider goes to the nearest of its values, and refuses what is no finite number with a
        `ValueError`.
        """
        return {name: control.value for name, control in self.controls.items()}

    @values.setter
    def values(self, values: Mapping[str, Any]) -> None:
        if unknown := sorted(values.keys() - self.controls.keys()):
            raise LookupError(f"no control {unknown[0]!r}; there are: {', '.join(self.controls)}.")
        nearest = {name: self._settings[name].nearest(value) for name, value in values.items()}
        with self._one_redraw():
            for name, value in nearest.items():
                self.controls[name].value = value

    def reset(self) -> None:
        """Give every control its starting value."""
        self.values = self._start

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Playground({self.slug!r}{values})"

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        # As ipywidgets 8 shows a widget; 7, which Colab has, shows it by another way.
        view = {"version_major": 2, "version_minor": 0, "model_id": self.panel.model_id}
        content = {
            "slug": self.slug,
            "title": self.title,
            "alt": self.alt,
            "controls": [each.as_plain() for each in self._settings.values()],
            "chart": as_plain(self._chart),
        }
        data = {
            "text/plain": repr(self),
            "application/vnd.jupyter.widget-view+json": view,
            "image/svg+xml": self._svg,
            MIME_TYPE: content,
        }
        return data, {"image/svg+xml": {"alt": self.alt}}

    def _build_panel(self) -> ipywidgets.VBox:
        style = (HERE / "panel.css").read_text(encoding="utf-8")
        title = ipywidgets.HTML(f"<style>{style}</style><strong>{escape(self.title)}</strong>")
        reset = ipywidgets.Button(description="Reset", tooltip="Back to the starting values")
        reset.on_click(lambda button: self.reset())
        for control in self.controls.values():
            control.style.description_width = "initial"  # no label is cut off
            control.layout.width = "auto"
            if control.has_trait("tooltip"):  # Colab's ipywidgets 7 shows the label there by itself
                control.tooltip = control.description
        columns = "repeat(auto-fit, minmax(min(18rem, 100%), 1fr))"
        layout = ipywidgets.Layout(grid_template_columns=columns, grid_gap="0 1.5rem")
        controls = ipywidgets.GridBox([*self.controls.values(), reset], layout=layout)
        panel = ipywidgets.VBox([title, controls, self._message, self._picture])
        panel.add_class("nb-playground")
        return panel

    def _redraw(self, change: object = None) -> None:
        """Draw the present values: a front end holds back later ones until this one is done."""
        if self._paused:
            return
        try:
            chart, svg = self._drawn()
        except Exception as error:  # whatever a draw may raise is for the reader to see
            words = escape(f"{type(error).__name__}: {error}")
            self._message.value = (
                f'<p role="alert">These values cannot be drawn; below is the last picture that was.'
                f"\n{words}</p>"
            )
        else:
            self._picture.value = inline_svg(svg, self._words(chart), self._ids)
            self._message.value = ""

    def _drawn(self) -> tuple[Chart, str]:
        """Return the chart of the present values, and its figure as SVG; leave none open."""
        chart: Chart = self._draw(**self.values)
        file = io.StringIO()
        with ONE_AT_A_TIME, mpl.rc_context(STYLE), plt.ioff():
            others = set(plt.get_fignums())
            try:
                to_figure(chart).savefig(file, format="svg", metadata={"Date": None})
            finally:
                for opened in set(plt.get_fignums()) - others:
                    plt.close(opened)
        return chart, file.getvalue()

    def _words(self, chart: Chart) -> str:
        """Return the picture's text alternative: the author's of the start, or the values."""
        if self.values == self._start:
            return self.alt
        set_to = ", ".join(
            f"{each.label} {each.words_of(self.values[name])}"
            for name, each in self._settings.items()
        )
        return f"{self.title}, with {set_to}. {describe(chart)}"

    @contextmanager
    def _one_redraw(self) -> Iterator[None]:
        """Draw once after several changes."""
        self._paused = True
        try:
            yield
        finally:
            self._paused = False
            self._redraw()


def as_widget(control: Control) -> Any:
    """Return the widget of a control."""
    kind = ipywidgets.SelectionSlider if control.slides else ipywidgets.Dropdown
    options = list(zip(control.words, control.values, strict=True))
    return kind(description=control.label, options=options, value=control.values[control.start])
