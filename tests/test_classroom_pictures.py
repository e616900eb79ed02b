"""Pictures carry a sentence for those who cannot see them, in the way notebooks store it."""

import io
import itertools

import matplotlib
import matplotlib.pyplot as plt
import pandas
import pytest
from PIL import Image

from ragkit.classroom import (
    draw_bars,
    draw_histograms,
    draw_layers,
    draw_lines,
    draw_loop,
    draw_matrix,
    draw_moves,
    draw_prompt,
    draw_scores,
    draw_windows,
    figure,
    hatches,
    markers,
    palette,
    show,
)
from ragkit.classroom.pictures import _small_png


@pytest.fixture(autouse=True)
def all_closed():
    yield
    plt.close("all")


def texts(picture):
    """All that is written in a figure's axes."""
    return [text.get_text() for axes in picture.axes for text in axes.texts]


def test_the_palette_is_the_style_of_matplotlib_that_stays_apart_under_colour_blindness():
    cycle = matplotlib.style.library["petroff10"]["axes.prop_cycle"]
    assert palette == [entry["color"] for entry in cycle]


def test_every_colour_has_a_marker_and_a_hatch_beside_it():
    assert len(set(markers)) == len(set(hatches)) == len(palette) == 10


def test_neighbouring_colours_differ_in_grey_or_have_another_hatch():
    grey = [Image.new("RGB", (1, 1), colour).convert("L").getpixel((0, 0)) for colour in palette[:4]]
    pairs = itertools.combinations(range(4), 2)
    assert all(abs(grey[a] - grey[b]) > 12 or hatches[a] != hatches[b] for a, b in pairs)


def test_outside_a_notebook_the_sentence_is_printed_and_the_figure_closed(capsys):
    fig, ax = figure()
    ax.plot([0, 1])
    assert show(fig, "One line rises from 0\n to 1.") is None
    assert capsys.readouterr().out == "One line rises from 0 to 1.\n"
    assert not plt.get_fignums()


def test_a_picture_without_a_sentence_is_refused():
    fig, _ = figure()
    with pytest.raises(ValueError, match="alt is 'plot'; pass a sentence"):
        show(fig, "plot")
    with pytest.raises(TypeError, match="pass a matplotlib figure or axes"):
        show([1, 2], "One line rises from 0 to 1.")


def test_a_stored_picture_is_small_and_sharper_than_the_page():
    fig, ax = figure(6.4, 3.2)
    ax.plot(range(20), marker="o")
    png = _small_png(fig)
    assert Image.open(io.BytesIO(png)).size == (960, 480)
    assert len(png) < 40_000


def test_a_matrix_is_drawn_with_its_numbers():
    picture = draw_matrix([[0, 1.5], [-0.25, 2]], ["a#0", "a#1"], ["refund", "days"], mark=[(0, 1)])
    assert texts(picture) == ["0", "1.50", "−0.25", "2.00"]
    assert [label.get_text() for label in picture.axes[0].get_yticklabels()] == ["a#0", "a#1"]


def test_a_matrix_of_counts_has_no_decimals():
    assert texts(draw_matrix([[0, 1, 2]])) == ["0", "1", "2"]


def test_a_matrix_with_rows_of_several_lengths_or_missing_names_is_refused():
    with pytest.raises(ValueError, match="rows of one length"):
        draw_matrix([[1, 2], [3]])
    with pytest.raises(ValueError, match="1 names in columns for 2"):
        draw_matrix([[1, 2]], columns=["a"])


def test_windows_are_labelled_with_the_words_they_hold():
    picture = draw_windows([(0, 4), (3, 7), (6, 8)], words="a b c d e f g h".split())
    assert texts(picture)[:3] == ["chunk 0: words 0–3", "chunk 1: words 3–6", "chunk 2: words 6–7"]
    hatched = [bar for bar in picture.axes[0].patches if bar.get_hatch()]
    assert [(bar.get_x(), bar.get_width()) for bar in hatched] == [(3, 1), (6, 1)]


def test_windows_without_words_in_them_are_refused():
    with pytest.raises(ValueError, match="start below stop"):
        draw_windows([(3, 3)])


def test_the_map_carries_notes_beside_its_boxes_and_refuses_one_for_no_box():
    assert "02, 08" in texts(draw_loop(notes={"embedder": "02, 08"}))
    with pytest.raises(ValueError, match="no stage 'tokenizer'"):
        draw_loop(notes={"tokenizer": "02"})


def test_the_map_of_the_loop_names_every_stage_and_marks_where_the_reader_is():
    written = " ".join(texts(draw_loop(here="hits")))
    for stage in (
        "documents",
        "chunks",
        "embedder",
        "matrix",
        "question",
        "scores",
        "prompt",
        "generator",
        "citations",
    ):
        assert stage in written
    assert "★ hits" in written
    assert written.count("★") == 1
    with pytest.raises(ValueError, match="no stage 'retriever'"):
        draw_loop(here="retriever")


