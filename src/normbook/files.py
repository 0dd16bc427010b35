"""Writes files whole, whoever reads them meanwhile and whatever ends this process."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path

LEFT_OVER_AFTER = 600
"""Seconds after which an unfinished file is one of a process that is gone."""
MAX_BEGINNING = 240
"""Bytes of a file's name that the name of the unfinished one begins with; systems take 255."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all: else what was there stays."""
    beginning = os.fsencode(path.name)[:MAX_BEGINNING].decode(errors="ignore")
    _remove_left_over(path.parent, beginning)
    unfinished = path.with_name(f"{beginning}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _remove_left_over(folder: Path, beginning: str) -> None:
    """Remove what processes left that were killed while they wrote a file of this name."""
    is_unfinished = re.compile(re.escape(beginning) + r"\.\d+\.part").fullmatch
    with suppress(OSError):  # it is gone meanwhile, or another's, or nobody may list the folder
        for name in filter(is_unfinished, os.listdir(folder)):
            if time.time() - (folder / name).stat().st_mtime > LEFT_OVER_AFTER:
                (folder / name).unlink()
