"""Runs attempts in processes of their own, within limits, and talks to them over a channel.

Three kinds of processes take part:

- This one has the tests and the solutions. It asks for calls of the attempt, and judges answers.
- A `Sandbox` starts the zygote (`zygote.py`), which loads what attempts import and has no tests
  and no solutions. For each attempt it forks a process.
- The process of an attempt gets the source, puts itself behind its fences (`lockdown.py`), runs the
  source, and answers. Whatever the attempt patches, prints, forges or ends, it does there.

What comes over the channel may be forged, so it is checked here before anything is done with it:
`unpack` makes nothing but numbers, texts, arrays and the like of it, and `_is_answer` compares it
with what was asked.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeGuard

from ..verdict.attempt import NO_ANSWER, BrokenChannelError, Gone
from ..verdict.deadline import TOO_LONG
from ..verdict.errors import CannotGradeError, LateError
from ..verdict.load import LoadError, read
from ..verdict.terms import FREE, Terms
from ..verdict.wire import (
    MAX_MESSAGE_CHARACTERS,
    MAX_PRINTED_CHARACTERS,
    WireError,
    pack,
    unpack,
)
from .frames import MAX_CONTROL_BYTES, FrameError, read_frame, write_frame
from .lent import Lender
from .limits import Limits
from .meter import Meter

AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds")
CANNOT_FORK = "Isolation needs Linux or macOS: this system cannot fork processes."
INHERITED_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR")
"""What the zygote gets of the environment. The rest may hold names and secrets."""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
ONE_ORDER = {"PYTHONHASHSEED": "0"}
"""Has a set of texts the same order in each process, so that equal files have equal answers."""
STOPPING_SECONDS = 5.0
"""For which an attempt that loads for too long may take to stop, once it is told to."""
MAX_ANSWER_BYTES = 2**20
"""Bytes of all answers in one check, which are kept in memory; a solution's are a few thousand."""
SPOILING = {"MemoryError", "RecursionError"}
"""Errors that an attempt may survive in a bad state: after one, the next check starts it anew."""
SEGFAULT_CAUSES = (
    " Too deep a recursion does that, and so does os.abort() where its own signal is refused."
)
AN_ARGUMENT = "an argument"
"""Stands for the name of a changed argument where the attempt's process denied any change."""


