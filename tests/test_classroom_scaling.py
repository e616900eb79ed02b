"""The drawings of a large index show what they are given: entries in their order, places by cell, points of recall."""

import matplotlib.pyplot as plt
import pytest

from ragkit.classroom import draw_cells, draw_postings, draw_recall

TEXTS, WORDS = ["box refund", "lid", "refund"], ["box", "lid", "refund"]
DENSE = [[1, 0, 1], [0, 2, 0], [0, 0, 1]]


@pytest.fixture(autouse=True)
def all_closed():
    yield
    plt.close("all")


def texts(axes):
    return [text.get_text() for text in axes.texts]


def names(axes):
    return [label.get_text() for label in axes.get_xticklabels()]


def thick(axes):
    """Where the thick borders are, as (row, column)."""
    return [(round(p.get_y() + 0.5), round(p.get_x() + 0.5)) for p in axes.patches if p.get_linewidth() > 2]


def test_entries_are_drawn_by_row_and_by_column_without_their_zeros():
    _, by_row, by_column = draw_postings(DENSE, TEXTS, WORDS, mark="refund").axes
    assert texts(by_row) == ["0", "2", "1", "2", "1", "1", "2", "1"]  # columns, then values
    assert names(by_row) == ["chunk 0", "chunk 0", "chunk 1", "chunk 2"]
    assert texts(by_column) == ["0", "1", "0", "2", "1", "2", "1", "1"]  # chunks, then values
    assert names(by_column) == ["box", "lid", "refund", "refund"]


def test_the_marked_word_is_scattered_in_the_matrix_and_together_in_the_postings():
    matrix, by_row, by_column = draw_postings(DENSE, TEXTS, WORDS, mark="refund").axes
    assert thick(matrix) == [(0, 2), (2, 2)]
    assert thick(by_row) == []
    assert thick(by_column) == [(0, 2), (0, 3)]
    with pytest.raises(ValueError, match="mark is 'parcel'; pass one of the words: box, lid, refund"):
        draw_postings(DENSE, TEXTS, WORDS, mark="parcel")


def test_places_are_drawn_by_cell_with_what_was_found_and_missed():
    places, middles = [(0.2, 0.5), (0.9, 0.5), (1.2, 0.5)], [(0.5, 0.5), (1.5, 0.5)]
    (ax,) = draw_cells(places, middles, [0, 0, 1], (1.05, 0.5), [1], found=[2], missed=[1]).axes
    drawn = {line.get_label(): list(zip(*line.get_data())) for line in ax.lines}
    assert drawn["question"] == [(1.05, 0.5)]
    assert drawn["found"] == [(1.2, 0.5)]
    assert drawn["missed"] == [(0.9, 0.5)]
    shaded = [patch.get_x() for patch in ax.patches if patch.get_facecolor() != (1, 1, 1, 1)]
    assert shaded == [1]


def test_a_cell_without_places_is_drawn_empty():
    (ax,) = draw_cells([(0.2, 0.5)], [(0.5, 0.5), (1.5, 0.5)], [0], (0.5, 0.5), [0]).axes
    assert len(ax.patches) == 2
    assert len(ax.lines) == 4  # one place, two middles, the question


def test_recall_is_drawn_against_each_cost_and_one_point_has_no_line():
    curves = {"cells": ([0.1, 0.5], [0.7, 1.0]), "exact": ([1], [1])}
    panels = draw_recall({"share compared": curves, "milliseconds": curves}).axes
    assert [ax.get_xlabel() for ax in panels] == ["share compared", "milliseconds"]
    assert [line.get_linestyle() for line in panels[0].lines] == ["-", "None"]
    assert len({line.get_marker() for line in panels[0].lines}) == 2
    for nothing in ({}, {"share compared": {}}):
        with pytest.raises(ValueError, match="a panel is missing or has no curve"):
            draw_recall(nothing)
