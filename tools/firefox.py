"""Firefox as it is installed, driven over WebDriver BiDi."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import websocket

NAMES = ("firefox-esr", "firefox")
MAC = Path("/Applications/Firefox.app/Contents/MacOS/firefox")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
SECONDS = 120
"""How long an answer of the browser may take, in seconds: Python may be loaded meanwhile."""
CONTROL = "\ue009"
NOISE = (
    # Of a formula, valid as it is, whose end has not arrived when the page is drawn;
    # `tests/site/test_formulas.py` counts the children of all formulas.
    "Invalid markup: Incorrect number of children for <",
    # Of a file that was still loading when the page was left. A worker that fails is called other
    # names, such as one that "passed a promise to FetchEvent.respondWith() that rejected".
    "A ServiceWorker intercepted the request and encountered an unexpected error.",
)
"""Messages that Firefox logs as errors, and that are none."""
CUT_OFF = "error loading dynamically imported module"
"""A message that a page also logs when it is left while one of its modules is being loaded."""

# Quiet: no traffic but the page's.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
PRIVATE = {"browser.privatebrowsing.autostart": True}
"""Every window is a private one."""


def find_firefox() -> str | None:
    """Return the path of a browser: ``NORMBOOK_FIREFOX``, or one where they usually are."""
    chosen = os.environ.get("NORMBOOK_FIREFOX")
    if chosen and not Path(chosen).is_file():
        raise FileNotFoundError(f"NORMBOOK_FIREFOX is {chosen}, and there is no such file.")
    found = chosen or next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(MAC) if MAC.is_file() else None)


class Firefox:
    """A running browser."""

    def __init__(self, socket: websocket.WebSocket) -> None:
        self._socket = socket
        self._last = 0
        self.errors: dict[str, list[str]] = {}
        """What went wrong in each tab, in the console's words."""
        self._left: set[str] = set()

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Give a command, and return its result; note what happens meanwhile."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == self._last:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return dict(message["result"])
            if message.get("method") == "log.entryAdded":
                self._note(message["params"])

    def _note(self, entry: dict[str, Any]) -> None:
        text, source = str(entry["text"]), entry["source"]
        is_noise = any(words in text for words in NOISE)
        is_cut_off = CUT_OFF in text and source["realm"] in self._left
        if entry["level"] == "error" and not is_noise and not is_cut_off:
            self.errors.setdefault(str(source.get("context")), []).append(text)

    def leave(self, tab: str, method: str, **parameters: Any) -> None:
        """Bring another page into a tab; what the one before still loads may end there."""
        target = {"context": tab}
        here = self.send("script.evaluate", expression="0", target=target, awaitPromise=False)
        self._left.add(here["realm"])
        self.send(method, context=tab, wait="complete", **parameters)

    def open(self, url: str) -> "Tab":
        """Open a page as a reader who was never here: what another tab keeps, it does not have."""
        reader = self.send("browser.createUserContext")["userContext"]
        tab = self.send("browsingContext.create", type="tab", userContext=reader)["context"]
        page = Tab(self, tab)
        page.goto(url)
        return page


class Tab:
    """A page, and a reader's hands."""

    def __init__(self, browser: Firefox, context: str) -> None:
        self._browser = browser
        self._context = context

    @property
    def errors(self) -> list[str]:
        """What went wrong on the page so far, in the console's words."""
        return self._browser.errors.get(self._context, [])

    def goto(self, url: str) -> None:
        """Go to a page, and wait until it has loaded."""
        self._browser.leave(self._context, "browsingContext.navigate", url=url)

    def reload(self) -> None:
        """Load the page again."""
        self._browser.leave(self._context, "browsingContext.reload")

    def close(self) -> None:
        """Leave the page."""
        self._browser.send("browsingContext.close", context=self._context)

    def evaluate(self, function: str, *given: Any) -> Any:
        """Call a function of the page's; it and its answer may be all that JSON knows."""
        answer = self._browser.send(
            "script.callFunction",
            functionDeclaration=(
                f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given)) ?? null)"
            ),
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait_for(self, condition: str, *given: Any, seconds: float = 60) -> None:
        """Wait until a function of the page's answers with what is true."""
        came = self.evaluate(
            f"""async (seconds, ...given) => {{
              const end = performance.now() + 1000 * seconds;
              for (;;) {{
                if (await ({condition})(...given)) return true;
                if (performance.now() > end) return false;
                await new Promise((done) => setTimeout(done, 50));
              }}
            }}""",
            seconds,
            *given,
        )
        if not came:
            raise TimeoutError(f"After {seconds} s this is not so: {condition} of {given}")

    def click(self, selector: str) -> None:
        """Press the mouse on what a selector finds first, as soon as it rests in view."""
        x, y = self.evaluate(
            """async (selector) => {
              const element = document.querySelector(selector);
              const frame = () => new Promise(requestAnimationFrame);
              const middle = () => {
                const { left, top, width, height } = element.getBoundingClientRect();
                return [Math.round(left + width / 2), Math.round(top + height / 2)];
              };
              for (let [last, rests] = [[], 0]; rests < 3; await frame()) {
                element.scrollIntoView({ block: "center", behavior: "instant" });
                const now = middle();
                rests = now.every((value, i) => value === last[i]) ? rests + 1 : 0;
                last = now;
              }
              return middle();
            }""",
            selector,
        )
        self._act(
            "pointer",
            [
                {"type": "pointerMove", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        )

    def type(self, text: str, control: bool = False) -> None:
        """Press the keys of a text, with or without the control key."""
        keys = [
            {"type": kind, "value": "\ue007" if key == "\n" else key}
            for key in text
            for kind in ("keyDown", "keyUp")
        ]
        if control:
            keys = [
                {"type": "keyDown", "value": CONTROL},
                *keys,
                {"type": "keyUp", "value": CONTROL},
            ]
        self._act("key", keys)

    def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        device = {"type": kind, "id": kind, "actions": actions}
        self._browser.send("input.performActions", context=self._context, actions=[device])


@contextmanager
def running_firefox(path: str, preferences: dict[str, Any] | None = None) -> Iterator[Firefox]:
    """Run a browser without a window and with a profile of its own, while the context lasts."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in {**PREFERENCES, **(preferences or {})}.items()
        ]
        Path(profile, "user.js").write_text("".join(lines), encoding="utf-8")
        log = Path(profile, "log.txt")
        command = [path, "--headless", "--no-remote", "--profile", profile]
        with log.open("w", encoding="utf-8") as stderr:
            process = subprocess.Popen(
                [*command, "--remote-debugging-port=0"], stdout=subprocess.DEVNULL, stderr=stderr
            )
        try:
            address = f"{wait_for_address(log, process)}/session"
            connection = websocket.create_connection(address, timeout=SECONDS, suppress_origin=True)
            with closing(connection) as socket:
                browser = Firefox(socket)
                browser.send("session.new", capabilities={})
                browser.send("session.subscribe", events=["log.entryAdded"])
                yield browser
        finally:
            process.terminate()
            process.wait()


def wait_for_address(log: Path, process: "subprocess.Popen[bytes]") -> str:
    """Return where a browser that is starting listens."""
    for _ in range(10 * SECONDS):
        found = LISTENS.search(log.read_text(encoding="utf-8", errors="replace"))
        if found:
            return found[1]
        try:
            process.wait(0.1)
            break
        except subprocess.TimeoutExpired:
            pass
    raise RuntimeError(f"Firefox did not start: {log.read_text(errors='replace')[-500:]}")
