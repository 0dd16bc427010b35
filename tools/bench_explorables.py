"""Print, for each explorable in its chapter, the time from a slider's step to its repaint.

Usage: python tools/bench_explorables.py [PAGE]      (book/layer_norm.html, say, with all it shows)

Each stands on the first page of the book that shows it, the gallery where no other does; and the
page is as it is, with all else on it, to a reader who has said *always show*. 100 steps each, as
fast as this machine is, and throttled four times; 50 at a time, in turn with an empty page, where a
slider only echoes its value. At the 95th percentile of all a step takes at most 16 ms, and
throttled at most 16 ms more than on the empty page.

Below stands the laboratory of the chapter on depth while it trains two networks of 24 blocks: from
a move of the pointer, which drags N along the wires, to its repaint, 16 ms at the 95th percentile
at most, throttled 32; and from the click to its first step, drawn, 300 ms. Here, too, the clock
stands while Chrome holds the move back until its next frame begins.
"""

import argparse
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import yaml
from bs4 import BeautifulSoup
from chrome import FLAGS, SHOW_ANSWERS, find_chrome, open_whole
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from serve import serve

from book import CALL

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
STEPS = 50
ROUNDS = 2
LIMIT_MS = 16.0
THROTTLING = 4

# Frames follow the work, not the screen's clock: else the time to the second frame is idled up to
# the next tick, the same for all pages, which hides what a page costs.
UNCLOCKED = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]

EMPTY = """<!doctype html><html lang="en"><title>Empty</title>
<main class="nb-timed"><input type="range"><output></output></main>
<script>
  const [input, output] = document.querySelector("main").children;
  input.addEventListener("input", () => { output.value = input.value; });
</script>"""
"""A page with nothing but a slider."""

# The clock runs from before the step to the start of the second frame, save while the page waits
# for the first: Chrome holds a real pointer's moves until a frame begins. The explorable may draw
# at once, in a microtask or in the first frame. The second cannot start before the first was
# painted, committed, rastered and activated; a task posted from the first frame would run before
# the raster, which is most of what large or blurred shapes cost.
MEASURE = """async (steps) => {
  const root = document.querySelector(".nb-timed");
  const zigzag = (k, most) => most - Math.abs(most - (k % (2 * most)));
  const tell = (element, kind, name, options) =>
    element.dispatchEvent(new kind(name, { bubbles: true, cancelable: true, ...options }));

  const ranges = (input) => {
    const [low, high] = [Number(input.min || 0), Number(input.max || 100)];
    const positions = input.step === "any" ? 25 : (high - low) / Number(input.step || 1);
    const most = Math.max(1, Math.min(25, Math.floor(positions)));
    return (k) => {
      input.value = low + ((high - low) * zigzag(k, most)) / most;
      tell(input, Event, "input");
    };
  };
  const handles = (handle) => (k) =>
    tell(handle, KeyboardEvent, "keydown", { key: k % 2 ? "ArrowUp" : "ArrowDown" });
  const searches = (input) => (k) => {
    input.value = "layer norm".slice(0, zigzag(k, 10));
    tell(input, Event, "input");
  };
  const choices = (_, all) => (k) => all[k % all.length].click();

  function firstControl() {
    for (const [control, steps] of [
      ["input[type=range]", ranges],
      ["[role=slider]", handles],
      ["input[type=search]", searches],
      ["input[type=radio]", choices],
    ]) {
      const all = [...root.querySelectorAll(control)].filter(
        (each) => !each.disabled && each.checkVisibility(),
      );
      if (all.length) return steps(all[0], all);
    }
    throw new Error("no control to step");
  }

  const now = () => performance.now();
  const frame = () => new Promise(requestAnimationFrame);
  const idle = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(null);
    });
  const rest = () => new Promise((done) => setTimeout(done, 40));
  const step = firstControl();
  const times = [];
  let unchanged = 0;
  let late = 0;
  let settled = root.innerHTML;
  await rest();
  for (let k = 1; k <= steps; k += 1) {
    const start = now();
    const first = frame().then(now);
    step(k);
    const stepped = idle().then(now);
    await first;
    await frame();
    const end = now();
    times.push(end - start - Math.max(0, (await first) - (await stepped)));
    const painted = root.innerHTML;
    await rest();
    unchanged += painted === settled;
    settled = root.innerHTML;
    late += painted !== settled;
  }
  return { times, unchanged, late };
}"""


