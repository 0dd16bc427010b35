"""The versions of ``CHANGELOG.md``: for the feed, and for a release, which has Python alone."""

import re
from typing import NamedTuple

HEADING = re.compile(r"^## (\S+)(?: \((\d{4}-\d\d-\d\d)\))?$", re.MULTILINE)


class Version(NamedTuple):
    """What changed with a version, as Markdown, and its day, if it has one yet."""

    name: str
    day: str
    changes: str


def versions(text: str) -> list[Version]:
    """Return the versions of a change log, in its order."""
    _, *parts = HEADING.split(text)
    days = [day or "" for day in parts[1::3]]
    return list(map(Version, parts[::3], days, parts[2::3]))
