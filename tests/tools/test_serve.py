"""The server of the built site: right types, compressed, and clear when it cannot serve."""

import gzip
import runpy
import socket
import subprocess
import sys
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from serve import serve

from book import CALL

SERVE = Path(__file__).parents[2] / "tools" / "serve.py"


@pytest.fixture
def site(tmp_path):
    (tmp_path / "index.html").write_text("<p>hello</p>" * 100)
    (tmp_path / "module.mjs").write_text("export default 1;")
    (tmp_path / "font.woff2").write_bytes(b"font")
    with serve(tmp_path, port=0) as url:
        yield url


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SERVE), *arguments], capture_output=True, text=True, timeout=30
    )


def test_text_is_compressed_for_browsers_that_take_it(site):
    with urlopen(Request(site, headers={"Accept-Encoding": "gzip"})) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.read()).startswith(b"<p>hello")
    with urlopen(site) as answer:
        assert answer.headers["Content-Encoding"] is None
        assert answer.read().startswith(b"<p>hello")


@pytest.mark.parametrize(
    ("name", "kind"), [("module.mjs", "text/javascript"), ("font.woff2", "font/woff2")]
)
def test_files_have_the_type_that_browsers_ask_for(site, name, kind):
    with urlopen(site + name) as answer:
        assert answer.headers["Content-Type"] == kind


def test_a_page_of_anywhere_may_read_the_files_as_of_a_published_site(site):
    with urlopen(site + "module.mjs") as answer:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["absent.html", "../serve.py", "%2e%2e/serve.py"])
def test_what_is_not_in_the_folder_is_not_found(site, path):
    with pytest.raises(HTTPError) as error:
        urlopen(site + path)
    with error.value as answer:
        assert answer.status == 404


def test_a_taken_port_names_another(site, tmp_path):
    port = site.rstrip("/").rsplit(":", 1)[1]
    done = command(str(tmp_path), "--port", port)
    assert done.returncode == 1
    assert f"{CALL} book PORT={int(port) + 1}" in done.stdout
    assert done.stderr == ""


def test_on_windows_too_a_taken_port_is_taken(monkeypatch):
    asked = []
    made = SimpleNamespace(
        setsockopt=lambda level, option, value: asked.append((option, value)),
        bind=lambda address: asked.append(address),
        getsockname=lambda: ("127.0.0.1", 8000),
    )
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    server = runpy.run_path(str(SERVE))["Server"](("127.0.0.1", 8000), object, False)
    server.socket.close()
    monkeypatch.setattr(server, "socket", made)
    server.server_bind()
    assert asked == [(-5, 1), ("127.0.0.1", 8000)]


@pytest.mark.parametrize("port", ["70000", "-1", "abc", "", "80.5"])
def test_what_is_no_port_is_refused(tmp_path, port):
    done = command(str(tmp_path), f"--port={port}")
    assert done.returncode == 1
    assert done.stdout == f"Port {port} is no port; expected 0 to 65535.\n"
    assert done.stderr == ""


def test_a_missing_folder_names_the_command_that_makes_it(tmp_path):
    done = command(str(tmp_path / "absent"))
    assert done.returncode == 1
    assert f"{CALL} html" in done.stdout


def test_after_the_end_nothing_is_answered_on_a_connection_that_was_kept(tmp_path):
    (tmp_path / "index.html").write_text("<p>hello</p>")
    with serve(tmp_path, port=0) as url:
        connection = HTTPConnection(urlsplit(url).netloc, timeout=10)

        def ask() -> bytes:
            connection.request("GET", "/")
            return connection.getresponse().read()

        assert ask() == b"<p>hello</p>"
    with pytest.raises((HTTPException, ConnectionError)):
        ask()
    connection.close()
