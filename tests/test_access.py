"""What the pictures show does not hang on seeing colours: measured, not judged by eye.

Colour blindness is simulated with the matrices of Machado, Oliveira and Fernandes (2009), "A Physiologically-based
Model for Simulation of Color Vision Deficiency", severity 1.0, on linear RGB. Differences are CIE 1976: the distance
in L*a*b*, of which 2.3 can just be seen.
"""

import itertools

import nbformat
import notebook_reading as reading
import numpy as np
import pytest

from ragkit.classroom import hatches, markers, palette

SEEN_WITH = {
    "all cones": np.eye(3),
    "no red cones": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green cones": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.119192, 0.9503041]]
)
WHITE = TO_XYZ.sum(axis=1)


def linear(colour):
    """#rrggbb as linear RGB, 0 to 1 (IEC 61966-2-1)."""
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(colour, cones="all cones"):
    """L*, a* and b* of a colour as it is seen with these cones."""
    ratio = TO_XYZ @ np.clip(SEEN_WITH[cones] @ linear(colour), 0, 1) / WHITE
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(a, b, cones):
    return float(np.linalg.norm(lab(a, cones) - lab(b, cones)))


def test_the_measure_itself_knows_black_white_and_red():
    assert lab("#000000") == pytest.approx([0, 0, 0], abs=0.01)
    assert lab("#ffffff") == pytest.approx([100, 0, 0], abs=0.01)
    assert lab("#ff0000") == pytest.approx([53.24, 80.09, 67.20], abs=0.05)


@pytest.mark.parametrize("cones", SEEN_WITH)
def test_any_two_colours_stay_apart(cones):
    pairs = itertools.combinations(palette, 2)
    assert min(difference(a, b, cones) for a, b in pairs) > 15


def test_the_measure_finds_what_the_usual_palette_of_matplotlib_gets_wrong():
    usual = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b"]
    assert min(difference(a, b, "no red cones") for a, b in itertools.combinations(usual, 2)) < 12


def test_in_grey_colours_are_told_apart_by_lightness_or_by_their_hatch_and_marker():
    for (i, a), (j, b) in itertools.combinations(enumerate(palette), 2):
        apart = abs(lab(a)[0] - lab(b)[0]) > 10
        assert apart or (hatches[i] != hatches[j] and markers[i] != markers[j])


def contrast(a, b):
    """WCAG 2: the ratio of luminances, 1 to 21."""
    light, dark = sorted((float(TO_XYZ[1] @ linear(colour)) + 0.05 for colour in (a, b)), reverse=True)
    return light / dark


@pytest.mark.parametrize(("ink", "ground"), [("#222222", "#eef3f8"), ("#222222", "#ffe2ad"), ("#767676", "#ffffff")])
def test_letters_in_drawings_have_enough_contrast(ink, ground):
    assert contrast(ink, ground) >= 4.5


PICTURES = [
    pytest.param(output, id=f"{path.stem}-{cell.execution_count}")
    for path in reading.notebook_paths()
    for cell in reading.code_cells(nbformat.read(path, as_version=4))
    for output in cell.outputs
    if "image/png" in output.get("data", {})
]


@pytest.mark.parametrize("output", PICTURES)
def test_a_picture_has_pixels_for_200_percent_and_a_sentence(output):
    import base64
    import io

    from PIL import Image

    image = Image.open(io.BytesIO(base64.b64decode(output.data["image/png"])))
    meta = output.metadata["image/png"]
    assert image.width >= 1.45 * meta["width"], "letters get blurred when the page is enlarged"
    assert meta["width"] <= 1000, "wider than the page of a hand-out"
    assert len(meta["alt"].split()) >= 4


def tables_without_headers(source):
    """The Markdown tables of a text whose header row is empty, by their first line."""
    lines = source.splitlines()
    return [
        above
        for above, below in itertools.pairwise(lines)
        if set(below.strip()) <= set("|-: ") and "---" in below and not above.replace("|", "").strip()
    ]


@pytest.mark.parametrize("path", [*reading.notebook_paths(), reading.FOLDER / "README.md"], ids=lambda path: path.stem)
def test_tables_have_headers(path):
    assert tables_without_headers(reading.markdown_of(path)) == []


def test_a_table_without_headers_is_noticed():
    assert tables_without_headers("| | |\n|---|---|\n| 1 | 2 |") == ["| | |"]
    assert tables_without_headers("| a | b |\n|---|---|\n| 1 | 2 |") == []