# From where the pointer's move reached the browser, or where the frame began for which Chrome held
# it back, to the start of the second frame after it. The wait for that frame is as long on an
# empty page.
LISTEN = """() => {
  const frame = () => new Promise(requestAnimationFrame);
  window.answers = [];
  addEventListener("pointermove", async ({ timeStamp }) => {
    const begun = await frame();
    await frame();
    answers.push(performance.now() - Math.max(timeStamp, begun));
  });
}"""
FIRST_STEP = """async () => {
  const root = document.querySelector(".nb-timed");
  const train = [...root.querySelectorAll("button")].find((each) => each.textContent === "Train");
  const begin = performance.now();
  train.click();
  while (root.querySelector(".nb-lab-readings").textContent.includes("not trained yet"))
    await new Promise(requestAnimationFrame);
  return performance.now() - begin;
}"""
GO_ON = """() => {
  const buttons = [...document.querySelectorAll(".nb-timed button")];
  setInterval(() => buttons.find((each) => each.textContent === "Train")?.click(), 50);
}"""
"""A script that presses *Train* again whenever the laboratory rests."""
GO_TO = """place => {
  place.classList.add("nb-timed");
  place.scrollIntoView();
}"""
"""A script that names what is timed, and goes there."""
FIRST_STEP_MS = 300.0
DEEP = "book/depth.html"
"""The page whose laboratory has 24 blocks."""


class Timing(NamedTuple):
    """Milliseconds from steps to their repaints, and steps of which the clock missed something."""

    times: list[float]
    unchanged: int
    late: int

    @property
    def median(self) -> float:
        """Half of the steps take longer."""
        return statistics.median(self.times)

    @property
    def p95(self) -> float:
        """One step of twenty takes longer."""
        return statistics.quantiles(self.times, n=20, method="inclusive")[-1]


@dataclass(frozen=True)
class Subject:
    """A page, of which the first control in what has the class ``nb-timed`` is stepped."""

    page: Page
    session: CDPSession

    def time_steps(self, throttling: int) -> Timing:
        """Time each step to its repaint."""
        self.page.bring_to_front()
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": throttling})
        result = self.page.evaluate(MEASURE, STEPS)
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        return Timing(result["times"], int(result["unchanged"]), int(result["late"]))


@dataclass(frozen=True)
class Pair:
    """Timings under one throttling."""

    explorable: Timing
    empty: Timing


def compare(explorable: Subject, empty: Subject, throttling: int) -> Pair:
    """Time both in turn, so that other work of this machine disturbs both, and count all steps."""
    rounds = [
        (explorable.time_steps(throttling), empty.time_steps(throttling)) for _ in range(ROUNDS)
    ]
    return Pair(*(put_together(timings) for timings in zip(*rounds, strict=True)))


def put_together(timings: Sequence[Timing]) -> Timing:
    """Return the timing of all steps."""
    return Timing(
        [time for timing in timings for time in timing.times],
        sum(timing.unchanged for timing in timings),
        sum(timing.late for timing in timings),
    )


def find_faults(free: Pair, throttled: Pair) -> list[str]:
    """Say what is over the limits."""
    found = []
    if free.explorable.p95 > LIMIT_MS:
        found.append(f"over {LIMIT_MS:.0f} ms")
    limit = throttled.empty.p95 + LIMIT_MS
    if throttled.explorable.p95 > limit:
        found.append(f"throttled over {limit:.0f} ms")
    for timing in (free.explorable, throttled.explorable):
        steps = len(timing.times)
        if timing.unchanged > steps / 2:
            found.append(f"{timing.unchanged} of {steps} steps change nothing")
        if timing.late:
            found.append(f"{timing.late} of {steps} steps are painted later still")
    return found


