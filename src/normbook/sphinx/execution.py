"""Chapters are executed where something that they read has changed, and side by side.

An executed chapter is kept in jupyter-cache under its cells, with the fingerprint of each file of
the book that was read meanwhile, modules and data alike: `kernel.py` notes them. Where one of these
is another now, or where the files are not known, the chapter is executed again.

MyST-NB executes a chapter when it is its turn to be read. Here each that has to be is executed into
the same cache beforehand, where MyST-NB then finds it, as many at a time as there are processors.
One that fails is left out: MyST-NB executes it again, and its warning says which cell failed, and
how. Where none fails then, the page's claims are without answers, of which `claims` warns.
"""

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from importlib.util import source_from_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.cache.db import NbCacheRecord
from jupyter_cache.cache.main import JupyterCacheBase
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from jupyter_client.manager import AsyncKernelManager
from myst_nb.core.read import create_nb_reader
from nbformat import NotebookNode
from sphinx.util.display import status_iterator

from .claims import answered, expressions_in, take_answers, with_probes
from .claims.evaluate import Answer
from .kernel import UNKNOWN

if TYPE_CHECKING:
    from myst_nb.sphinx_ import SphinxEnvType
    from sphinx.application import Sphinx

KERNEL = Path(__file__).with_name("kernel.py")
LAUNCHER = ["-m", "ipykernel_launcher"]
QUIET = "--log-level=ERROR"
"""Keeps a kernel from the warning that it speaks without encryption, which is on this machine."""
UNSEEN = {"_build", "_dist", "__pycache__", "node_modules", "grader", "exercises"}
"""Folders whose files change no output of a cell. An explorable's output has its state, and not its
bundle; an exercise's task is shown by its directive, and the cells with a ``prompt`` are hidden."""

MOST_PROCESSES = 61
"""How many chapters are executed at a time at most: Windows cannot wait for more processes."""

Reads = dict[str, str]
"""The files that a chapter has read: from the path below the book's root to the fingerprint."""


# ---- which chapters


@dataclass(frozen=True)
class Chapter:
    """A page that has cells, as MyST-NB reads it."""

    docname: str
    path: Path
    notebook: NotebookNode


@dataclass(frozen=True)
class Execution:
    """What came of a chapter's cells and of its claims, and what was read."""

    result: ExecutionResult
    answers: list[Answer]
    """The answers to the chapter's claims, in order."""
    reads: Reads | None
    """What the chapter has read; None if that is not known."""


