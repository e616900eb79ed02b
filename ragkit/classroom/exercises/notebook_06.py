"""What the exercises of notebook 06 expect, and the wrong answers they know."""

from ragkit.classroom.checks import Exercise, case, mistake


def pack(sentences, max_words, too_long=lambda words, max_words: words > max_words, measure=lambda text: text.split()):
    chunks, packed = [], []
    for sentence in sentences:
        if packed and too_long(len(measure(" ".join([*packed, sentence]))), max_words):
            chunks.append(" ".join(packed))
            packed = []
        packed.append(sentence)
    return [*chunks, " ".join(packed)] if packed else chunks


def pack_and_forget_the_last(sentences, max_words):
    return pack(sentences, max_words)[:-1]


def pack_with_an_empty_first(sentences, max_words):
    chunks, packed = [], []
    for sentence in sentences:
        if len(" ".join([*packed, sentence]).split()) > max_words:
            chunks.append(" ".join(packed))
            packed = []
        packed.append(sentence)
    return [*chunks, " ".join(packed)] if packed else chunks


def pack_then_look(sentences, max_words):
    chunks, packed = [], []
    for sentence in sentences:
        packed.append(sentence)
        if len(" ".join(packed).split()) >= max_words:
            chunks.append(" ".join(packed))
            packed = []
    return [*chunks, " ".join(packed)] if packed else chunks


def slug(heading, kept="-_ "):
    return "".join(letter for letter in heading.lower() if letter.isalnum() or letter in kept).replace(" ", "-")


def line_of(text, place):
    return text.count("\n", 0, place) + 1


LINES = "one\ntwo\nthree"
HEADINGS = ["Order fee", "Mobiles, laptops & smartwatches", "No-cost EMI", "What is `user_id`?", "Größe"]

EXERCISES = [
    Exercise(
        "06.1",
        ask="how many pieces the simple rule makes of three sentences",
        value=7,
        mistakes=[
            mistake(3, "Three is what a reader sees. The rule cuts behind every stop that has a blank behind it."),
            mistake(6, "Six cuts, yes. Six cuts make one piece more."),
            mistake(
                8, "One too many: the stop in 3.5 has no blank behind it, and neither has the first one of i.e. or p.m."
            ),
        ],
        right="six stops with a blank behind them make seven pieces",
    ),
    Exercise(
        "06.2",
        ask="write pack(sentences, max_words): whole sentences put together while they fit",
        cases=[
            case(["a b", "c", "d e f"], 3, gives=["a b c", "d e f"]),
            case(["a b c d e", "f"], 3, gives=["a b c d e", "f"]),
            case(["a", "b", "c", "d e"], 2, gives=["a b", "c", "d e"]),
            case(["one two", "three four"], 4, gives=["one two three four"]),
            case([], 3, gives=[]),
        ],
        mistakes=[
            mistake(
                pack_and_forget_the_last,
                "The last chunk is missing: when the loop is over, what is still being packed has to be written too.",
            ),
            mistake(
                pack_with_an_empty_first,
                "A first sentence longer than the limit leaves an empty chunk before it. Write a chunk only if "
                "something is packed.",
            ),
            mistake(
                pack_then_look,
                "A chunk goes over the limit: it is looked at only when the sentence is already in. Count first, then "
                "add.",
            ),
            mistake(
                lambda sentences, max_words: pack(sentences, max_words, lambda words, limit: words >= limit),
                "A chunk of exactly max_words words is allowed; this one stops a word early.",
            ),
            mistake(
                lambda sentences, max_words: pack(sentences, max_words, measure=len),
                "That counts characters. Words are what stands between blanks: len(text.split()).",
            ),
        ],
        right="no sentence is cut, and no chunk is longer than it must be",
    ),
    Exercise(
        "06.3",
        ask="write slug(heading): the name by which GitHub links to a heading",
        cases=[case(heading, gives=slug(heading)) for heading in HEADINGS],
        mistakes=[
            mistake(
                lambda heading: heading.lower().replace(" ", "-"),
                "Punctuation is still there. Only letters, digits, blanks, - and _ stay.",
            ),
            mistake(
                lambda heading: "-".join(slug(heading, "-_ ").replace("--", "-").split("-")),
                "Two blanks in a row became one hyphen. GitHub makes one of each, and a link has to have both.",
            ),
            mistake(
                lambda heading: slug(heading, " "),
                "The hyphen or the low line of the heading is gone. Both stay, as in no-cost-emi.",
            ),
            mistake(
                lambda heading: "".join(letter for letter in heading if letter.isalnum() or letter in "-_ ").replace(
                    " ", "-"
                ),
                "The letters are all right, but links are in small ones: heading.lower().",
            ),
            mistake(
                lambda heading: "".join(
                    letter for letter in heading.lower() if letter in "abcdefghijklmnopqrstuvwxyz0123456789-_ "
                ).replace(" ", "-"),
                "A letter is not only a to z: Größe is größe. isalnum() knows the letters of all scripts.",
            ),
        ],
        right="the same name as in the link, so a citation can be clicked",
    ),
    Exercise(
        "06.4",
        ask="write line_of(text, place): the number of the line, from 1, on which a character stands",
        cases=[
            case(LINES, 4, gives=2),
            case(LINES, 0, gives=1),
            case(LINES, 3, gives=1),
            case(LINES, 12, gives=3),
            case("no line end", 5, gives=1),
        ],
        mistakes=[
            mistake(lambda text, place: line_of(text, place) - 1, "Lines are counted from 1, as in every editor."),
            mistake(
                lambda text, place: text.count("\n") + 1,
                "Those are all lines of the text. Count the line ends before the place only.",
            ),
            mistake(
                lambda text, place: text.count("\n", 0, place + 1) + 1,
                "The line end at character 3 still belongs to line 1. Count those before the place, not at it.",
            ),
        ],
        right="a place in the source becomes a line that can be looked up",
    ),
    Exercise(
        "06.5",
        ask='whether, within 240 words shown, windows of 240 words find "more" or "fewer" facts than windows of 80',
        value="fewer",
        mistakes=[
            mistake("more", "With three hits of any size they do. Here three small ones stand against one large one."),
            mistake("the same", "The room is the same, the number of guesses is not. More, or fewer?"),
        ],
        right="one large window is one guess, three smaller ones are three",
    ),
]
