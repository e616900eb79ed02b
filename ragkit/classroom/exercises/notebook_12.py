"""The exercises of notebook 12: files that are read, lines that are cited, scores elsewhere, questions enough."""

import math

from ragkit.classroom.checks import Exercise, case, mistake

POEM = "one\ntwo\nthree\n"


def exact(share, width):
    return 1.96**2 * share * (1 - share) / width**2


EXERCISES = [
    Exercise(
        "12.1",
        ask="how many of the eleven files are read as documents",
        value=6,
        mistakes=[
            mistake(11, "Some of them hold no text: look for nothing, for zero bytes, and for one of 2.4 MB."),
            mistake(5, "Windows' old encoding and UTF-16 are read, the latter because two bytes at its head say so."),
            mistake(7, "Nearly. Its ending says that scan.pdf is no text file, and it is not looked at."),
            mistake(10, "Four files are reported as not read, and scan.pdf is not looked at."),
            mistake(4, "Four is how many are reported. How many are read?"),
        ],
        right="four are reported with a reason, and one has an ending that is not looked at",
    ),
    Exercise(
        "12.2",
        ask="write lines_of(text, start, end): the numbers of the first and the last line of text[start:end], from 1",
        cases=[
            case("one\ntwo\nthree", 4, 7, gives=(2, 2)),
            case(POEM, 0, 3, gives=(1, 1)),
            case(POEM, 4, 13, gives=(2, 3)),
            case(POEM, 2, 9, gives=(1, 3)),
        ],
        mistakes=[
            mistake(
                lambda text, start, end: (text.count("\n", 0, start), text.count("\n", 0, end)),
                "Counted from 0. Editors call the first line 1.",
            ),
            mistake(
                lambda text, start, end: (text.count("\n", 0, start) + 1, text.count("\n", start, end) + 1),
                "The last line is counted from the start of the chunk. Count from the start of the text.",
            ),
            mistake(
                lambda text, start, end: (text.count("\n", 0, start) + 1, text.count("\n", 0, end + 1) + 1),
                "end is no part of the slice: a line end that stands there belongs to the next line.",
            ),
            mistake(
                lambda text, start, end: (start, end),
                "Those are characters. How many line ends stand before each?",
            ),
        ],
        right="a line number is the count of line ends before it, and one more",
    ),
    Exercise(
        "12.3",
        ask='whether the shop\'s threshold refuses "few" or "many" of the 75 good questions',
        value="many",
        mistakes=[
            mistake("few", "If half of the best scores lie below about 0.22, how many questions fall below it?"),
            mistake("none", "It would, if scores meant the same in every corpus. Few, or many?"),
        ],
        right="the same recipe scores lower where people ask in words of their own",
    ),
    Exercise(
        "12.4",
        ask="write needed(share, width): how many questions it takes to know a share to within width on either side",
        cases=[
            case(0.8, 0.1, gives=62),
            case(0.8, 0.05, gives=246),
            case(0.5, 0.1, gives=97),
            case(0.9, 0.03, gives=385),
        ],
        mistakes=[
            mistake(
                lambda share, width: round(exact(share, width)),
                "Rounded to the nearest, which can be one too few. Round up.",
            ),
            mistake(
                lambda share, width: math.floor(exact(share, width)),
                "Rounded down: that many questions are just too few. Round up.",
            ),
            mistake(
                lambda share, width: math.ceil(4 * exact(share, width)),
                "That takes width as the whole interval. It is asked to either side.",
            ),
            mistake(
                lambda share, width: math.ceil(1.96 * math.sqrt(share * (1 - share)) / width),
                "The root is still on: n stands under it, so both sides have to be squared.",
            ),
        ],
        right="half the width takes four times the questions",
    ),
]