class Sandbox:
    """Starts processes for attempts, by a process that is started once: the zygote.

    Parameters
    ----------
    packages
        The packages that attempts import: loaded once, by the zygote, for all.
    locked
        Whether to refuse attempts all files but Python's own, processes and the network.

    Raises
    ------
    CannotGradeError
        On systems that cannot fork.
    """

    def __init__(self, packages: tuple[str, ...] = ("numpy",), locked: bool = True) -> None:
        if not AVAILABLE:
            raise CannotGradeError(CANNOT_FORK)
        self._locked = locked
        self._control, theirs = socket.socketpair()
        # -P and -s keep the current folder and the user's packages out of imports.
        command = [sys.executable, "-P", "-s", "-B", "-c", BOOTSTRAP, str(SOURCE_ROOT)]
        # PyTorch's optimizers import this at their first step: slow, and refused behind a fence.
        late = ("torch._dynamo",) if locked and "torch" in packages else ()
        with theirs:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno()), *packages, *late],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # so that Ctrl+C reaches this process alone
                env=ONE_THREAD
                | ONE_ORDER
                | {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ},
            )

    def close(self) -> None:
        """End all attempts, and the process that starts them."""
        self._control.close()
        self._process.wait()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def open(
        self, path: Path, entry: str, limits: Limits, checks: int = 1, terms: Terms = FREE
    ) -> Iterator[Pipe]:
        """Start the attempt in a file; when done, end its process and remove its folder.

        Parameters
        ----------
        path
            The file.
        entry
            The name of the function or class that it defines.
        limits
            What it may use.
        checks
            How many checks share its time.
        terms
            What its exercise allows and asks for.

        Raises
        ------
        LoadError
            If the file cannot be read, or gives no attempt.
        Gone
            If the attempt takes too long to load, or ends its process.
        BrokenChannelError
            If this sandbox broke; another one has to be made.
        """
        source = json.dumps([path.name, entry, read(path), asdict(terms)]).encode()
        with contextlib.closing(Pipe(self, source, limits, checks)) as pipe:
            pipe.load()
            yield pipe

    def start(self, scratch: str, limits: Limits, channel: socket.socket, lender: Lender) -> int:
        """Start a process for an attempt; return its number.

        Its ``channel`` and the memory of its ``lender`` are sent along.
        """
        # The meter here enforces the limit. The kernel enforces twice as much, should that fail.
        most = {"seconds": 2 * limits.seconds, "megabytes": limits.megabytes}
        start = {"scratch": scratch, "locked": self._locked, **most}
        pid: int = self._ask({"start": start}, [channel.fileno(), lender.fileno()])["pid"]
        return pid

    def end(self, pid: int) -> int:
        """Kill an attempt's process; return the wait status it ended with."""
        status: int = self._ask({"end": pid}, [])["status"]
        return status

    def _ask(self, request: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        """Send the zygote a request with descriptors; return its answer."""
        data = json.dumps(request).encode()
        try:
            if descriptors:
                socket.send_fds(self._control, [data], descriptors)
            else:
                self._control.sendall(data)
            answer: dict[str, Any] = json.loads(self._control.recv(MAX_CONTROL_BYTES))
        except (OSError, ValueError):
            raise BrokenChannelError("The process that starts attempts is gone.") from None
        return answer


@contextlib.contextmanager
def _unblamed() -> Iterator[None]:
    """Raise `BrokenChannelError` for an `OSError`: no attempt is to blame, but a full disk, say."""
    try:
        yield
    except OSError as error:
        raise BrokenChannelError(f"No process can be started: {error.strerror}.") from error


class Process:
    """The process of an attempt, with its channel, its lent memory and its folder.

    Once made, it has the source, is behind its fences, and has not run a line of the attempt.

    Raises
    ------
    BrokenChannelError
        If it cannot be started.
    """

    def __init__(self, sandbox: Sandbox, source: bytes, limits: Limits) -> None:
        self._sandbox = sandbox
        self.status: int | None = None
        """The wait status with which it ended (see `os.waitpid`); None while it runs."""
        with _unblamed(), contextlib.ExitStack() as stack:
            make = tempfile.TemporaryDirectory(prefix="normbook-", ignore_cleanup_errors=True)
            folder = stack.enter_context(make)
            mine, theirs = socket.socketpair()
            self.channel = stack.enter_context(mine).fileno()
            self.lender = stack.enter_context(Lender())
            with theirs:
                self.pid = sandbox.start(folder, limits, theirs, self.lender)
            stack.callback(self._kill)
            write_frame(self.channel, source)
            begun = read_frame(self.channel)
            if not begun:
                raise BrokenChannelError("A process ended before its attempt began.")
            self.used: float = unpack(begun)["used"]
            """The processor seconds that it had used before the attempt's first line."""
            self._held = stack.pop_all()

    def end(self) -> int:
        """End the process and remove its folder; return its wait status."""
        self._held.close()
        return self.status or 0

    def _kill(self) -> None:
        self.status = self._sandbox.end(self.pid)


class Pipe:
    """A `Channel` to an attempt in another process; if that ends, the next check starts another.

    Parameters
    ----------
    sandbox
        What starts the processes.
    source
        JSON, which each process is sent first: the file's name, the name of what it defines, its
        text and the exercise's terms.
    limits
        What the processes may use together.
    checks
        How many checks share that.
    """

    def __init__(self, sandbox: Sandbox, source: bytes, limits: Limits, checks: int) -> None:
        self._sandbox, self._source, self._limits = sandbox, source, limits
        self._meter = Meter(limits, checks)
        self.remark = ""
        """What is to be said of the source, once it is loaded; see `execute`."""
        self._start()

    def _start(self) -> None:
        self._process = Process(self._sandbox, self._source, self._limits)
        self._meter.start(self._process.pid, self._process.used)
        self._gone: Gone | None = None
        self._spoilt = False
        self._left = MAX_ANSWER_BYTES

    def load(self) -> None:
        """Have the process run the source.

        If its time is up, it is told to stop: what it has defined by then can be graded.

        Raises
        ------
        LoadError
            If it gives no attempt.
        Gone
            If that takes too long, or ends the process.
        """
        try:
            answer = self._receive("load")
        except Gone as gone:
            if gone.status != "timeout":
                raise
            answer = self._stop_loading(gone)
        if "failed" in answer:
            raise LoadError(answer["failed"][:MAX_MESSAGE_CHARACTERS])
        self.remark = answer["remark"][:MAX_MESSAGE_CHARACTERS]

    def _stop_loading(self, late: Gone) -> dict[str, Any]:
        """Have the process stop its source where that is; return its answer.

        Raises
        ------
        Gone
            If it does not stop, or has not defined the attempt by then; then with the line.
        """
        told = late
        os.kill(self._process.pid, signal.SIGINT)
        wait = partial(_wait_until, time.monotonic() + STOPPING_SECONDS)
        with contextlib.suppress(TimeoutError, FrameError, WireError, OSError):
            answer = unpack(read_frame(self._process.channel, wait, self._left))
            if _is_answer(answer, "load"):
                if "ready" in answer:
                    self._gone = None
                    return answer
                told = Gone("timeout", f"{late} {answer['failed'][:MAX_MESSAGE_CHARACTERS]}")
        self._gone = told
        raise told

    def next_check(self) -> bool:
        """Get ready for a check; return whether the attempt was started anew for it.

        That is done if its process ended, or may be in a bad state; see `SPOILING`.

        Raises
        ------
        Gone
            If the source does not load this time.
        """
        anew = self._gone is not None or self._spoilt
        if anew:
            self.start_anew()
        self._meter.lap()
        self._left = MAX_ANSWER_BYTES
        return anew

    def start_anew(self) -> bool:
        """Start the attempt anew, in another process; return that it was.

        Raises
        ------
        Gone
            If the source does not load this time.
        """
        self.close()
        self._start()
        try:
            self.load()
        except LoadError as error:
            self._gone = Gone("crash", f"Started anew, it does not load: {error}")
            raise self._gone from None
        return True

    def perform(self, operation: dict[str, Any]) -> dict[str, Any]:
        """Have the attempt's process do an operation; return its answer.

        Raises
        ------
        Gone
            If no answer comes in time, or the process ended before, in the same check.
        """
        if self._gone is not None:
            raise self._gone
        lender = self._process.lender
        lender.forget()
        answer = self._receive(operation["do"], pack(operation, lender))
        printed = {"printed": answer.pop("printed", "")[:MAX_PRINTED_CHARACTERS]}
        if answer.get("changed") == [] and lender.has_changed():
            answer["changed"] = [AN_ARGUMENT]
        if "raised" in answer:
            raised, most = answer["raised"], MAX_MESSAGE_CHARACTERS
            texts = {key: raised[key][:most] for key in ("type", "message", "line")}
            self._spoilt = self._spoilt or texts["type"] in SPOILING
            answer = {"raised": texts}
        return answer | printed

    def close(self) -> None:
        """End the process."""
        self._end()

    def _receive(self, do: str, request: bytes | None = None) -> dict[str, Any]:
        """Send a request, if there is one; return the answer, which is one to ``do``.

        Raises
        ------
        Gone
            If none comes in time, or what comes is none.
        """
        channel = self._process.channel
        try:
            if request is not None:
                write_frame(channel, request, self._meter.wait)
            data = read_frame(channel, self._meter.wait, self._left)
            self._left -= len(data)
            answer = unpack(data) if data else None
        except TimeoutError as error:
            self._gone = Gone("timeout", str(error))
        except FrameError:
            self._gone = Gone("crash", "What came back is larger than all answers need to be.")
        except WireError:
            self._gone = Gone("crash", NO_ANSWER)
        except OSError:
            self._gone = Gone("crash", self._how_it_ended())
        except LateError:  # its answer may still come, and must not answer the next request
            self._gone = Gone("timeout", TOO_LONG)
        else:
            if _is_answer(answer, do):
                return answer
            why = self._how_it_ended() if answer is None else NO_ANSWER
            self._gone = Gone("crash", why)
        raise self._gone

    def _how_it_ended(self) -> str:
        """End the process; return how it ended by itself."""
        status = self._end()
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) != signal.SIGKILL:
            ended = signal.Signals(os.WTERMSIG(status))
            why = SEGFAULT_CAUSES if ended == signal.SIGSEGV else ""
            return f"The attempt ended its process: {ended.name}.{why}"
        return "The attempt ended its process."

    def _end(self) -> int:
        """End the process; return its wait status."""
        if self._process.status is None:
            self._meter.lap()
        return self._process.end()


