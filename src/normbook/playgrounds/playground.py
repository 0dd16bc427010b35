"""What every playground shares: its panel, its redrawing, its place in a cell's output."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import ipywidgets
import matplotlib as mpl
import matplotlib.pyplot as plt

from normbook.figures import STYLE
from normbook.figures.svg import inline_svg

HERE = Path(__file__).parent
OWN = {"__init__", "playground"}

MIME_TYPE = "application/vnd.normbook.playground+json"
"""In a cell's output: what the static page shows in the panel's place."""

ONE_AT_A_TIME = threading.RLock()
"""Matplotlib draws in one thread only, and JupyterLab's widgets may be answered in another."""

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
        A widget for each parameter of ``draw``.
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
        self.title = (source.__doc__ or slug).partition("\n")[0].strip().removesuffix(".")
        self.alt: str = source.ALT
        self.controls: dict[str, Any] = source.controls()
        self._draw = source.draw
        self._ids = f"playground{next(number)}-"
        self._paused = False
        self._start = self.values
        self._settings = self._texts()
        self._svg = self._drawn()  # a draw that fails at the start fails the cell
        self._picture = ipywidgets.HTML(inline_svg(self._svg, self.alt, self._ids))
        self._message = ipywidgets.HTML()
        self.panel = self._build_panel()
        for control in self.controls.values():
            control.observe(self._redraw, names="value")

    @property
    def values(self) -> dict[str, Any]:
        """The controls' values by name; set some or all of them, and the picture follows."""
        return {name: control.value for name, control in self.controls.items()}

    @values.setter
    def values(self, values: Mapping[str, Any]) -> None:
        if unknown := sorted(values.keys() - self.controls.keys()):
            raise LookupError(f"no control {unknown[0]!r}; there are: {', '.join(self.controls)}.")
        with self._one_redraw():
            for name, value in values.items():
                self.controls[name].value = value

    def reset(self) -> None:
        """Give every control its starting value."""
        self.values = self._start

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Playground({self.slug!r}{values})"

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data: dict[str, Any] = self.panel._repr_mimebundle_(**options)
        content = {
            "slug": self.slug,
            "title": self.title,
            "alt": self.alt,
            "controls": self._settings,
            "picture": self._svg,
        }
        data |= {"text/plain": repr(self), "image/svg+xml": self._svg, MIME_TYPE: content}
        return data, {"image/svg+xml": {"alt": self.alt}}

    def _build_panel(self) -> ipywidgets.VBox:
        style = (HERE / "panel.css").read_text(encoding="utf-8")
        title = ipywidgets.HTML(f"<style>{style}</style><strong>{escape(self.title)}</strong>")
        reset = ipywidgets.Button(description="Reset", tooltip="Back to the starting values")
        reset.on_click(lambda button: self.reset())
        for control in self.controls.values():
            control.style.description_width = "initial"  # no label is cut off
            control.layout.width = "auto"
            control.tooltip = control.tooltip or control.description
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
            svg = self._drawn()
        except Exception as error:  # whatever a draw may raise is for the reader to see
            words = escape(f"{type(error).__name__}: {error}")
            self._message.value = (
                f'<p role="alert">These values cannot be drawn; below is the last picture that was.'
                f"\n{words}</p>"
            )
        else:
            self._picture.value = inline_svg(svg, self._description(), self._ids)
            self._message.value = ""

    def _drawn(self) -> str:
        """Return the figure of the present values as SVG, and leave none open."""
        file = io.StringIO()
        with ONE_AT_A_TIME, mpl.rc_context(STYLE), plt.ioff():
            others = set(plt.get_fignums())
            try:
                figure = self._draw(**self.values)
                figure.savefig(file, format="svg", metadata={"Date": None})
            finally:
                for opened in set(plt.get_fignums()) - others:
                    plt.close(opened)
        return file.getvalue()

    def _description(self) -> str:
        """Return the picture's text alternative: at other values it is the values that tell."""
        texts = self._texts()
        if texts == self._settings:
            return self.alt
        return f"{self.title}, with {', '.join(f'{name} {value}' for name, value in texts)}"

    def _texts(self) -> list[tuple[str, str]]:
        """Return each control's label and its value as the reader sees them."""
        return [(c.description, as_text(c)) for c in self.controls.values()]

    @contextmanager
    def _one_redraw(self) -> Iterator[None]:
        """Draw once after several changes."""
        self._paused = True
        try:
            yield
        finally:
            self._paused = False
            self._redraw()


def slugs() -> list[str]:
    """Return the name of every playground."""
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in OWN)


def find_playground(slug: str) -> ModuleType:
    """Return the module of one playground.

    Raises
    ------
    LookupError
        If there is no such file.
    """
    if slug in OWN or not (HERE / f"{slug}.py").is_file():
        raise LookupError(f"no playground {slug!r}; there are: {', '.join(slugs())}.")
    return import_module(f".{slug}", __package__)


def as_text(control: Any) -> str:
    """Return a control's value as the control itself shows it.

    >>> as_text(ipywidgets.FloatLogSlider(value=1e-5, min=-8, max=0, readout_format=".0e"))
    '1e−5'
    """
    value = getattr(control, "label", control.value)  # a choice shows its label
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return " to ".join(_as_text(part, control) for part in value)
    return _as_text(value, control)


def _as_text(value: Any, control: Any) -> str:
    if isinstance(value, int | float):
        style = getattr(control, "readout_format", "g")
        if re.search(r"\dg$", style):
            style = f"#{style}"  # as the sliders' "g", which keeps zeros at the end
        text = re.sub(r"e([+-])0+(?=\d)", r"e\1", format(value, style))
        return text.replace("e+", "e").replace("-", "−")
    return str(value)