def drop_stale(
    app: "Sphinx", env: "SphinxEnvType", added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Drop the executed chapters that have read a file which changed since; return their pages."""
    kept = get_cache(env.mystnb_config.execution_cache_path)
    forget_torn(kept)
    root = Path(app.srcdir)
    now = cache(lambda name: fingerprint(root / name))
    stale = set()
    for record in kept.list_cache_records():
        reads: Reads | None = record.data.get("reads")
        if reads is None or any(now(name) != before for name, before in reads.items()):
            kept.remove_cache(record.pk)
            stale.add(record.uri)
    return [name for name in env.found_docs if str(env.doc2path(name)) in stale]


def forget_torn(kept: JupyterCacheBase) -> None:
    """Drop from the cache the chapters that an interrupted build has kept or dropped in part."""
    try:
        records = kept.list_cache_records()
    except RuntimeError:  # not even its tables are there
        kept.clear_cache()
        return
    folder = kept.path / "executed"
    whole = set()
    for record in records:
        try:
            json.loads((folder / record.hashkey / "base.ipynb").read_text(encoding="utf-8"))
            whole.add(record.hashkey)
        except (OSError, ValueError):
            NbCacheRecord.remove_record(record.pk, kept.db)
    for path in folder.glob("*"):
        if path.name not in whole:
            shutil.rmtree(path)


def execute_chapters(app: "Sphinx", env: "SphinxEnvType", docnames: list[str]) -> None:
    """Execute the chapters that are about to be read, and that the cache does not have."""
    config = env.mystnb_config
    if config.execution_mode != "cache":
        return
    kept = get_cache(config.execution_cache_path)
    chapters = list(read_chapters(env, docnames))
    waiting = [each for each in chapters if not is_kept(kept, each)]
    executed = execute_all(waiting, Path(app.srcdir), config.execution_timeout)
    failed = {}
    for chapter, future in status_iterator(
        executed, "executing chapters... ", "purple", len(waiting), stringify_func=name_of
    ):
        error = future.exception() or future.result().result.err
        if error is None:
            keep(kept, chapter, future.result())
        else:
            failed[chapter.docname] = f"{type(error).__name__}: {error}"
    found = {each.docname: kept_data(kept, each) for each in chapters}
    pairs = {
        page: list(zip(data["claims"], data["answers"], strict=True))
        for page, data in found.items()
        if "answers" in data
    }
    take_answers(app, pairs, failed)


def read_chapters(env: "SphinxEnvType", docnames: list[str]) -> Iterator[Chapter]:
    """Yield those of the pages that have cells."""
    for docname in docnames:
        path = Path(env.doc2path(docname))
        text = path.read_text(encoding="utf-8")
        reader = create_nb_reader(str(path), env.myst_config, env.mystnb_config, text)
        if reader is not None:
            yield Chapter(docname, path, reader.read(text))


def kept_data(kept: JupyterCacheBase, chapter: Chapter) -> dict[str, Any]:
    """Return the data that are kept beside an executed chapter; none if the chapter is not kept."""
    try:
        data: dict[str, Any] = kept.match_cache_notebook(chapter.notebook).data
    except KeyError:
        return {}
    return data


def is_kept(kept: JupyterCacheBase, chapter: Chapter) -> bool:
    """Return whether the cache has a chapter's cells and its claims, executed."""
    data = kept_data(kept, chapter)
    return bool(data) and data.get("claims") == expressions_in(chapter.notebook)


def keep(kept: JupyterCacheBase, chapter: Chapter, execution: Execution) -> None:
    """Put an executed chapter into the cache."""
    data = {
        "execution_seconds": execution.result.time,
        "reads": execution.reads,
        "claims": expressions_in(chapter.notebook),
        "answers": execution.answers,
    }
    bundle = CacheBundleIn(execution.result.nb, str(chapter.path), data=data)
    kept.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


# ---- how they are executed


def execute_all(
    chapters: list[Chapter], root: Path, timeout: int
) -> Iterator[tuple[Chapter, Future[Execution]]]:
    """Execute chapters, as many at a time as there are processors; yield each that is done.

    None waits within the pool, so that after Ctrl+C none begins. Where a process of the pool is
    killed, as by a system without memory, the chapters that it had not begun are left out, too.
    """
    together = min(os.cpu_count() or 1, MOST_PROCESSES)
    waiting = iter(chapters)
    running: dict[Future[Execution], Chapter] = {}
    with ProcessPoolExecutor(together) as pool:
        while True:
            try:
                for chapter in islice(waiting, together - len(running)):
                    running[pool.submit(execute, chapter, root, timeout)] = chapter
            except BrokenProcessPool:
                waiting = iter(())
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future


def name_of(executed: tuple[Chapter, Future[Execution]]) -> str:
    """Return the name of the page that was executed."""
    return executed[0].docname


def execute(chapter: Chapter, root: Path, timeout: int) -> Execution:
    """Execute a chapter's cells in a kernel of its own, in the folder where the chapter lies."""
    # On Windows a kernel that is about to end still has its notes open.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        notes = Path(folder, "notes")
        begin = time.time_ns()
        result = single_nb_execution(
            with_probes(chapter.notebook),
            cwd=str(chapter.path.parent),
            timeout=timeout,
            allow_errors=False,
            kernel_manager_class=noting_kernel(notes),
            shutdown_kernel="immediate",  # it has nothing left to write
        )
        reads = reads_in(notes.read_text("utf-8").splitlines(), root, begin)
        if result.err is not None:
            return Execution(result, [], reads)
        result.nb, answers = answered(result.nb)
        return Execution(result, answers, reads)


def noting_kernel(notes: Path) -> type[AsyncKernelManager]:
    """Return what starts kernels that note what is read."""

    class NotingKernelManager(AsyncKernelManager):
        def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
            command: list[str] = super().format_kernel_cmd(extra_arguments)
            place = command.index(LAUNCHER[0])
            assert command[place : place + 2] == LAUNCHER
            return [*command[:place], str(KERNEL), str(notes), *command[place + 2 :], QUIET]

    return NotingKernelManager


# ---- what they read


def reads_in(notes: Iterable[str], root: Path, since_ns: int) -> Reads | None:
    """Return what a kernel has noted of the files below ``root``.

    None, if it started a process, whose files it does not see, or if a file has changed since it
    began: nobody knows which of the two contents was read.
    """
    reads: Reads = {}
    for note in notes:
        if note == UNKNOWN:
            return None
        path = Path(source_from_cache(note) if note.endswith(".pyc") else note)
        if not path.is_relative_to(root):
            continue
        name = path.relative_to(root)
        if not path.exists() or any(is_ignored(part) for part in name.parts):
            continue
        if path.stat().st_mtime_ns >= since_ns:
            return None
        reads[name.as_posix()] = fingerprint(path)
    return reads


def fingerprint(path: Path) -> str:
    """Return the hash of a file's content, or of the names in a folder; nothing if it is gone."""
    if path.is_dir():
        names = sorted(each.name for each in path.iterdir() if not is_ignored(each.name))
        content = "\0".join(names).encode()
    elif path.is_file():
        content = path.read_bytes()
    else:
        return ""
    return hashlib.sha256(content).hexdigest()


def is_ignored(name: str) -> bool:
    """Return whether a file or folder of this name can change nothing that a chapter shows."""
    return name in UNSEEN or name.startswith(".")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("env-get-outdated", drop_stale)
    app.connect("env-before-read-docs", execute_chapters)
    return {"parallel_read_safe": True}
