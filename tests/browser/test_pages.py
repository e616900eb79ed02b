"""The hand-outs as a browser shows them, without a network, and as axe-core judges them."""

import re

import pytest
from conftest import ROOT

NAMES = [path.stem for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))]


@pytest.mark.parametrize("name", [*NAMES, "README"])
def test_a_page_opens_with_pictures_and_without_serious_findings(visit, handouts, keep, name):
    from axe_playwright_python.sync_playwright import Axe

    page = visit.page
    page.goto((handouts / "html" / f"{name}.html").as_uri())
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0 && image.alt.length > 20)")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
    findings = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    serious = [
        (one["id"], len(one["nodes"]), one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"])
        for one in findings
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert visit.abroad == []
    keep(page, f"page-{name[:2]}")


def test_formulas_are_drawn_as_formulas(visit, handouts, keep):
    page = visit.page
    page.goto((handouts / "html" / "02_idf_by_hand.html").as_uri())
    formulas = page.locator("math")
    assert formulas.count() > 3
    fraction = page.locator("math[display=block] mfrac").first
    above, below = (fraction.locator("xpath=*").nth(i).bounding_box() for i in (0, 1))
    assert above["y"] + above["height"] <= below["y"] + 1, "numerator and denominator stand one above the other"
    prose = page.locator(".jp-MarkdownOutput").all_inner_texts()
    assert not any(re.search(r"\\(?:frac|ln|text|mathrm|cdot)\b|\$\$", text) for text in prose)
    page.locator("math[display=block]").first.scroll_into_view_if_needed()
    keep(page, "page-02-formula")


def test_at_200_percent_nothing_has_to_be_scrolled_sideways(browser, handouts, keep):
    page = browser.new_page(viewport={"width": 640, "height": 900}, device_scale_factor=2)
    page.goto((handouts / "html" / "00_start_here.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
    keep(page, "page-00-at-200-percent")
    page.close()


@pytest.mark.parametrize("name", NAMES)
def test_slides_fit_the_screen_and_are_about_a_dozen(visit, handouts, keep, name):
    page = visit.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto((handouts / "slides" / f"{name}.html").as_uri())
    page.wait_for_function("window.Reveal?.isReady()")
    assert 8 <= page.evaluate("Reveal.getHorizontalSlides().length") <= 16
    for number in range(page.evaluate("Reveal.getTotalSlides()")):
        size = page.evaluate("[Reveal.getCurrentSlide().scrollHeight, Reveal.getCurrentSlide().scrollWidth]")
        assert size[0] <= 720 and size[1] <= 1280, f"slide {number + 1} is {size} large"
        smallest = page.evaluate(
            "Math.min(...[...Reveal.getCurrentSlide().querySelectorAll('p, li, pre, h1, h2')]"
            ".filter(one => one.offsetHeight).map(one => parseFloat(getComputedStyle(one).fontSize)))"
        )
        assert smallest >= 24, f"letters of {smallest} on slide {number + 1}"
        if number in (1, 5):
            keep(page, f"slides-{name[:2]}-{number + 1}")
        page.evaluate("Reveal.next()")
    assert visit.abroad == []
