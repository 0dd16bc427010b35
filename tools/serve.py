"""Serve a folder on this machine: python tools/serve.py FOLDER [--port 8000].

Compresses what compresses, as the hosts of static sites do, so that what is measured here holds
there. As GitHub Pages does, it lets any page read the files, without which an explorable stays a
picture in a frame with ``sandbox``: what is served is what is published.
"""

import argparse
import gzip
import http.server
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from book import CALL, as_port

COMPRESSED = ("text/", "application/json", "application/x-ipynb+json", "image/svg+xml")


class Handler(http.server.SimpleHTTPRequestHandler):
    """Answers requests with the folder's files, compressed if the browser accepts that."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the base class declares it so
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".ipynb": "application/x-ipynb+json",
    }

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and not self.path.split("?")[0].endswith("/"):
            super().do_GET()  # which redirects to the folder's address
            return
        path = path / "index.html" if path.is_dir() else path
        status = 200
        if not path.is_file():
            path, status = Path(self.directory, "404.html"), 404  # as the hosts of static sites do
        if not path.is_file():
            self.send_error(404)
            return
        body = self.content(path)
        kind = self.guess_type(path)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Access-Control-Allow-Origin", "*")
        if kind.startswith(COMPRESSED) and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def content(self, path: Path) -> bytes:
        """Return what is sent of a file."""
        return path.read_bytes()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing for each request."""


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server(http.server.ThreadingHTTPServer):
    """Does not share its port, so that a taken one is an error; quiet when a reader leaves."""

    allow_reuse_address = sys.platform != "win32"  # where it lets others share the port
    allow_reuse_port = False

    def __init__(self, *given: Any) -> None:
        self._open: set[socket.socket] = set()
        super().__init__(*given)

    def server_bind(self) -> None:
        """Take the port, on Windows for this server alone."""
        if sys.platform == "win32":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        super().server_bind()

    def get_request(self) -> tuple[socket.socket, Any]:
        """Note each connection."""
        connection, address = super().get_request()
        self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        """Forget a connection that ends."""
        self._open.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """End the connections that browsers keep open, too, which would go on being answered."""
        super().server_close()
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing when a browser ends a connection."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextmanager
def serve(folder: Path, port: int, handler: type[Handler] = Handler) -> Iterator[str]:
    """Serve ``folder`` on loopback while the context lasts; give its address. Port 0: any."""
    server = Server(("127.0.0.1", port), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def main() -> int:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description="Serve a folder on this machine.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", default="8000")
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        print(f"There is no folder {arguments.folder}: run `{CALL} html` first.")
        return 1
    port = as_port(arguments.port)
    if port is None:
        print(f"Port {arguments.port} is no port; expected 0 to 65535.")
        return 1
    try:
        with serve(arguments.folder, port) as url:
            print(f"The book is at {url}   (Ctrl-C ends)", flush=True)
            threading.Event().wait()
    except KeyboardInterrupt:
        print()
    except OSError as error:
        print(f"Cannot serve on port {port}: {error.strerror}. Try: {CALL} book PORT={port + 1}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