def legend(picture):
    return [text.get_text() for text in picture.axes[0].get_legend().get_texts()]


def test_lines_differ_in_dash_and_marker_and_may_show_their_lowest_point():
    picture = draw_lines([0, 1, 2], {"cosine": [3, 1, 2], "mix": [2, 2, 0]}, lowest=True, title="Which is lower?")
    cosine, its_lowest, mix, _ = picture.axes[0].lines
    assert cosine.get_linestyle() != mix.get_linestyle()
    assert cosine.get_marker() != mix.get_marker()
    assert (its_lowest.get_xdata()[0], its_lowest.get_ydata()[0]) == (1, 1)
    assert legend(picture) == ["cosine", "mix"]
    with pytest.raises(ValueError, match="'mix' has 1 values for 2"):
        draw_lines([0, 1], {"mix": [1]})


def test_moves_are_drawn_from_the_number_before_to_the_number_after():
    picture = draw_moves({"password": (2, 4), "the": (0.1, 0.2)}, before="8 chunks", after="57 chunks")
    befores, afters = picture.axes[0].lines
    assert (list(befores.get_xdata()), list(afters.get_xdata())) == ([2, 0.1], [4, 0.2])
    assert legend(picture) == ["8 chunks", "57 chunks"]
    with pytest.raises(ValueError, match="pass pairs"):
        draw_moves({}, before="", after="")


def test_each_panel_of_histograms_counts_its_own_and_marks_the_middle_of_each_group():
    panels = {"dropped": {"on": [1, 2, 3], "off": [0, 0]}, "counted": {"on": [3, 3, 2], "off": [1, 2]}}
    picture = draw_histograms(panels, [0, 1, 2, 3, 4], title="Do they part?")
    assert [[patch.get_height() for patch in axes.patches][:4] for axes in picture.axes] == [[0, 1, 1, 1], [0, 0, 1, 2]]
    assert [line.get_xdata()[0] for line in picture.axes[1].lines] == [3, 1.5]
    assert len({patch.get_hatch() for patch in picture.axes[0].patches}) == 2
    with pytest.raises(ValueError, match="has no group"):
        draw_histograms({"dropped": {}}, [0, 1])


def test_scores_on_a_line_name_every_question_and_the_threshold():
    picture = draw_scores({"refund": (0.6, "right"), "weather": (0.1, "off topic")}, 0.3, xlabel="score")
    assert texts(picture) == ["refund", "weather"]
    assert legend(picture) == ["right", "off topic"]
    assert picture.axes[0].get_xlabel() == "score (dashed: threshold 0.3)"


def test_layers_say_what_they_are_at_the_dashed_line():
    counts = pandas.DataFrame({"answered_right": [3, 1], "refused_wrong": [0, 2]}, index=[0.0, 0.5])
    assert draw_layers(counts, 0.5, title="How?").axes[0].get_title("left") == "How?\n1 answered right, 2 refused wrong"
    with pytest.raises(ValueError, match="5 layers; pass four"):
        draw_layers(pandas.DataFrame([[1] * 5], columns=list("abcde")), 0)


def test_bars_of_one_label_share_a_hatch_and_groups_are_named_in_words():
    picture = draw_bars({"words": {"plain": 1, "two_sections": 0.5}, "meaning": {"plain": 0.75, "two_sections": 0}})
    bars = picture.axes[0].patches
    assert [bar.get_height() for bar in bars] == [1, 0.5, 0.75, 0]
    assert bars[0].get_hatch() == bars[1].get_hatch() != bars[2].get_hatch() == bars[3].get_hatch()
    assert [label.get_text() for label in picture.axes[0].get_xticklabels()] == ["plain", "two sections"]
    assert legend(picture) == ["words", "meaning"]
    with pytest.raises(ValueError, match="pass the same ones"):
        draw_bars({"words": {"plain": 1}, "meaning": {"typo": 1}})


def test_the_lines_of_a_prompt_are_drawn_with_the_names_of_its_parts():
    prompt = f"{'Answer from the context only. ' * 4}\n\n[1] Six months.\n[2] Ten days.\n\nQuestion: How long?\nAnswer:"
    written = texts(draw_prompt(prompt))
    assert written[0].endswith(" …")
    assert written[1:] == [
        *["[1] Six months.", "[2] Ten days.", "Question: How long?", "Answer:"],
        *["instruction", "context: the hits", "question", "cue"],
    ]
    with pytest.raises(ValueError, match="pass the text that build_prompt returns"):
        draw_prompt("Answer the question.")
