"""Runs attempts in processes of their own, within limits, and reaches them over a pipe.

The tests stay here. Whatever an attempt patches, prints, forges or ends, it does to its own
process; here arrive values, or nothing more.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeGuard

from ..verdict.attempt import ENDED_BEFORE, Gone
from ..verdict.deadline import TOO_LONG, LateError
from ..verdict.load import LoadError, read
from ..verdict.wire import MAX_MESSAGE_CHARACTERS, WireError, pack, unpack
from .frames import MAX_CONTROL_BYTES, FrameError, read_frame, write_frame
from .lent import Lender
from .limits import Limits

AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds")
# No names, no secrets.
INHERITED_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR")
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
MAX_ANSWER_BYTES = 4 * 2**20
"""Of all answers of an attempt together, which are kept: a solution's are a few thousand."""
AN_ARGUMENT = "an argument"
"""That changed, though the attempt's process names none."""


class Sandbox:
    """Starts processes for attempts; itself a process that is started once.

    Parameters
    ----------
    packages
        What attempts import: loaded once, and shared by all.
    locked
        Whether to refuse attempts all files but Python's own, processes and the network.

    Raises
    ------
    RuntimeError
        On systems that cannot fork.
    """

    def __init__(self, packages: tuple[str, ...] = ("numpy",), locked: bool = True) -> None:
        if not AVAILABLE:
            raise RuntimeError("Isolation needs Linux or macOS: this system cannot fork processes.")
        self._locked = locked
        self._control, theirs = socket.socketpair()
        # Started as a module of its own: -I keeps the reader's folder and settings out.
        command = [sys.executable, "-I", "-B", "-c", BOOTSTRAP, str(SOURCE_ROOT)]
        # An optimizer loads this at its first step: behind the lock it could not, and it is slow.
        late = ("torch._dynamo",) if locked and "torch" in packages else ()
        with theirs:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno()), *packages, *late],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl+C is for this process, which ends that one
                env=ONE_THREAD
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
    def open(self, path: Path, entry: str, limits: Limits) -> Iterator[Pipe]:
        """Start the attempt in a file; end it, and remove what it wrote, when done.

        Raises
        ------
        LoadError
            If the file cannot be read, or gives no attempt.
        Gone
            If the attempt takes too long to load, or ends its process.
        """
        source = read(path)
        mine, theirs = socket.socketpair()
        folder = tempfile.TemporaryDirectory(prefix="normbook-", ignore_cleanup_errors=True)
        with mine, folder as scratch, Lender() as lender:
            with theirs:
                start = {"scratch": scratch, "locked": self._locked, **vars(limits)}
                pid = self._ask({"start": start}, [theirs.fileno(), lender.fileno()])["pid"]
            pipe = Pipe(self, mine, pid, time.monotonic() + limits.seconds, limits, lender)
            try:
                answer = pipe.exchange(json.dumps([path.name, entry, source]).encode(), "load")
                if "failed" in answer:
                    raise LoadError(answer["failed"][:MAX_MESSAGE_CHARACTERS])
                yield pipe
            finally:
                pipe.end()

    def end(self, pid: int) -> int:
        """Kill an attempt's process; return the wait status it ended with."""
        status: int = self._ask({"end": pid}, [])["status"]
        return status

    def _ask(self, request: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        data = json.dumps(request).encode()
        if descriptors:
            socket.send_fds(self._control, [data], descriptors)
        else:
            self._control.sendall(data)
        answer: dict[str, Any] = json.loads(self._control.recv(MAX_CONTROL_BYTES))
        return answer


class Pipe:
    """A way to an attempt in another process."""

    def __init__(
        self,
        sandbox: Sandbox,
        socket: socket.socket,
        pid: int,
        deadline: float,
        limits: Limits,
        lender: Lender,
    ) -> None:
        self._sandbox, self._socket, self._pid = sandbox, socket, pid
        self._deadline, self._limits, self._lender = deadline, limits, lender
        self._left = MAX_ANSWER_BYTES
        self._gone: Gone | None = None
        self._ended = False

    def perform(self, operation: dict[str, Any]) -> dict[str, Any]:
        """Have the attempt's process do it.

        Raises
        ------
        Gone
            If no answer comes in time, or none can come any more.
        """
        if self._gone is not None:
            raise Gone("not run", ENDED_BEFORE)
        self._lender.forget()
        answer = self.exchange(pack(operation, self._lender), operation["do"])
        if answer.get("changed") == [] and self._lender.has_changed():
            answer["changed"] = [AN_ARGUMENT]
        if "raised" in answer:
            raised, most = answer["raised"], MAX_MESSAGE_CHARACTERS
            texts = {key: raised[key][:most] for key in ("type", "message", "line")}
            answer = {"raised": texts}
        return answer

    def exchange(self, request: bytes, do: str) -> dict[str, Any]:
        """Send a request, and return the answer, which is one to what it is to do."""
        descriptor = self._socket.fileno()
        try:
            write_frame(descriptor, request, self._deadline)
            data = read_frame(descriptor, self._deadline, self._left)
            self._left -= len(data)
            answer = unpack(data) if data else None
        except TimeoutError:
            self._gone = Gone(
                "timeout",
                f"No answer after {self._limits.seconds:g} seconds. Is there a loop without end?",
            )
        except FrameError:
            self._gone = Gone("crash", "What came back is larger than all answers need to be.")
        except WireError:
            self._gone = Gone("crash", "What came back was no answer.")
        except OSError:
            self._gone = Gone("crash", self._how_it_ended())
        except LateError:  # what is yet to come would be taken for the answer to what is asked next
            self._gone = Gone("timeout", TOO_LONG)
        else:
            if _is_answer(answer, do):
                return answer
            why = self._how_it_ended() if answer is None else "What came back was no answer."
            self._gone = Gone("crash", why)
        raise self._gone

    def end(self) -> None:
        """End the process."""
        if not self._ended:
            self._ended = True
            self._sandbox.end(self._pid)

    def _how_it_ended(self) -> str:
        """Return how the process ended."""
        self._ended = True
        status = self._sandbox.end(self._pid)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
            return "The attempt used up its processor time."
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) != signal.SIGKILL:
            name = signal.Signals(os.WTERMSIG(status)).name
            return f"The attempt ended its process: {name}. Too deep a recursion does that, too."
        return "The attempt ended its process."


def _is_answer(answer: Any, do: str) -> TypeGuard[dict[str, Any]]:
    """Whether this is what an attempt's side may say; a forged one can be anything."""
    match answer:
        case {"raised": {"type": str(), "message": str(), "line": str()}}:
            return do != "load"
        case {"value": value, "changed": list(names)} if do == "call":
            complete = "output" not in answer or type(value).__name__ == "Tensor"
            return complete and all(isinstance(name, str) for name in names)
        case {"value": {"plain": _}} | {"value": {"method": str()}}:
            return do == "get"
        case {"value": list()}:
            return do == "gradients"
        case {"ready": True} | {"failed": str()}:
            return do == "load"
    return False


SOURCE_ROOT = Path(__file__).parents[3]
BOOTSTRAP = """\
import sys
sys.path.insert(0, sys.argv[1])
from normbook.grader.fence.zygote import main
main(int(sys.argv[2]), sys.argv[3:])
"""
