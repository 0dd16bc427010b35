"""Is right, and changes files and folders outside its own, in all ways there are."""

# verdict: pass
# points: 10
# needs: kernel
# ruff: noqa: SIM115

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

import numpy as np

OUTSIDE = "outside"  # test_zoo.py puts a folder's path here
NAME = "normbook_zoo_was_here"
KEPT = Path(OUTSIDE, "kept.txt")
FOLDERS = [OUTSIDE, "/", "/tmp", "/var/tmp", "/dev/shm", "/root", "..", np.__path__[0]]
WAYS = [
    *(lambda folder=folder: Path(folder, NAME).write_text("x") for folder in FOLDERS),
    *(lambda folder=folder: Path(folder, NAME + "_folder").mkdir() for folder in FOLDERS),
    lambda: Path.home().joinpath(NAME).write_text("x"),
    lambda: KEPT.write_text("x"),
    lambda: KEPT.open("a").write("x"),
    lambda: os.open(KEPT, os.O_RDONLY | os.O_TRUNC),
    lambda: os.truncate(KEPT, 0),
    lambda: KEPT.unlink(),
    lambda: KEPT.rename(NAME),
    lambda: KEPT.chmod(0),
    lambda: os.chown(KEPT, 1, 1),
    lambda: os.utime(KEPT, (0, 0)),
    lambda: os.setxattr(KEPT, "user.name", b"x"),
    lambda: os.symlink(KEPT, Path(OUTSIDE, NAME)),
    lambda: os.link(KEPT, Path(OUTSIDE, NAME)),
    lambda: os.mkfifo(Path(OUTSIDE, NAME)),
    lambda: os.mknod(Path(OUTSIDE, NAME)),
    lambda: shutil.rmtree(OUTSIDE),
    lambda: shutil.copy(__file__, OUTSIDE),
    lambda: sqlite3.connect(Path(OUTSIDE, NAME)).execute("create table t (x)"),
    lambda: np.save(Path(OUTSIDE, NAME), np.zeros(3)),
    lambda: np.memmap(KEPT, mode="w+", shape=3),
    lambda: open("/dev/tty", "w").write("10 of 10 points"),
]
for way in WAYS:
    with contextlib.suppress(OSError, AttributeError, sqlite3.Error):
        way()


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
