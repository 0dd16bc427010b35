"""Print, for each explorable of a page, the time from a slider's step to its repaint.

Usage: python tools/bench_explorables.py [PAGE]

50 steps each, alone in view: as fast as this machine is, and throttled four times; in turn with the
same page bare, where one slider only echoes its value. At the 95th percentile a step takes at most
16 ms, and throttled at most 16 ms more than on the bare page.

Below stands the laboratory while it trains two networks of 24 blocks: from a move of the pointer,
which drags N along the wires, to its repaint, 16 ms at the 95th percentile at most, throttled 32;
and from the click to its first step, drawn, 300 ms. Here, too, the clock stands while Chrome holds
the move back until its next frame begins.
"""

import argparse
import json
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from chrome import FLAGS, SHOW_ANSWERS, find_chrome, open_whole
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from serve import serve

from book import CALL

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
GALLERY = "book/gallery.html"
STEPS = 50
ROUNDS = 2
LIMIT_MS = 16.0
THROTTLING = 4

# Frames follow the work, not the screen's clock: else the time to the second frame is idled up to
# the next tick, the same for all pages, which hides what a page costs.
UNCLOCKED = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]

# Put where the first explorable stands: the text around costs layout and paint on every page alike.
ADD_BARE = """() => {
  const place = document.querySelector(".nb-mount");
  place.insertAdjacentHTML(
    "beforebegin",
    '<div class="nb-bare"><input type="range"><output></output></div>',
  );
  const [input, output] = place.previousElementSibling.children;
  input.addEventListener("input", () => { output.value = input.value; });
}"""

# The clock runs from before the step to the start of the second frame, save while the page waits
# for the first: Chrome holds a real pointer's moves until a frame begins. The explorable may draw
# at once, in a microtask or in the first frame. The second cannot start before the first was
# painted, committed, rastered and activated; a task posted from the first frame would run before
# the raster, which is most of what large or blurred shapes cost.
MEASURE = """async ([selector, steps]) => {
  const root = document.querySelector(selector);
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
# it back, to the start of the second frame after it. The wait for that frame is as long on a bare
# page.
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
  const root = document.querySelector(".nb-alone .nb-explorable");
  const train = [...root.querySelectorAll("button")].find((each) => each.textContent === "Train");
  const begin = performance.now();
  train.click();
  while (root.querySelector(".nb-lab-readings").textContent.includes("not trained yet"))
    await new Promise(requestAnimationFrame);
  return performance.now() - begin;
}"""
GO_ON = """() => {
  const buttons = [...document.querySelectorAll(".nb-alone .nb-explorable button")];
  setInterval(() => buttons.find((each) => each.textContent === "Train")?.click(), 50);
}"""
"""A script that presses *Train* again whenever the laboratory rests."""
FIRST_STEP_MS = 300.0
PRESETS = ROOT / "src" / "normbook" / "data" / "experiments" / "laboratory.json"
DEEP = json.loads(PRESETS.read_text("utf-8"))["presets"]["rescue"]["name"]
"""The laboratory's button for 24 blocks."""


class Timing(NamedTuple):
    """Milliseconds from a step to its repaint, and steps of which the clock missed something."""

    median: float
    p95: float
    unchanged: int
    late: int


@dataclass(frozen=True)
class Subject:
    """A page, and the place on it whose first control is stepped."""

    page: Page
    selector: str
    session: CDPSession

    def time_steps(self, throttling: int) -> Timing:
        """Time each step to its repaint."""
        self.page.bring_to_front()
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": throttling})
        result = self.page.evaluate(MEASURE, [self.selector, STEPS])
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        median = statistics.median(result["times"])
        p95 = statistics.quantiles(result["times"], n=20, method="inclusive")[-1]
        return Timing(median, p95, int(result["unchanged"]), int(result["late"]))


@dataclass(frozen=True)
class Pair:
    """Timings under one throttling."""

    explorable: Timing
    bare: Timing


def compare(explorable: Subject, bare: Subject, throttling: int) -> Pair:
    """Time both in turn, and keep of each the round that other work disturbed least."""
    rounds = [
        (explorable.time_steps(throttling), bare.time_steps(throttling)) for _ in range(ROUNDS)
    ]
    return Pair(
        *(min(timings, key=lambda timing: timing.p95) for timings in zip(*rounds, strict=True))
    )