def open_page(browser: Browser) -> Subject:
    """Open a page that has nothing yet."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(SHOW_ANSWERS)
    return Subject(page, page.context.new_cdp_session(page))


def open_empty(browser: Browser) -> Subject:
    """Open the empty page."""
    subject = open_page(browser)
    subject.page.set_content(EMPTY)
    return subject


def open_explorable(browser: Browser, url: str, slug: str) -> Subject:
    """Open a page, and go to its explorable of that name; in brief it is woken, and not begun."""
    subject = open_page(browser)
    open_whole(subject.page, url)
    place = subject.page.locator(f'.nb-mount[data-slug="{slug}"]').first
    place.evaluate(GO_TO)
    if place.get_attribute("data-begin"):
        place.locator(".nb-mount-here").dispatch_event("focusin")
    subject.page.wait_for_selector(".nb-timed[data-mounted]")
    place.evaluate(GO_TO)  # what is above may have grown
    return subject


def time_training(browser: Browser, url: str) -> list[str]:
    """Print how a pointer's moves are answered while the laboratory trains; return what is slow."""
    found = []
    for throttling, limit in ((1, LIMIT_MS), (THROTTLING, 2 * LIMIT_MS)):
        laboratory = open_explorable(browser, url, "laboratory")
        page = laboratory.page
        first = page.evaluate(FIRST_STEP)
        page.wait_for_selector(".nb-lab-square canvas[width]")
        page.evaluate(GO_ON)
        page.evaluate(LISTEN)
        laboratory.session.send("Emulation.setCPUThrottlingRate", {"rate": throttling})
        drag_norm(page)
        laboratory.session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        answers = page.evaluate("answers")
        page.close()
        median = statistics.median(answers)
        p95 = statistics.quantiles(answers, n=20, method="inclusive")[-1]
        faults = [f"over {limit:.0f} ms"] if p95 > limit else []
        name = f"while it trains, {throttling}x throttled" if throttling > 1 else "while it trains"
        print(f"{name:<32}{median:8.1f} {p95:5.1f}   {'; '.join(faults)}".rstrip(), flush=True)
        late = throttling == 1 and first > FIRST_STEP_MS
        print(f"{'  its first step, from the click':<32}{first:8.1f}{'   over 300 ms' * late}")
        found += faults + ["a late first step"] * late
    return found


def drag_norm(page: Page) -> None:
    """Drag the second network's N about, and let it go where it was."""
    network = page.locator(".nb-timed .nb-lab-network").nth(1)
    norm = network.locator(".nb-wires-norm rect").last
    norm.scroll_into_view_if_needed()
    box = norm.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(STEPS):
        page.mouse.move(x - 2 * k, y + k % 20)
        page.wait_for_timeout(20)
    page.keyboard.press("Escape")
    page.mouse.up()


def find_slugs(page: str) -> list[str]:
    """Return the names of a page's explorables, each once, without the quiz: it has no lever."""
    html = (SITE / page).read_text(encoding="utf-8")
    places = BeautifulSoup(html, "html.parser").select(".nb-mount")
    return [
        slug for slug in dict.fromkeys(str(each["data-slug"]) for each in places) if slug != "quiz"
    ]


def find_places() -> dict[str, str]:
    """Return of each explorable the first page that shows it, in the order of the book."""
    places: dict[str, str] = {}
    for page in read_contents():
        for slug in find_slugs(page):
            places.setdefault(slug, page)
    return places


def read_contents() -> list[str]:
    """Return the book's pages, in order."""
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [chapter["file"] for part in contents["parts"] for chapter in part["chapters"]]
    return [f"{name}.html" for name in (contents["root"], *chapters)]


def print_row(name: str, free: Pair, throttled: Pair, faults: list[str]) -> None:
    """Print one line of the table."""
    timings = (free.explorable, free.empty, throttled.explorable, throttled.empty)
    times = "".join(f"{timing.median:8.1f} {timing.p95:5.1f}" for timing in timings)
    print(f"{name:<32}{times}   {'; '.join(faults)}".rstrip(), flush=True)


def main() -> int:
    """Print the table; return 1 if an explorable is over a limit."""
    parser = argparse.ArgumentParser(description="Time the explorables' repaints.")
    parser.add_argument("page", nargs="?", help="all that this page shows, as book/layer_norm.html")
    asked = parser.parse_args().page
    chrome = find_chrome()
    if chrome is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    for page in [asked] if asked else read_contents():
        if not (SITE / page).is_file():
            print(f"There is no page {SITE / page}: run `{CALL} html` first.")
            return 1
    places = dict.fromkeys(find_slugs(asked), asked) if asked else find_places()
    failed = False
    with serve(SITE, port=0) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS + UNCLOCKED)
        print("Step to repaint in ms: median and 95th percentile")
        print(f"{'':<32}{'':>8} free{'empty':>14}{f'{THROTTLING}x throttled':>14}{'empty':>14}")
        empty = open_empty(browser)
        for slug, page in places.items():
            subject = open_explorable(browser, url + page, slug)
            free, throttled = (compare(subject, empty, rate) for rate in (1, THROTTLING))
            subject.page.close()
            faults = find_faults(free, throttled)
            print_row(f"{slug}, {Path(page).stem}", free, throttled, faults)
            failed |= bool(faults)
        if asked in (None, DEEP):
            failed |= bool(time_training(browser, url + DEEP))
        browser.close()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
