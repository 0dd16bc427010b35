"""Files are written whole, or stay as they were."""

import errno
import os
import time

import pytest

from normbook.files import LEFT_OVER_AFTER, write_whole


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


def test_what_a_killed_process_left_is_removed_and_what_another_writes_now_is_not(tmp_path):
    path, left, written = (tmp_path / name for name in ("[a]", "[a].4711.part", "[a].4712.part"))
    other = tmp_path / "[a].txt.4711.part"
    long_ago = time.time() - 2 * LEFT_OVER_AFTER
    for each in (left, written, other):
        each.write_bytes(b"ha")
    for each in (left, other):
        os.utime(each, (long_ago, long_ago))
    write_whole(path, b"now")
    assert {*tmp_path.iterdir()} == {path, written, other}


def test_a_folder_that_cannot_be_listed_may_be_written_into(tmp_path, monkeypatch):
    def refuse(_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)
    write_whole(tmp_path / "a", b"now")
    assert (tmp_path / "a").read_bytes() == b"now"


def test_a_name_may_be_as_long_as_the_system_takes_it(tmp_path):
    path = tmp_path / ("ж" * 127)
    write_whole(path, b"now")
    assert list(tmp_path.iterdir()) == [path]
