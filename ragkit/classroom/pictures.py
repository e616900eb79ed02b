"""How a picture gets into a notebook: one style, one size, and a sentence for those who cannot see it."""

import io

# The ten colours of matplotlib's style petroff10, which stay apart under colour blindness. Colour is never the only
# sign: take the marker or the hatch of the same position too.
palette = ["#3f90da", "#ffa90e", "#bd1f01", "#94a4a2", "#832db6", "#a96b59", "#e76300", "#b9ac70", "#717581", "#92dadd"]
markers = ["o", "s", "^", "D", "v", "P", "X", "<", ">", "*"]
hatches = ["", "///", "...", "\\\\\\", "xxx", "---", "ooo", "+++", "|||", "**"]

SCREEN_DPI = 100  # a figure 6.4 inches wide takes 640 pixels of the page
STORED_DPI = 150  # more pixels than the page shows, so that letters stay sharp when it is enlarged
COLOURS_STORED = 96  # enough for lines and letters, and the picture takes a third of the bytes

_SETTINGS = {
    "figure.dpi": SCREEN_DPI,
    "figure.constrained_layout.use": True,
    "font.size": 10.5,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.35,
    "legend.frameon": False,
    "hatch.linewidth": 0.7,
}


def use_style():
    """Set matplotlib's style for every picture from here on: petroff10's colours, titles on the left, thin grid."""
    import matplotlib.pyplot as plt
    from cycler import cycler

    # The style petroff10 by what it sets: matplotlib has the name since 3.10, and the one in the browser is older.
    plt.rcParams.update({"axes.prop_cycle": cycler(color=palette), "patch.facecolor": palette[0], **_SETTINGS})


def figure(width=6.4, height=3.2, *, rows=1, columns=1, **options):
    """Return `(fig, ax)` in the style of the notebooks; with more rows or columns, `ax` is an array of them.

    `width` and `height` are inches of the whole figure, 100 pixels of the page each. `options` go to `plt.subplots`.
    """
    import matplotlib.pyplot as plt

    use_style()
    return plt.subplots(rows, columns, figsize=(width, height), **options)


def show(picture, alt):
    """Show a matplotlib figure with `alt`, one sentence that says what can be seen in it, and close it.

    The output holds the PNG, the sentence as its text form, and the sentence as `alt` in the picture's metadata, from
    where the hand-outs take it (nbconvert's own HTML reads no alternative text from a notebook). The text form is the
    same on every machine, so that strict nbval can compare it. Outside a notebook the sentence is printed.
    """
    import matplotlib.pyplot as plt

    picture = getattr(picture, "figure", picture)  # an axes knows its figure
    if not hasattr(picture, "savefig"):
        raise TypeError(f"show(picture, alt): picture is {picture!r}; pass a matplotlib figure or axes")
    if not isinstance(alt, str) or len(alt.split()) < 4:
        raise ValueError(f"show(picture, alt): alt is {alt!r}; pass a sentence that tells what can be seen")
    alt = " ".join(alt.split())
    png = _small_png(picture)
    width = round(picture.get_figwidth() * SCREEN_DPI)
    plt.close(picture)
    _display(png, alt, width)


def _small_png(picture):
    """Return the figure as bytes of a PNG with a palette of its own."""
    from PIL import Image

    full = io.BytesIO()
    picture.savefig(full, format="png", dpi=STORED_DPI)
    image = Image.open(full).convert("RGB").quantize(COLOURS_STORED, dither=Image.Dither.NONE)
    small = io.BytesIO()
    image.save(small, format="PNG", optimize=True)
    return small.getvalue()


def _display(png, alt, width):
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        print(alt)
        return
    if get_ipython() is None:
        print(alt)
        return
    data = {"image/png": png, "text/plain": alt}
    display(data, raw=True, metadata={"image/png": {"alt": alt, "width": width}})
