"""Draw the picture of the README anew: python notebooks/tools/picture.py. One question, its scores, its answer."""

import textwrap
from pathlib import Path

from ragkit import answer, build_index
from ragkit.classroom import figure, hatches, palette
from ragkit.classroom.pictures import _small_png
from ragkit.corpora import load

TARGET = Path(__file__).resolve().parents[1] / "images" / "one_question.png"
QUESTION = "How many days do I have to return an item?"
FLOOR = 0.2


def draw():
    """Return the figure: left the score of each chunk, right the answer with the chunk it cites."""
    index = build_index(load("helpcentre"))
    scores = (index.matrix @ index.query(QUESTION)).tolist()
    names = [chunk.id for chunk in index.chunks]
    result = answer(QUESTION, index, min_score=FLOOR)
    fig, (bars, words) = figure(9.4, 3.3, columns=2, gridspec_kw={"width_ratios": [1.25, 1]})
    for i, score in enumerate(scores):
        kept = score >= FLOOR
        bars.barh(
            i, score, color=palette[0] if kept else "white", hatch=None if kept else hatches[1], edgecolor="#555555"
        )
        bars.text(score + 0.008, i, f"{score:.3f}", va="center")
    bars.axvline(FLOOR, color=palette[2], linestyle="--", label=f"floor: {FLOOR}")
    bars.set(xlabel="score = matrix @ query", xlim=(0, 0.55), title=QUESTION)
    bars.set_yticks(range(len(names)), names)
    bars.invert_yaxis()
    bars.legend(loc="lower right")
    words.axis("off")
    cited = result["citations"][0]
    text = next(chunk.text for chunk in index.chunks if chunk.id == cited)
    words.text(0, 0.97, "Answer, from the two chunks over the floor", weight="bold", va="top")
    words.text(0, 0.84, textwrap.fill(result["answer"], 46), va="top", fontsize=12)
    words.text(0, 0.52, f"[1] is {cited}, and says", weight="bold", va="top")
    words.text(0, 0.41, textwrap.fill(text, 54), va="top", fontsize=9.5)
    return fig


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(_small_png(draw()))
