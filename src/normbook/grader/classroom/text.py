"""Makes what students named or wrote fit to be shown."""

from __future__ import annotations


def plain(text: str) -> str:
    """Return text in one line that no terminal or log takes for a command."""
    return "".join(each if each.isprintable() else "�" for each in text)
