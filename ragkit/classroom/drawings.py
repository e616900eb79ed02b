"""Drawings that more than one notebook needs. Each returns a figure; `show(figure, alt)` puts it on the page."""

from statistics import median

from ragkit.classroom.pictures import figure, hatches, markers, palette, use_style

INK = "#222222"
PALE = "#eef3f8"


def draw_matrix(values, rows=None, columns=None, *, title="", decimals=2, mark=(), ax=None):
    """Draw a small matrix with its numbers in the cells and return the figure.

    `values` is a list of rows; `rows` and `columns` name them. Whole numbers are written without decimals, zeros in
    grey, and a darker cell holds a number further from zero. Cells in `mark`, pairs (row, column), get a thick
    border. With `ax` the drawing goes there, beside others.
    """
    values = [[float(value) for value in row] for row in values]
    if not values or not values[0] or len({len(row) for row in values}) != 1:
        raise ValueError(f"draw_matrix: values are {values!r}; pass at least one row, and rows of one length")
    n_rows, n_columns = len(values), len(values[0])
    for name, labels, wanted in (("rows", rows, n_rows), ("columns", columns, n_columns)):
        if labels is not None and len(labels) != wanted:
            raise ValueError(f"draw_matrix: {len(labels)} names in {name} for {wanted}; pass one name each")
    longest = max((len(str(name)) for name in rows or [""]), default=0)
    steep = columns is not None and max(len(str(name)) for name in columns) > 5
    if ax is None:
        use_style()
        _, ax = figure(1.0 + 0.09 * longest + 0.62 * n_columns, 0.5 + 0.38 * n_rows + (0.8 if steep else 0.3))
    largest = max(abs(value) for row in values for value in row) or 1.0
    whole = all(value == int(value) for row in values for value in row)
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            _cell(ax, i, j, value, abs(value) / largest, f"{value:.{0 if whole else decimals}f}", (i, j) in set(mark))
    ax.set(xlim=(-0.55, n_columns - 0.45), ylim=(n_rows - 0.45, -0.55))
    ax.set_xticks(range(n_columns) if columns is not None else [], columns if columns is not None else [])
    ax.set_yticks(range(n_rows) if rows is not None else [], rows if rows is not None else [])
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    if steep:
        ax.set_xticks(range(n_columns), columns, rotation=45, ha="left", rotation_mode="anchor")
    ax.grid(False)
    ax.spines[:].set_visible(False)
    if title:
        ax.set_title(title)
    return ax.figure


def _cell(ax, i, j, value, share, text, marked):
    from matplotlib.patches import Rectangle

    colour = palette[0] if value >= 0 else palette[1]
    ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor="white", edgecolor="#c8c8c8", linewidth=0.8))
    ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=colour, alpha=0.6 * share, linewidth=0))
    if marked:
        ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, fill=False, edgecolor=INK, linewidth=2.2, zorder=4))
    ink = INK if value else "#767676"
    ax.text(j, i, "0" if value == 0 else text.replace("-", "−"), ha="center", va="center", color=ink, zorder=5)


def draw_windows(windows, words=None, *, title="", names=None):
    """Draw chunk windows over a text, one bar per window, and return the figure.

    `windows` are pairs (start, stop), word numbers from 0 with `stop` left out, as in a slice. `words`, where given,
    are written above the bars. What a window shares with the one before it is hatched. `names` label the bars, chunk
    numbers if missing.
    """
    windows = [(int(start), int(stop)) for start, stop in windows]
    if not windows or any(stop <= start for start, stop in windows):
        raise ValueError(f"draw_windows: windows are {windows!r}; pass pairs (start, stop) with start below stop")
    names = list(names) if names is not None else [f"chunk {number}" for number in range(len(windows))]
    n_words = max([stop for _, stop in windows] + ([len(words)] if words is not None else []))
    _, ax = figure(7.6, 0.9 + 0.34 * len(windows) + (0.75 if words is not None else 0))
    covered = 0
    for level, (start, stop) in enumerate(windows):
        shared = max(0, min(covered, stop) - start) if level else 0
        ax.barh(level, stop - start, left=start, height=0.72, color=PALE, edgecolor=palette[0], linewidth=1.2)
        if shared:
            ax.barh(
                level,
                shared,
                left=start,
                height=0.72,
                color="#ffe2ad",
                edgecolor="#a86a00",
                hatch="////",
                linewidth=0.8,
            )
        label = f"{names[level]}: words {start}–{stop - 1}"
        ax.text(
            (start + shared + stop) / 2 if stop - start - shared > 0.28 * n_words else stop + 0.01 * n_words,
            level,
            label,
            ha="center" if stop - start - shared > 0.28 * n_words else "left",
            va="center",
            fontsize=9.5,
        )
        covered = stop
    if words is not None:
        for number, word in enumerate(words):
            ax.text(number + 0.5, -0.75, word, rotation=60, ha="left", va="bottom", rotation_mode="anchor", fontsize=9)
    ax.set(
        xlim=(0, n_words),
        ylim=(len(windows) - 0.4, -0.7),
        xlabel="word number, from 0 (hatched: shared with the chunk before)",
    )
    ax.set_yticks([])
    ax.grid(axis="y", visible=False)
    ax.spines["left"].set_visible(False)
    if title:
        ax.set_title(title, pad=52 if words is not None else 6)
    return ax.figure


