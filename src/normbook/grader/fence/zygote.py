"""The zygote, parent of all attempts' processes: loads packages once, and forks for each attempt.

It runs in a process of its own, which has neither tests nor solutions. Over a socket it gets two
kinds of requests, in JSON:

- ``{"start": {…}}`` comes with two descriptors, the attempt's ends of the channel and of the lent
  memory. The zygote forks a process (`_serve`), and answers ``{"pid": its number}``.
- ``{"end": pid}`` has it kill that process, and answer ``{"status": how it ended}``.

When the socket closes, it kills all of them and ends.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ..verdict.host import Host
from ..verdict.load import LoadError, OverdueError, execute, require_callable
from ..verdict.terms import Terms
from ..verdict.wire import MAX_MESSAGE_CHARACTERS, pack, unpack
from .frames import MAX_CONTROL_BYTES, read_frame, write_frame
from .lent import Borrower
from .lockdown import limit, lock
from .view import View, view_without

PACKAGE = Path(__file__).parents[2]
"""The folder of normbook, with the tests and solutions that no attempt may see."""
STANDARD_STREAMS = 3
"""How many descriptors input, output and errors have: 0, 1 and 2."""
MAX_DESCRIPTORS = 1024
"""Descriptors below this number are closed in an attempt's process, but for its channel."""


def main(descriptor: int, packages: Sequence[str]) -> None:
    """Load packages, then answer requests on a socket, given by its descriptor, until it closes."""
    for name in packages:
        importlib.import_module(name)
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)  # threads do not survive a fork
    _unload_package()
    view = view_without(PACKAGE)
    control = socket.socket(fileno=descriptor)
    living: set[int] = set()
    with contextlib.suppress(ConnectionError):  # the grader was killed, and reads no answer
        while True:
            data, descriptors, _, _ = socket.recv_fds(control, MAX_CONTROL_BYTES, 2)
            if not data:
                break
            request = json.loads(data)
            if "start" in request:
                channel, memory = descriptors
                pid = os.fork()
                if pid == 0:
                    control.close()
                    _serve(channel, memory, view, **request["start"])
                for descriptor in descriptors:
                    os.close(descriptor)
                living.add(pid)
                control.sendall(json.dumps({"pid": pid}).encode())
            else:
                living.discard(request["end"])
                control.sendall(json.dumps({"status": _kill(request["end"])}).encode())
    for pid in living:
        _kill(pid)


def _kill(pid: int) -> int:
    """Kill the process of an attempt and all of its group; return its wait status."""
    for victim in (-pid, pid):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(victim, signal.SIGKILL)
    return os.waitpid(pid, 0)[1]


def _unload_package() -> None:
    """Take this package from the loaded modules, and the folders that hold it from `sys.path`.

    A folder that holds NumPy, too, as site-packages may, has to stay. Then `execute` refuses an
    attempt's import of this package, and so do the fences of an isolated one.
    """
    for name in [name for name in sys.modules if name.split(".")[0] == "normbook"]:
        del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if not Path(entry, "normbook").is_dir()] + [
        entry for entry in sys.path if Path(entry, "numpy").is_dir()
    ]


def _serve(
    channel: int,
    memory: int,
    view: View,
    *,
    scratch: str,
    seconds: float,
    megabytes: int,
    locked: bool,
) -> NoReturn:
    """Be the process of one attempt: read its source, put up the fences, answer until the end.

    Parameters
    ----------
    channel
        The descriptor over which requests come and answers go.
    memory
        The descriptor of the memory in which arguments are lent; see `Lender`.
    view
        What the attempt may read if it is isolated.
    scratch
        An empty folder, to be the current one.
    seconds
        Processor seconds after which the kernel ends the process.
    megabytes
        Memory that it may use.
    locked
        Whether it is isolated.
    """
    status = 1
    try:
        borrower = Borrower(memory)
        channel = _leave_the_zygote(channel, scratch)
        path, entry, source, terms = json.loads(read_frame(channel))
        limit(seconds, megabytes)
        if locked:
            lock(Path(scratch), view)
        # The time so far is not the attempt's. Once its first line ran, it could forge this number.
        write_frame(channel, pack({"used": time.process_time()}))
        _answer_operations(channel, borrower, Path(path), entry, source, Terms(**terms))
        status = 0
    finally:
        os._exit(status)  # so that no exit handler of the attempt runs


def _chdir_elsewhere(change: Callable[..., None]) -> Callable[..., None]:
    """Return an `os.chdir` that does nothing if it names the current folder.

    Many a file begins by going to its own, and the fence refuses to go anywhere.
    """

    def chdir(path: Any) -> None:
        if isinstance(path, int) or os.path.realpath(path) != os.path.realpath(""):
            change(path)

    return chdir


def _leave_the_zygote(channel: int, scratch: str) -> int:
    """Leave the zygote's session, descriptors, folder and environment; return the channel's place.

    The standard streams become the null device and the channel comes right behind them. All other
    descriptors are closed, so that an attempt has none of the zygote's.
    """
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(STANDARD_STREAMS):
        os.dup2(null, stream)
    kept = os.dup2(channel, STANDARD_STREAMS)
    os.closerange(kept + 1, MAX_DESCRIPTORS)
    os.chdir(scratch)
    os.chdir = _chdir_elsewhere(os.chdir)
    os.environ.clear()
    os.environ.update(HOME=scratch, TMPDIR=scratch, OMP_NUM_THREADS="1", LANG="C.UTF-8")
    sys.argv = [""]  # what this process was started with is none of an attempt's
    os.environ["TORCHDYNAMO_DISABLE"] = "1"  # `torch.compile` would start a compiler
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a file that grows too large raises OSError
    return kept


def _stop_loading(*_: object) -> NoReturn:
    """End the source's run, where the grader says by a signal that its time is up."""
    raise OverdueError


def _answer_operations(
    channel: int, borrower: Borrower, path: Path, entry: str, source: str, terms: Terms
) -> None:
    """Load the attempt, say how that went, and then answer operations until the channel closes."""
    remarks: list[str] = []
    signal.signal(signal.SIGINT, _stop_loading)
    try:
        attempt = execute(source, path, entry, remarks.append, terms.packages)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        require_callable(attempt, entry)
    except LoadError as error:
        write_frame(channel, pack({"failed": str(error)[:MAX_MESSAGE_CHARACTERS]}))
        return
    host = Host(attempt, path, terms)
    remark = " ".join(remarks)[:MAX_MESSAGE_CHARACTERS]
    write_frame(channel, pack({"ready": True, "remark": remark}))
    while operation := read_frame(channel):
        write_frame(channel, host.perform_aloud(unpack(operation, borrower)))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
