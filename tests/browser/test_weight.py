"""A page with all that it loads stays light (`tools/bench_site.py` prints the numbers)."""

from pathlib import Path

import pytest
from bench_site import limit_kb, page_weight

SITE = Path(__file__).parents[2] / "_build" / "html"


@pytest.mark.parametrize("page", sorted(p.name for p in (SITE / "book").glob("*.html")))
def test_a_page_weighs_no_more_than_the_limit(browser, site_url, page):
    weights = page_weight(browser, f"{site_url}/book/{page}")
    heaviest = sorted(weights.items(), key=lambda item: -item[1])[:5]
    assert sum(weights.values()) <= limit_kb(page) * 1000, heaviest


@pytest.mark.parametrize("page", sorted(p.name for p in (SITE / "explorable").glob("*.html")))
def test_an_explorable_s_own_page_weighs_at_most_60_kb(browser, site_url, page):
    weights = page_weight(browser, f"{site_url}/explorable/{page}")
    assert sum(weights.values()) <= 60_000, weights
