"""The wing that notebooks share: pictures with alternative text, and the checks of exercises.

It knows nothing of the other rooms. Pictures take plain numbers and words, a check takes the reader's answer; so a
notebook can show a figure about something that `ragkit` does not have yet. matplotlib is imported when the first
picture is drawn.
"""

from ragkit.classroom.checks import Exercise, case, check, mistake
from ragkit.classroom.drawings import (
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
)
from ragkit.classroom.folders import scratch_folder
from ragkit.classroom.pictures import figure, hatches, markers, palette, show
from ragkit.classroom.scaling import draw_cells, draw_postings, draw_recall

__all__ = [
    "Exercise",
    "case",
    "check",
    "draw_bars",
    "draw_cells",
    "draw_histograms",
    "draw_layers",
    "draw_lines",
    "draw_loop",
    "draw_matrix",
    "draw_moves",
    "draw_postings",
    "draw_prompt",
    "draw_recall",
    "draw_scores",
    "draw_windows",
    "figure",
    "hatches",
    "markers",
    "mistake",
    "palette",
    "scratch_folder",
    "show",
]