# name, what it says in the box, column, row
_STAGES = {
    "documents": ("documents", 0, 0),
    "chunks": ("chunks", 1, 0),
    "embedder": ("embedder:\nvocabulary, idf", 2, 0),
    "matrix": ("matrix:\none row a chunk", 3, 0),
    "question": ("question", 0, 1),
    "query": ("query vector", 2, 1),
    "scores": ("scores =\nmatrix @ query", 3, 1),
    "hits": ("hits: top k with\nscore ≥ min_score", 4, 1),
    "not found": ("“not found”", 4, 0),
    "prompt": ("prompt: [1] … [k]\nand the question", 4, 2),
    "generator": ("generator", 3, 2),
    "answer": ("answer text\nwith [n]", 2, 2),
    "citations": ("citations\nchecked", 1, 2),
}
_ARROWS = [
    ("documents", "chunks", ""),
    ("chunks", "embedder", "fit"),
    ("embedder", "matrix", "embed"),
    ("embedder", "query", "embed"),
    ("question", "query", ""),
    ("matrix", "scores", ""),
    ("query", "scores", ""),
    ("scores", "hits", ""),
    ("hits", "not found", "none"),
    ("hits", "prompt", "some"),
    ("prompt", "generator", ""),
    ("generator", "answer", ""),
    ("answer", "citations", ""),
]


def draw_loop(here=(), *, notes=None, title=""):
    """Draw the map of the whole loop and return the figure: top row once per corpus, the two rows below once per
    question.

    `here` names stages to be marked by a thick border and a star, for a notebook that is about them: documents,
    chunks, embedder, matrix, question, query, scores, hits, not found, prompt, generator, answer, citations.
    `notes` {stage: a few letters} are written above the left corner of their boxes.
    """
    here, notes = {here} if isinstance(here, str) else set(here), notes or {}
    unknown = sorted((here | set(notes)) - set(_STAGES))
    if unknown:
        raise ValueError(f"draw_loop: no stage {unknown[0]!r}; pass some of {', '.join(_STAGES)}")
    _, ax = figure(9.2, 3.7)
    wide, high = 1.6, 0.62
    for name, (text, column, row) in _STAGES.items():
        once = row == 0 and name != "not found"
        _stage(ax, text, column * 2.2, row * 1.25, wide, high, once, marked=name in here)
        corner = (column * 2.2 - wide / 2 + 0.06, row * 1.25 - high / 2 - 0.05)
        ax.text(*corner, notes.get(name, ""), fontsize=9.5, weight="bold", color="#8a4b00")
    for start, end, label in _ARROWS:
        _arrow(ax, _STAGES[start][1:], _STAGES[end][1:], wide, high, label)
    ax.text(-0.85, -0.62, "once per corpus", fontsize=10, style="italic", color=INK)
    ax.text(-0.85, 0.74, "for every question", fontsize=10, style="italic", color=INK)
    ax.set(xlim=(-0.95, 9.75), ylim=(2.95, -0.8))
    ax.axis("off")
    if title:
        ax.set_title(title)
    return ax.figure


def _stage(ax, text, x, y, wide, high, offline, marked):
    from matplotlib.patches import FancyBboxPatch

    box = FancyBboxPatch(
        (x - wide / 2, y - high / 2),
        wide,
        high,
        boxstyle="round,pad=0,rounding_size=0.12",
        facecolor="#ffe2ad" if marked else PALE if offline else "white",
        edgecolor=INK if marked else palette[0],
        linewidth=2.4 if marked else 1.3,
    )
    ax.add_patch(box)
    ax.text(x, y, ("★ " if marked else "") + text, ha="center", va="center", fontsize=9.5, color=INK, linespacing=1.15)


