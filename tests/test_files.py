"""Files are written whole, or stay as they were."""

import errno
import os

import pytest

from normbook.files import write_whole


def test_it_replaces_what_was_there(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"before")
    write_whole(path, b"now")
    assert path.read_bytes() == b"now"
    assert list(tmp_path.iterdir()) == [path]


def test_where_the_disk_is_full_it_leaves_what_was_there(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "a"
    path.write_bytes(b"before")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"now")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
