"""A monkey at each explorable: a thousand random interactions break nothing and leave nothing."""

from pathlib import Path
from random import Random

import pytest
from monkey import open_alone, play_for_real

GALLERY = "book/gallery.html"
WIDGETS = Path(__file__).parents[2] / "src" / "normbook" / "widgets"
EXPLORABLES = sorted(path.parent.name for path in WIDGETS.glob("*/widget.py"))
EXPLORABLES.remove("quiz")  # which is in chapters, not in the gallery

SEED = 2016
ROUNDS, IN_PAGE, FOR_REAL = 10, 96, 4  # 10 · (96 + 4) = 1,000 interactions
FROZEN_MS = 5000


@pytest.mark.parametrize("slug", EXPLORABLES)
def test_a_monkey_breaks_nothing_and_leaves_nothing(new_tab, site_url, slug):
    page = new_tab()
    open_alone(page, f"{site_url}/{GALLERY}", slug, SEED)
    address = page.url
    random = Random(SEED)
    for _ in range(ROUNDS):
        slowest = page.evaluate("count => monkey.play(count)", IN_PAGE)
        assert slowest < FROZEN_MS
        play_for_real(page, random, FOR_REAL)
        assert page.evaluate("monkey.faults()") == []
    assert page.url.split("#")[0] == address
    assert page.evaluate("monkey.unmount()") == []


LEAKY = """export default {
  render({ model, el }) {
    addEventListener("resize", () => {});
    const stop = new AbortController();
    document.addEventListener("keydown", () => {}, { signal: stop.signal });
    matchMedia("print").addEventListener("change", () => {});
    new MutationObserver(() => {}).observe(document.documentElement, { attributes: true });
    setInterval(() => {}, 60_000);
    model.on("change:x", () => {});
    document.body.append(document.createElement("i"));
    el.innerHTML = "<p>μ = NaN</p><p aria-label='x undefined'>1</p>";
    return () => stop.abort();
  },
};"""


def test_the_monkey_sees_what_is_wrong(new_tab, site_url):
    page = new_tab()
    page.route(
        "**/pipeline.mjs",
        lambda route: route.fulfill(body=LEAKY, content_type="text/javascript"),
    )
    open_alone(page, f"{site_url}/{GALLERY}", "pipeline", SEED)
    assert page.evaluate("monkey.faults()") == ["μ = NaN", 'P aria-label="x undefined"']
    assert page.evaluate("monkey.unmount()") == [
        "listener: Window resize",
        "listener: MediaQueryList change",
        "observer: MutationObserver",
        "timer: setInterval(…, 60000)",
        "listener: model change:x",
        "elements: 3",
    ]