def _wait_until(end: float, descriptor: int, writing: bool) -> None:
    """Return once a channel can be read; raise `TimeoutError` if that is not before ``end``."""
    left = max(0.0, end - time.monotonic())
    if not any(select.select([descriptor], [], [], left)):
        raise TimeoutError


def _is_answer(answer: Any, do: str) -> TypeGuard[dict[str, Any]]:
    """Whether something received, which may be forged, is an answer to the operation ``do``."""
    if isinstance(answer, dict) and not isinstance(answer.get("printed", ""), str):
        return False
    match answer:
        case {"raised": {"type": str(), "message": str(), "line": str()}}:
            return do != "load"
        case {"value": value, "changed": list(names)} if do == "call":
            complete = "output" not in answer or type(value).__name__ == "Tensor"
            became = answer.get("became", {})
            return (
                complete
                and isinstance(became, dict)
                and all(isinstance(name, str) for name in names)
            )
        case {"value": {"plain": _}} | {"value": {"method": str()}}:
            return do == "get"
        case {"value": list()}:
            return do == "gradients"
        case {"ready": True, "remark": str()} | {"failed": str()}:
            return do == "load"
    return False


SOURCE_ROOT = Path(__file__).parents[3]
"""The folder that normbook is imported from."""
BOOTSTRAP = """\
import sys
sys.path.insert(0, sys.argv[1])
from normbook.grader.fence.zygote import main
main(int(sys.argv[2]), sys.argv[3:])
"""
"""Runs the zygote; its arguments are that folder, the descriptor of a socket, and packages."""
