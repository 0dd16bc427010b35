"""Take the pictures of README from the built site: python tools/screenshots.py."""

import sys
from pathlib import Path

from chrome import FLAGS, SHOW_ANSWERS, find_chrome, open_whole
from playwright.sync_api import sync_playwright
from serve import serve

ROOT = Path(__file__).parents[1]
SETTLES_MS = 1000
"""How long, in milliseconds, it takes until all above the picture has its final height."""


def main() -> int:
    """Write one picture for each theme."""
    chrome = find_chrome()
    if chrome is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    with serve(ROOT / "_build" / "html", port=0) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
        for theme in ("light", "dark"):
            page = browser.new_page(viewport={"width": 1280, "height": 760}, color_scheme=theme)
            page.add_init_script(SHOW_ANSWERS)
            open_whole(page, f"{url}book/layer_norm.html")
            model = page.locator('.nb-mount[data-slug="pipeline"]')
            model.scroll_into_view_if_needed()
            model.and_(page.locator("[data-mounted]")).wait_for()
            page.wait_for_timeout(SETTLES_MS)
            model.evaluate("m => m.closest('.cell').scrollIntoView({ behavior: 'instant' })")
            page.wait_for_timeout(SETTLES_MS)
            page.screenshot(path=ROOT / "book" / "_static" / f"screenshot-{theme}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
