"""What every explorable shares: its bundle, its words, its state, its place in a cell's output."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Self

import anywidget
from traitlets import Dict, default

from normbook.data import DATA

HERE = Path(__file__).parent

MIME_TYPE = "application/vnd.normbook.explorable+json"
"""The type of that part of a cell's output, slug and state, from which the static page is built."""


class Explorable(anywidget.AnyWidget):
    """One explorable: a few traits in Python, drawn by ``<slug>/widget.mjs``.

    A subclass lives in ``<slug>/widget.py``, names its ``slug`` and declares its traits. Beside it
    stand ``widget.mjs``, ``widget.css`` and ``text.md``: a title, then the text alternative,
    of paragraphs and of items, which begin with ``- ``.

    Raises
    ------
    FileNotFoundError
        If the bundles were not built.
    TypeError
        If it has no trait of a name.
    traitlets.TraitError
        If a trait is given a value that it does not allow.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    alternative: ClassVar[tuple[str, ...]]
    """The paragraphs and items of ``text.md``, in their order, each without line breaks."""
    begin: ClassVar[str] = ""
    """The words on the button that a page shows below a brief explorable. A press of it loads the
    explorable, and then presses the explorable's own button of that name. "" if it is never
    brief."""
    page_width: ClassVar[int] = 972
    """How wide its own page becomes, in CSS pixels."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "slug" not in vars(cls):
            return  # a base of explorables
        if taken := vars(cls).keys() & set(anywidget.AnyWidget.class_trait_names()):
            raise TypeError(f"{cls.__name__}.{min(taken)}: every widget has such a trait; rename.")
        text = (HERE / cls.slug / "text.md").read_text(encoding="utf-8")
        first, _, rest = text.partition("\n")
        cls.title = first.removeprefix("#").strip()
        parts = re.split(r"\n\n+|\n(?=- )", rest.strip())
        cls.alternative = tuple(" ".join(part.split()) for part in parts if part)

    def __init__(self, **values: Any) -> None:
        for name in values:
            if not self.has_trait(name):  # traitlets lets it pass
                there = ", ".join(self.state_names())
                raise TypeError(f"{type(self).__name__} has no trait {name!r}; it has: {there}.")
        super().__init__(**values)

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return the explorable in one of its settings that have a name.

        Raises
        ------
        LookupError
            If there is none of that name.
        """
        raise LookupError(f"no preset {name!r}: {cls.slug} has none.")

    @staticmethod
    def dist() -> Path:
        """Return the folder of what ``make bundles`` built; its ``explorables`` has the modules."""
        return HERE / "_dist"

    @classmethod
    def module_path(cls) -> Path:
        """Return the path of the bundled module."""
        return cls.dist() / "explorables" / f"{cls.slug}.mjs"

    @property
    def _esm(self) -> str:
        return self._bundle(".mjs")

    @property
    def _css(self) -> str:
        return self._bundle(".css")

    def _bundle(self, suffix: str) -> str:
        path = self.module_path().with_suffix(suffix)
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise FileNotFoundError(
                f"{path} is missing: run `python tools/book.py bundles`."
            ) from None

    def state(self) -> dict[str, Any]:
        """Return what defines the picture: the names and values of the traits, JSON-able."""
        return {name: getattr(self, name) for name in self.state_names()}

    @classmethod
    def state_names(cls) -> list[str]:
        """Return the names of the traits that define the picture, in alphabetical order."""
        inherited = anywidget.AnyWidget.class_trait_names(sync=True)
        names = set(cls.class_trait_names(sync=True)).difference(inherited)
        return sorted(n for n in names if not n.startswith("_") and n != "record")

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.state().items())
        return f"{type(self).__name__}({values})"

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = super()._repr_mimebundle_(**options)
        assert bundle is not None  # an explorable always has a view
        data, metadata = bundle
        data[MIME_TYPE] = {"slug": self.slug, "state": self.state()}
        return data, metadata


class RecordedExplorable(Explorable):
    """An explorable of measurements that were recorded beforehand.

    A subclass names the ``recorded_in``, a file of ``normbook/data``. Its content is the trait
    ``record``, which cannot be set; it is no part of the state.
    """

    recorded_in: ClassVar[str]
    recorded_for: ClassVar[dict[str, tuple[str, ...]]] = {}
    """From the name of a trait to those of its values that are drawn from the record. A page
    fetches the record when all these traits have such values; if there are none, at once."""
    recorded_to: ClassVar[dict[str, int]] = {}
    """From the name of tables in the record to how many steps a unit has in which a picture shows
    their numbers: a page gets these as whole steps, which are fewer bytes."""

    record = Dict(read_only=True).tag(sync=True)

    @classmethod
    def record_path(cls) -> Path:
        """Return the path of the record."""
        return DATA / cls.recorded_in

    @default("record")
    def _read_record(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.record_path().read_text(encoding="utf-8"))
        return content


def find_slugs() -> list[str]:
    """Return the names of all explorables, in alphabetical order."""
    return sorted(path.parent.name for path in HERE.glob("*/widget.py"))


def find_explorable(slug: str) -> type[Explorable]:
    """Return the class of one explorable.

    Parameters
    ----------
    slug
        The name of its folder.

    Raises
    ------
    LookupError
        If there is no such folder, or its module has no explorable, or several.

    Examples
    --------
    >>> find_explorable("pipeline").title
    'LayerNorm in four steps'
    """
    if not (HERE / slug / "widget.py").is_file():  # listed then alone: see read_record
        raise LookupError(f"no explorable {slug!r}; there are: {', '.join(find_slugs())}.")
    module = import_module(f".{slug}.widget", __package__)
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Explorable)
        and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise LookupError(f"{slug}/widget.py has {len(found)} explorables; expected one class.")
    return found[0]