def _arrow(ax, start, end, wide, high, label):
    x0, y0, x1, y1 = start[0] * 2.2, start[1] * 1.25, end[0] * 2.2, end[1] * 1.25
    if y0 == y1:
        side = 1 if x1 > x0 else -1
        tail, head = (x0 + side * wide / 2, y0), (x1 - side * wide / 2, y1)
    else:
        side = 1 if y1 > y0 else -1
        tail, head = (x0, y0 + side * high / 2), (x1, y1 - side * high / 2)
    ax.annotate(
        "",
        xy=head,
        xytext=tail,
        arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0},
    )
    if label:
        middle = ((tail[0] + head[0]) / 2, (tail[1] + head[1]) / 2)
        flat = y0 == y1
        ax.text(
            middle[0] + (0 if flat else 0.07),
            middle[1] - (0.07 if flat else 0),
            label,
            fontsize=9,
            ha="center" if flat else "left",
            va="bottom" if flat else "center",
            color=INK,
        )


_LINES = ["-", "--", ":", "-."]


def draw_lines(x, lines, *, lowest=False, ax=None, **axis):
    """Draw `lines` {label: values over x}, each with a dash and a marker of its own, and return the figure.

    With more than thirty points markers would hide the line and are left out; `lowest` then marks the lowest point of
    each line. What else `ax.set` takes goes there: title, xlabel, ylabel, xlim, xticks, xscale. With `ax` the drawing
    goes there, beside others.
    """
    x = list(x)
    lines = {label: list(values) for label, values in lines.items()}
    for label, values in lines.items():
        if len(values) != len(x):
            raise ValueError(f"draw_lines: {label!r} has {len(values)} values for {len(x)} of x; pass one each")
    if ax is None:
        _, ax = figure(6.8, 3.2)
    for i, (label, values) in enumerate(lines.items()):
        marker = markers[i] if len(x) <= 30 else ""
        ax.plot(x, values, linestyle=_LINES[i % 4], marker=marker, color=palette[i], label=label)
        if lowest:
            ax.plot(x[values.index(min(values))], min(values), markers[i], color=palette[i], markersize=10)
    ax.set(**axis)
    ax.legend()
    return ax.figure


def draw_moves(moves, *, before, after, title="", xlabel=""):
    """Draw one row per name in `moves` {name: (number before, number after)}, an arrow from one to the other, and
    return the figure. `before` and `after` are what the legend calls the two.
    """
    if not moves or any(len(pair) != 2 for pair in moves.values()):
        raise ValueError(f"draw_moves: moves are {moves!r}; pass pairs (before, after), at least one")
    _, ax = figure(6.6, 1.2 + 0.32 * len(moves))
    for row, (old, new) in enumerate(moves.values()):
        ax.annotate("", (new, row), (old, row), arrowprops={"arrowstyle": "->", "color": "#555555"})
    for i, (label, numbers) in enumerate(zip((before, after), zip(*moves.values()))):
        ax.plot(numbers, range(len(moves)), markers[i], color=palette[i], markersize=9, label=label)
    ax.set_yticks(range(len(moves)), list(moves))
    ax.set(title=title, xlabel=xlabel, ylim=(len(moves) - 0.5, -0.5))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return ax.figure


def draw_histograms(panels, bins, *, title="", xlabel="", ylabel=""):
    """Draw one histogram under the other, `panels` {heading: {name of a group: its numbers}}, and return the figure.

    All panels share both axes and have a bar for each group in each of the `bins`. A dashed line in each panel, dotted
    for a second group, stands at the middle number (the median) of the group.
    """
    if not panels or not all(panels.values()):
        raise ValueError("draw_histograms: a panel is missing or has no group; pass {heading: {name: numbers}}")
    picture, axes = figure(7.2, 0.7 + 1.4 * len(panels), rows=len(panels), sharex=True, sharey=True, squeeze=False)
    for i, (ax, (heading, groups)) in enumerate(zip(axes[:, 0], panels.items())):
        colours = palette[:2] if len(groups) > 1 else [palette[i]]
        _, _, bars = ax.hist(list(groups.values()), bins, color=colours, edgecolor="white", label=list(groups))
        for j, numbers in enumerate(groups.values()):
            for patch in bars[j] if len(groups) > 1 else bars:
                patch.set_hatch(hatches[j if len(groups) > 1 else i])
            ax.axvline(median(numbers), color=INK, linestyle=_LINES[j + 1])
        ax.set(ylabel=ylabel)
        ax.set_title(heading, fontsize=11)
    if len(groups) > 1:
        axes[0, 0].legend()
    axes[-1, 0].set_xlabel(xlabel)
    picture.suptitle(title, x=0.02, ha="left")
    return picture


