"""Reads the files of a zip, in memory, and nothing that could do harm."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

MAX_MEMBERS = 1000
"""Files in a zip, and in the zips in it."""
MAX_BYTES = 64 * 2**20
"""Bytes of all files together, unpacked."""
MAX_LISTED = 50_000
"""Files that a zip lists, and the zips in it, be they looked at or not."""
MAX_LIST_BYTES = 4 * 2**20
"""Bytes of the list of a zip's files."""
MANY = 4
"""How many times as much as one zip all zips of a student may have."""


class ArchiveError(ValueError):
    """A zip, or a file in it, is refused; the message says why."""


class LockedError(ArchiveError):
    """A file of a zip is locked with a password."""


class TooLargeError(ArchiveError):
    """The files of a zip are more, or larger, unpacked, than any answer needs."""


@dataclass
class Room:
    """What may still be read of a zip and those in it: files, their bytes, files that it lists."""

    files: int
    size: int
    listed: int

    @classmethod
    def of_a_zip(cls) -> Room:
        """Return the room that one zip has, with all that is in it."""
        return cls(MAX_MEMBERS, MAX_BYTES, MAX_LISTED)

    @classmethod
    def of_a_student(cls) -> Room:
        """Return the room that all zips of one student have."""
        return cls(MANY * MAX_MEMBERS, MANY * MAX_BYTES, MANY * MAX_LISTED)

    @property
    def is_full(self) -> bool:
        """Whether nothing more may be read."""
        return min(self.files, self.size, self.listed) <= 0

    def take_zip(self, left: Room) -> None:
        """Take what a zip has taken of its own room, of which this is left."""
        self.files -= MAX_MEMBERS - left.files
        self.size -= MAX_BYTES - left.size
        self.listed -= MAX_LISTED - left.listed

    def take_listed(self, count: int) -> None:
        """Take files that are listed, at most all; raise `TooLargeError` if there are too many."""
        left = self.listed - count
        self.listed = max(0, left)
        if left < 0:
            raise TooLargeError(f"it lists more than {MAX_LISTED} files")

    def take_files(self, count: int) -> None:
        """Take files; take none, as none is read, and raise `TooLargeError` if it is too many."""
        if count > self.files:
            has = MAX_MEMBERS - self.files + count
            raise TooLargeError(f"it has {has} files, more than {MAX_MEMBERS}")
        self.files -= count

    def take_bytes(self, content: bytes) -> None:
        """Take the bytes of a file; raise `TooLargeError` if there are too many."""
        self.size -= len(content)
        if self.size < 0:
            raise TooLargeError(f"the zip holds more than {MAX_BYTES // 2**20} MB")


class _Listed(io.BytesIO):
    """The bytes of a zip; until it is open no more at once than the list of its files may have."""

    is_open = False

    def read(self, size: int | None = -1, /) -> bytes:
        if not self.is_open and size is not None and size > MAX_LIST_BYTES:
            raise TooLargeError(f"the list of its files has {size} bytes, too many")
        return super().read(size)


def members(
    data: bytes, looked_at: Callable[[list[str]], Collection[str]], room: Room
) -> Iterator[tuple[str, bytes | ArchiveError, datetime | None]]:
    """Yield the files of a zip: name, content or why it is refused, and when it was written.

    Parameters
    ----------
    data
        The zip's content.
    looked_at
        Returns which of all names are looked at; others are neither read nor counted.
    room
        What may be read; what is read is taken from it.

    Raises
    ------
    ArchiveError
        If it is no zip.
    TooLargeError
        If there is no room for its files: they are too many, or together too large.
    """
    file = _Listed(data)
    try:
        archive = zipfile.ZipFile(file)
    except TooLargeError:
        raise
    except Exception:
        raise ArchiveError("it is no zip, or is damaged") from None
    file.is_open = True
    room.take_listed(len(archive.infolist()))
    infos = [info for info in archive.infolist() if not info.is_dir()]
    wanted = looked_at([_name(info) for info in infos])
    infos = [info for info in infos if _name(info) in wanted]
    room.take_files(len(infos))
    for info in infos:
        name = _name(info)
        try:
            content = _read(archive, info, name, room)
        except TooLargeError:
            raise
        except ArchiveError as error:
            yield name, error, None
        else:
            yield name, content, _time(info)


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, room: Room) -> bytes:
    """Return the content of a file of a zip, and take its bytes from the room.

    Raises
    ------
    ArchiveError
        If the file is refused, or cannot be unpacked.
    TooLargeError
        If it has more bytes than there is room for.
    """
    if name.startswith(("/", "\\")) or name[1:2] == ":":
        raise ArchiveError("its name is an absolute path")
    if ".." in PurePosixPath(name.replace("\\", "/")).parts:
        raise ArchiveError("its name leads out of the zip")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise ArchiveError("it is a link")
    if info.flag_bits & 1:
        raise LockedError("it is locked with a password")
    try:
        with archive.open(info) as file:
            content = file.read(room.size + 1)  # what a header says of the size may be a lie
    except Exception as error:  # of several kinds, one or more to each way of packing
        raise ArchiveError(f"it cannot be unpacked: {type(error).__name__}") from None
    room.take_bytes(content)
    return content


def _name(info: zipfile.ZipInfo) -> str:
    """Return a file's name; many tools write UTF-8 and do not say so."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def _time(info: zipfile.ZipInfo) -> datetime | None:
    """Return when a file was written, on the clock of the machine that packed it, of any zone."""
    try:
        return datetime(*info.date_time)
    except ValueError:
        return None
