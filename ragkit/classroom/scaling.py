"""Drawings of what a large index keeps and looks at: postings, cells on a map, recall against cost. Notebook 10."""

from ragkit.classroom.drawings import INK, draw_matrix
from ragkit.classroom.pictures import figure, markers, palette


def draw_postings(dense, texts, words, *, mark, title=""):
    """Draw a matrix with its zeros above its entries by row and by column, and return the figure.

    `dense` has a row for each of `texts` and a column for each of `words`. The entries of the word `mark` get a thick
    border above and below: far apart in the matrix, side by side in the postings.
    """
    if mark not in words:
        raise ValueError(f"draw_postings: mark is {mark!r}; pass one of the words: {', '.join(words)}")
    entries = [(i, j, value) for i, row in enumerate(dense) for j, value in enumerate(row) if value]
    marked = words.index(mark)
    picture, axes = figure(7.4, 6.0, rows=3, gridspec_kw={"height_ratios": [5, 2, 2]})
    in_matrix = [(i, j) for i, j, _ in entries if j == marked]
    draw_matrix(dense, texts, words, title=title, mark=in_matrix, ax=axes[0])
    rows, columns, values = zip(*entries)
    names = [f"chunk {i}" for i in rows]
    draw_matrix([columns, values], ["column", "value"], names, title="by row", ax=axes[1])
    by_column = sorted(entries, key=lambda entry: (entry[1], entry[0]))
    rows, columns, values = zip(*by_column)
    names = [words[j] for j in columns]
    in_list = [(0, place) for place, j in enumerate(columns) if j == marked]
    draw_matrix([rows, values], ["chunk", "value"], names, title="by column: postings", mark=in_list, ax=axes[2])
    return picture


def draw_cells(places, middles, cell, here, opened, *, found=(), missed=(), title=""):
    """Draw places on a map with one marker for each cell, the opened cells shaded, and return the figure.

    `places` and `middles` are pairs (x, y), `cell` has for each place the number of its middle, and a cell is the
    square of side 1 around it. The star is `here`; the places numbered in `found` have a ring, those in `missed` a
    cross.
    """
    from matplotlib.patches import Rectangle

    _, ax = figure(6.2, 3.4)
    for number, (x, y) in enumerate(middles):
        shade = "#ffe2ad" if number in opened else "white"
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=shade, edgecolor="#717581"))
        inside = [place for place, its_cell in zip(places, cell) if its_cell == number]
        if inside:
            ax.plot(*zip(*inside), markers[number % 10], color=palette[number % 10], linestyle="", markersize=6)
        ax.plot(x, y, "+", color="#717581", markersize=9)
    ax.plot(*here, "*", color=INK, markersize=17, label="question")
    for numbers, marker, size, label in ((found, "o", 15, "found"), (missed, "x", 13, "missed")):
        if len(numbers):
            some = [places[number] for number in numbers]
            ax.plot(*zip(*some), marker, color=INK, fillstyle="none", markersize=size, linestyle="", label=label)
    ax.set(title=title, aspect="equal", xticks=[], yticks=[])
    ax.grid(False)
    ax.spines[:].set_visible(False)
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), labelspacing=1.2)
    return ax.figure


def draw_recall(panels, *, title="", ylabel="recall"):
    """Draw recall against cost, one panel beside the other, and return the figure.

    `panels` is {what the cost is: {label: (costs, recalls)}}; costs are on a logarithmic scale, and a curve of one
    point is a marker alone.
    """
    if not panels or not all(panels.values()):
        raise ValueError("draw_recall: a panel is missing or has no curve; pass {cost: {label: (costs, recalls)}}")
    picture, axes = figure(8.4, 3.5, columns=len(panels), sharey=True, squeeze=False)
    for ax, (cost, curves) in zip(axes[0], panels.items()):
        for i, (label, (costs, recalls)) in enumerate(curves.items()):
            style = {"linestyle": "-", "markersize": 6} if len(costs) > 1 else {"linestyle": "", "markersize": 10}
            ax.semilogx(costs, recalls, marker=markers[i], color=palette[i], label=label, **style)
        ax.set_xlabel(cost)
        ax.xaxis.set_major_formatter(lambda number, _: f"{number:g}")
        ax.xaxis.set_minor_formatter("")
    axes[0, 0].set(ylabel=ylabel, ylim=(None, 1.05))
    axes[0, 0].legend(loc="lower right")
    picture.suptitle(title, x=0.01, ha="left")
    return picture