def draw_scores(scored, threshold, *, title="", xlabel=""):
    """Draw `scored` {name: (score, kind)} as marks on one line of scores, a marker for each kind, with the threshold
    dashed, and return the figure.
    """
    kinds = list(dict.fromkeys(kind for _, kind in scored.values()))
    _, ax = figure(7.6, 2.4)
    for i, kind in enumerate(kinds):
        scores = [score for score, its_kind in scored.values() if its_kind == kind]
        ax.plot(scores, [0] * len(scores), markers[i], color=palette[i], markersize=11, label=kind)
    for name, (score, _) in scored.items():
        ax.text(score, 0.25, name, rotation=28, fontsize=9)
    ax.axvline(threshold, color=INK, linestyle="--")
    farthest = max(score for score, _ in scored.values())
    ax.set(ylim=(-0.6, 2.0), xlim=(0, farthest + 0.23), yticks=[], title=title)
    ax.set_xlabel(f"{xlabel} (dashed: threshold {threshold:g})")
    ax.legend(ncols=len(kinds), loc="upper right")
    return ax.figure


def draw_layers(layers, at, *, title="", xlabel="", ylabel=""):
    """Draw a DataFrame's columns as layers over its index, one on the other, with a dashed line where the index is
    `at`, and return the figure. Below the title stands what the layers are there. Four columns at most.
    """
    if len(layers.columns) > 4:
        raise ValueError(f"draw_layers: {len(layers.columns)} layers; pass four at most")
    _, ax = figure(7.6, 3.4)
    x, names = layers.index.tolist(), [name.replace("_", " ") for name in layers]
    colours = [palette[0], palette[2], palette[9], palette[1]][: len(names)]
    stacked = ax.stackplot(x, layers.T.to_numpy(), colors=colours, labels=names, edgecolor="white")
    for layer, hatch in zip(stacked, ["", "///", "", "..."]):
        layer.set_hatch(hatch)
    ax.axvline(at, color=INK, linestyle="--")
    there = ", ".join(f"{number} {name}" for name, number in zip(names, layers.loc[at]))
    ax.set(xlabel=xlabel, ylabel=ylabel, xlim=(x[0], x[-1]), title=f"{title}\n{there}")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), reverse=True)
    return ax.figure


def draw_bars(series, *, title="", ylabel=""):
    """Draw `series` {label: {group: value}} as groups of bars side by side, and return the figure.

    The bars of a label share a colour and a hatch, and the legend names them. Each label needs the same groups.
    """
    groups = [list(values) for values in series.values()]
    if not groups or not groups[0] or any(names != groups[0] for names in groups):
        raise ValueError(f"draw_bars: the groups are {groups!r}; pass the same ones, at least one, for every label")
    _, ax = figure(7.4, 3.3)
    wide = 0.8 / len(series)
    for i, (label, values) in enumerate(series.items()):
        places = [place + wide * (i - (len(series) - 1) / 2) for place in range(len(values))]
        style = {"color": palette[i], "hatch": hatches[i], "edgecolor": "white"}
        ax.bar(places, list(values.values()), 0.95 * wide, label=label, **style)
    ax.set_xticks(range(len(groups[0])), [str(name).replace("_", " ") for name in groups[0]])
    ax.set(title=title, ylabel=ylabel)
    ax.margins(y=0.2)  # room for the legend above the bars
    ax.legend(ncols=len(series), loc="upper right")
    return ax.figure


def draw_prompt(prompt, *, title=""):
    """Draw the lines of a prompt from `build_prompt`, each shaded by the part it belongs to, and return the figure.

    The parts are the instruction, the context, the question, and the cue which the answer continues. Long lines are
    cut at the edge of their bar.
    """
    lines = prompt.splitlines()
    if len(lines) < 5 or not lines[-2].startswith("Question:"):
        raise ValueError(f"draw_prompt: prompt is {prompt!r:.60}; pass the text that build_prompt returns")
    parts = ["instruction", *["context: the hits"] * (len(lines) - 3), "question", "cue"]
    colours = {"instruction": palette[3], "context: the hits": palette[9], "question": palette[1], "cue": palette[7]}
    _, ax = figure(9.0, 0.5 + 0.3 * len(lines))
    for row, line in enumerate(lines):
        if line:
            ax.barh(row, 1, height=0.92, color=colours[parts[row]], alpha=0.45)
            short = line if len(line) < 75 else line[:72] + " …"
            ax.text(0.01, row, short, va="center", family="monospace", fontsize=8.5)
    for part in colours:
        ax.text(1.01, next(i for i, line in enumerate(lines) if line and parts[i] == part), part, va="center")
    ax.set(title=title, ylabel="line", xlim=(0, 1.4), ylim=(len(lines) - 0.4, -0.6), xticks=[])
    ax.set_yticks(range(len(lines)), range(1, len(lines) + 1))
    ax.grid(False)
    return ax.figure
