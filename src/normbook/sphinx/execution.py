"""Chapters are executed side by side, on all processors, before Sphinx reads the first of them.

MyST-NB executes a chapter when it is its turn to be read. Here each that has to be is executed into
the same jupyter-cache beforehand, where MyST-NB then finds it. One that fails is left out: MyST-NB
executes it again, and its warning says which cell failed, and how.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.cache.main import JupyterCacheBase
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.read import create_nb_reader
from nbformat import NotebookNode
from sphinx.util.display import status_iterator

if TYPE_CHECKING:
    from myst_nb.sphinx_ import SphinxEnvType
    from sphinx.application import Sphinx


@dataclass(frozen=True)
class Chapter:
    """A page that has cells, as MyST-NB reads it."""

    docname: str
    path: Path
    notebook: NotebookNode


def execute_chapters(app: "Sphinx", env: "SphinxEnvType", docnames: list[str]) -> None:
    """Execute the chapters that are about to be read, and that the cache does not have."""
    config = env.mystnb_config
    if config.execution_mode != "cache":
        return
    cache = get_cache(config.execution_cache_path)
    waiting = [each for each in read_chapters(env, docnames) if not is_cached(cache, each)]
    executed = execute_all(waiting, config.execution_timeout)
    for chapter, future in status_iterator(
        executed, "executing chapters... ", "purple", len(waiting), stringify_func=name_of
    ):
        if future.exception() is None and future.result().err is None:
            keep(cache, chapter, future.result())


def read_chapters(env: "SphinxEnvType", docnames: list[str]) -> Iterator[Chapter]:
    """Yield those of the pages that have cells."""
    for docname in docnames:
        path = Path(env.doc2path(docname))
        text = path.read_text(encoding="utf-8")
        reader = create_nb_reader(str(path), env.myst_config, env.mystnb_config, text)
        if reader is not None:
            yield Chapter(docname, path, reader.read(text))


def is_cached(cache: JupyterCacheBase, chapter: Chapter) -> bool:
    """Return whether the cache has a chapter's cells, executed."""
    try:
        cache.match_cache_notebook(chapter.notebook)
    except KeyError:
        return False
    return True


def execute_all(chapters: list[Chapter], timeout: int) -> Iterator[tuple[Chapter, Future[Any]]]:
    """Execute chapters, as many at a time as there are processors; yield each that is done."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        try:
            running = {pool.submit(execute, chapter, timeout): chapter for chapter in chapters}
            for future in as_completed(running):
                yield running[future], future
        except BaseException:  # Ctrl-C: what has not begun is not to begin
            pool.shutdown(cancel_futures=True)
            raise


def execute(chapter: Chapter, timeout: int) -> ExecutionResult:
    """Execute a chapter's cells in a kernel of its own, in the folder where the chapter lies."""
    folder = str(chapter.path.parent)
    return single_nb_execution(chapter.notebook, folder, timeout, allow_errors=False)


def name_of(executed: tuple[Chapter, Future[Any]]) -> str:
    """Return the name of the page that was executed."""
    return executed[0].docname


def keep(cache: JupyterCacheBase, chapter: Chapter, result: ExecutionResult) -> None:
    """Put an executed chapter into the cache, as MyST-NB does."""
    data = {"execution_seconds": result.time}
    bundle = CacheBundleIn(result.nb, str(chapter.path), data=data)
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("env-before-read-docs", execute_chapters)
    return {"parallel_read_safe": True}
