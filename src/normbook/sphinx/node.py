"""One Node process a build, which renders mathematics, what is live and cards ahead of time."""

import atexit
import json
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("prerender.mjs")
LIMIT_S = 60.0
"""How long one request may take, in seconds."""


class PrerenderError(ValueError):
    """What was sent cannot be rendered; the message is the renderer's own."""


class Prerenderer:
    """A conversation with ``prerender.mjs``: one JSON request a line, one JSON answer a line.

    The process starts with the first request, and ends with Python.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def render(self, request: dict[str, Any]) -> str:
        """Return what is asked for: HTML, or a card.

        Parameters
        ----------
        request
            ``{"kind": "math", "tex": str, "display": bool}``,
            ``{"kind": "explorable", "module": path, "state": dict}``, on paper with
            ``"whole": True``, or
            ``{"kind": "playground", "content": dict}``; or for a card, which is a PNG in base64,
            what ``card.mjs`` asks for.

        Raises
        ------
        PrerenderError
            If the renderer refuses the request: a mistake in the TeX, say.
        RuntimeError
            If Node cannot be started, or ends.
        """
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        limit = threading.Timer(
            LIMIT_S, process.kill
        )  # a module that loops must not hang the build
        limit.start()
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        limit.cancel()
        if not line:
            raise RuntimeError(
                f"{SCRIPT.name} ended with status {process.wait()} on {str(request)[:200]}. "
                f"Status -9: it took more than {LIMIT_S:.0f} s. Else its message stands above."
            )
        answer = json.loads(line)
        if "error" in answer:
            raise PrerenderError(answer["error"])
        return str(answer["html"])

    def _start(self) -> subprocess.Popen[str]:
        node = shutil.which("node")
        if node is None:
            raise RuntimeError(
                "No `node` on PATH. Build with `python tools/book.py html`, which installs it."
            )
        self._process = subprocess.Popen(
            [node, str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        atexit.register(self.close)
        return self._process

    def close(self) -> None:
        """End the process, if one runs."""
        if self._process is not None:
            self._process.communicate()
            self._process = None


prerenderer = Prerenderer()
