"""What the renderers of cells' outputs share: each takes one mime type, and leaves all others."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer


class MimeRenderer:
    """Renders the outputs of one mime type (a MyST-NB mime renderer).

    A class of its own for each type names it, gives it its place before other types of the same
    output, and says which node stands for it.
    """

    mime_type: ClassVar[str]
    mime_priority_overrides: ClassVar[Sequence[tuple[str, str, int]]]

    def __init_subclass__(cls, mime_type: str, priority: int) -> None:
        cls.mime_type = mime_type
        cls.mime_priority_overrides = (("html", mime_type, priority),)

    @classmethod
    def handle_mime(
        cls, renderer: "NbElementRenderer", data: "MimeData", inline: bool
    ) -> list[nodes.Element] | None:
        """Return the output's node, or None where the output is of another type or inline."""
        if data.mime_type != cls.mime_type or inline:
            return None
        return [cls.node(renderer, data)]

    @staticmethod
    def node(renderer: "NbElementRenderer", data: "MimeData") -> nodes.Element:
        """Return the node that stands for an output."""
        raise NotImplementedError


def id_prefix(data: "MimeData") -> str:
    """Return what makes the ids in a picture differ from those in every other one of its page."""
    return f"cell{data.cell_index}-{data.output_index}-"