def find_faults(free: Pair, throttled: Pair) -> list[str]:
    """Say what is over the limits."""
    found = []
    if free.explorable.p95 > LIMIT_MS:
        found.append(f"over {LIMIT_MS:.0f} ms")
    if throttled.explorable.p95 > throttled.bare.p95 + LIMIT_MS:
        found.append(f"throttled over {throttled.bare.p95 + LIMIT_MS:.0f} ms")
    for timing in (free.explorable, throttled.explorable):
        if timing.unchanged > STEPS / 2:
            found.append(f"{timing.unchanged} of {STEPS} steps change nothing")
        if timing.late:
            found.append(f"{timing.late} of {STEPS} steps are painted later still")
    return found


def open_subject(browser: Browser, url: str, hidden: str, selector: str) -> Subject:
    """Open the page without what the selector ``hidden`` finds."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(SHOW_ANSWERS)
    open_whole(page, url)
    page.add_style_tag(content=f"{hidden} {{ display: none }}")
    return Subject(page, selector, page.context.new_cdp_session(page))


def open_bare(browser: Browser, url: str) -> Subject:
    """Open the page with a slider that only echoes its value, in place of all explorables."""
    subject = open_subject(browser, url, hidden=".nb-mount", selector=".nb-bare")
    subject.page.evaluate(ADD_BARE)
    subject.page.locator(".nb-bare").evaluate("place => place.scrollIntoView()")
    return subject


def open_explorable(browser: Browser, url: str, slug: str) -> Subject:
    """Open the page with one explorable, alone in view."""
    hidden, selector = ".nb-mount:not(.nb-alone)", ".nb-alone .nb-explorable"
    subject = open_subject(browser, url, hidden, selector)
    place = subject.page.locator(f'.nb-mount[data-slug="{slug}"]').first
    place.evaluate("place => { place.classList.add('nb-alone'); place.scrollIntoView(); }")
    subject.page.wait_for_selector(".nb-alone[data-mounted]")
    return subject


def time_training(browser: Browser, url: str) -> list[str]:
    """Print how a pointer's moves are answered while the laboratory trains; return what is slow."""
    found = []
    for throttling, limit in ((1, LIMIT_MS), (THROTTLING, 2 * LIMIT_MS)):
        laboratory = open_explorable(browser, url, "laboratory")
        page = laboratory.page
        page.get_by_role("button", name=DEEP, exact=True).click()
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
    norm = page.locator(".nb-lab-network").nth(1).locator(".nb-wires-norm rect").last
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


def find_slugs(browser: Browser, url: str) -> list[str]:
    """Return the names of the page's explorables, each once."""
    page = browser.new_page(java_script_enabled=False)
    page.goto(url)
    slugs = page.locator(".nb-mount").evaluate_all("all => all.map(one => one.dataset.slug)")
    page.close()
    return list(dict.fromkeys(slugs))


def print_row(slug: str, free: Pair, throttled: Pair, faults: list[str]) -> None:
    """Print one line of the table."""
    timings = (free.explorable, free.bare, throttled.explorable, throttled.bare)
    times = "".join(f"{timing.median:8.1f} {timing.p95:5.1f}" for timing in timings)
    print(f"{slug:<14}{times}   {'; '.join(faults)}".rstrip(), flush=True)


def main() -> int:
    """Print the table; return 1 if an explorable is over a limit."""
    parser = argparse.ArgumentParser(description="Time the explorables' repaints.")
    parser.add_argument("page", nargs="?", default=GALLERY, help=f"instead of {GALLERY}")
    path = parser.parse_args().page
    chrome = find_chrome()
    if chrome is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    if not (SITE / path).is_file():
        print(f"There is no page {SITE / path}: run `{CALL} html` first.")
        return 1
    failed = False
    with serve(SITE, port=0) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS + UNCLOCKED)
        print("Step to repaint in ms: median and 95th percentile")
        print(f"{'':<14}{'':>8} free{'bare':>14}{f'{THROTTLING}x throttled':>14}{'bare':>14}")
        bare = open_bare(browser, url + path)
        slugs = find_slugs(browser, url + path)
        for slug in slugs:
            subject = open_explorable(browser, url + path, slug)
            free, throttled = (compare(subject, bare, rate) for rate in (1, THROTTLING))
            subject.page.close()
            faults = find_faults(free, throttled)
            print_row(slug, free, throttled, faults)
            failed |= bool(faults)
        if "laboratory" in slugs:
            failed |= bool(time_training(browser, url + path))
        browser.close()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
