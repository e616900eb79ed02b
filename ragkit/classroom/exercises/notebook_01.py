"""The exercises of notebook 01: counting windows, putting a text together again, and what overlap costs."""

import math

from ragkit.classroom.checks import Exercise, case, mistake

CHUNKS = ["a b c d", "d e f g", "g h i j"]  # ten words, windows of four that share one
PAIRS = ["one two three", "two three four", "three four five", "four five six"]


def windows(n, size, overlap):
    return max(1, math.ceil((n - overlap) / (size - overlap)))


def without_first_words(chunk, count):
    return " ".join(chunk.split()[count:])


EXERCISES = [
    Exercise(
        "01.1",
        ask="how many windows of 4 words that share 2 cover ten words",
        value=4,
        mistakes=[
            mistake(
                5, "A fifth window would start at word 8 and hold only words 8 and 9, which the fourth already has."
            ),
            mistake(3, "That is the number with one shared word. With two, windows start only 2 apart."),
            mistake(2, "That would need windows of five words without any overlap."),
        ],
        right="starts 0, 2, 4, 6, and the window from 6 reaches the end",
    ),
    Exercise(
        "01.2",
        ask="how many windows of 30 words that share 10 cover 173 words in one piece",
        value=9,
        mistakes=[
            mistake(
                8, "Eight came out for three documents: each begins a window of its own. 163 / 20 is 8.15; round up."
            ),
            mistake(6, "173 / 30 counts windows without overlap. They start 20 apart."),
            mistake(17, "Windows start size - overlap apart, 20 words and not 10."),
            mistake(18, "That divides by the overlap and rounds up. What lies between two starts is 30 - 10 words."),
            mistake(8.15, "Right so far. A part of a window is a window: round up."),
        ],
        right="163 / 20 is 8.15, and a part of a window is a window",
    ),
    Exercise(
        "01.3",
        ask="write rebuild(chunks, overlap): the text that was cut, each word once",
        cases=[
            case(CHUNKS, 1, gives="a b c d e f g h i j"),
            case(PAIRS, 2, gives="one two three four five six"),
            case(["to be or", "or not to", "to be"], 1, gives="to be or not to be"),
            case(["a b", "c d"], 0, gives="a b c d"),
            case(["only one"], 1, gives="only one"),
        ],
        mistakes=[
            mistake(
                lambda chunks, overlap: " ".join(chunks),
                "The shared words stand twice. Of every chunk but the first, leave out the first `overlap` words.",
            ),
            mistake(
                lambda chunks, overlap: " ".join(without_first_words(chunk, overlap) for chunk in chunks).strip(),
                "The first words of the text are gone: nothing stands before the first chunk, so keep it whole.",
            ),
            mistake(
                lambda chunks, overlap: " ".join(
                    [chunks[0]] + [" ".join(chunk.split()[: len(chunk.split()) - overlap]) for chunk in chunks[1:]]
                ),
                "What is repeated stands at the beginning of the later chunk, not at its end.",
            ),
            mistake(
                lambda chunks, overlap: " ".join([chunks[0]] + [chunk[overlap:] for chunk in chunks[1:]]),
                "chunk[overlap:] leaves out characters. Split the chunk into words first.",
            ),
            mistake(
                lambda chunks, overlap: " ".join(dict.fromkeys(" ".join(chunks).split())),
                "That drops every word that came before, and a text may well say a word twice. Go by position.",
            ),
        ],
        right="overlap repeats words, and nothing is lost",
    ),
    Exercise(
        "01.4",
        ask="how long a run of words may be, to be whole in some window wherever it begins, for size 30 and overlap 10",
        value=11,
        mistakes=[
            mistake(
                10, "Ten is safe, but not the longest. Try a run of 11 that begins one word before a window starts."
            ),
            mistake(
                20,
                "A run of 20 that begins at word 15 ends at word 34: the first window stops too early, and the next "
                "starts at 20.",
            ),
            mistake(30, "Only a run that begins exactly where a window starts may be as long as the window."),
            mistake(
                12,
                "A run of 12 that begins at word 19 ends at word 30, one word behind the first window, and the next "
                "starts at 20.",
            ),
        ],
        right="overlap + 1 words",
    ),
    Exercise(
        "01.5",
        ask="write stored_words(n, size, overlap): how many words all chunks of n words hold together",
        cases=[
            case(10, 4, 1, gives=12),
            case(62, 30, 10, gives=82),
            case(44, 30, 10, gives=54),
            case(20, 30, 10, gives=20),
            case(90, 30, 0, gives=90),
        ],
        mistakes=[
            mistake(
                lambda n, size, overlap: windows(n, size, overlap) * size,
                "Not every window is full: the last one ends where the text ends. Count what is stored twice instead.",
            ),
            mistake(
                lambda n, size, overlap: n * size / (size - overlap),
                "That is what a text without end costs. The first window repeats nothing, so a short text costs less.",
            ),
            mistake(
                lambda n, size, overlap: n + windows(n, size, overlap) * overlap,
                "Nearly: the first window repeats nothing, so one overlap fewer.",
            ),
            mistake(
                lambda n, size, overlap: n,
                "Those are the words of the text. The shared ones are stored once more.",
            ),
        ],
        right="each window but the first repeats `overlap` words",
    ),
]
