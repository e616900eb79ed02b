"""What the exercises of notebook 08 expect, and the wrong answers they know."""

import math

from ragkit.classroom.checks import Exercise, case, mistake


def mix(a, b, w, left=math.sqrt, right=math.sqrt):
    return [left(w) * x for x in a] + [right(1 - w) * x for x in b]


def saturated(tf, length, mean, k1=1.2, b=0.75):
    return tf / (tf + k1 * (1 - b + b * length / mean))


def fuse(rankings, constant=60, start=1, join=lambda old, new: old + new):
    scores = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, start=start):
            scores[name] = join(scores.get(name, 0), 1 / (constant + rank))
    return scores


MIXES = [([1], [1], 0.36), ([0.6, 0.8], [1, 0, 0], 0.5), ([2], [3, 4], 1), ([1, 2], [5], 0)]
CHUNKS = [(1, 10, 10), (4, 10, 10), (1, 40, 10), (1, 5, 10), (0, 10, 10), (3, 20, 10, 2.0, 0.5), (2, 30, 10, 1.2, 0)]
LISTS = [
    ([["a", "b"], ["b"]], 1),
    ([["fee", "charge", "refund"], ["charge", "gift", "fee"]],),
    ([["x"], ["x"], ["y", "x"]], 10),
    ([[]],),
]

EXERCISES = [
    Exercise(
        "08.1",
        ask="how many different 3-grams warranty and waranty have in common",
        value=6,
        mistakes=[
            mistake(7, "Seven are all of waranty, and one of them, ara, is not in warranty."),
            mistake(8, "Eight are all of warranty. Two of them, arr and rra, are not in waranty."),
            mistake(5, "Nearly. The blanks count: the first piece is a blank and wa, the last ty and a blank."),
            mistake(4, "Count the pieces with a blank as well: one at the beginning, one at the end."),
        ],
        right="one missing letter spoils two pieces of eight",
    ),
    Exercise(
        "08.2",
        ask="write mix(a, b, w): the list whose dot products are the weighted sums",
        cases=[case(*args, gives=mix(*args)) for args in MIXES],
        mistakes=[
            mistake(
                lambda a, b, w: mix(a, b, w, lambda x: x, lambda x: x),
                "In a dot product each weight now acts twice, as w * w. Take the root of each, so that twice is once.",
            ),
            mistake(
                lambda a, b, w: mix(a, b, 1 - w),
                "The weights stand the wrong way round: a has w, b has 1 - w.",
            ),
            mistake(
                lambda a, b, w: mix(a, b, w, right=lambda x: 1 - math.sqrt(1 - x)),
                "The root of 1 - w is not 1 minus the root of w. Subtract first.",
            ),
            mistake(
                lambda a, b, w: [math.sqrt(w) * x + math.sqrt(1 - w) * y for x, y in zip(a, b)],
                "The parts were added together. They have different columns: put one behind the other.",
            ),
            mistake(
                lambda a, b, w: [w * w * x for x in a] + [(1 - w) ** 2 * x for x in b],
                "The root is wanted, not the square: the dot product does the squaring.",
            ),
        ],
        right="root times root is the weight, so one product adds up two scores",
    ),
    Exercise(
        "08.3",
        ask="write saturated(tf, length, mean, k1=1.2, b=0.75): the weight of a term in a chunk by BM25",
        cases=[case(*args, gives=saturated(*args)) for args in CHUNKS],
        mistakes=[
            mistake(
                lambda tf, length, mean, k1=1.2, b=0.75: tf / (tf + k1),
                "Length plays no part yet: k1 is multiplied by 1 - b + b * length / mean.",
            ),
            mistake(
                lambda tf, length, mean, k1=1.2, b=0.75: saturated(tf, length, mean, k1, b) * (k1 + 1),
                "That is the textbook's form, k1 + 1 times too large for a share. Leave the factor out.",
            ),
            mistake(
                lambda tf, length, mean, k1=1.2, b=0.75: tf / (tf + k1 * (1 - b + b * mean / length)),
                "Long chunks are favoured: the quotient is length / mean, not mean / length.",
            ),
            mistake(
                lambda tf, length, mean, k1=1.2, b=0.75: tf / (tf + k1 * (b + (1 - b) * length / mean)),
                "b and 1 - b have changed places: with b = 0 length must not count at all.",
            ),
            mistake(
                lambda tf, length, mean, k1=1.2, b=0.75: tf / (tf + k1 * 1 - b + b * length / mean),
                "A pair of brackets is missing: k1 multiplies all of 1 - b + b * length / mean.",
            ),
        ],
        right="below 1 however often a word is repeated, and lower in longer chunks",
    ),
    Exercise(
        "08.4",
        ask="write fuse(rankings, constant=60): a dict of ids and their fused scores",
        cases=[case(*args, gives=fuse(*args)) for args in LISTS],
        mistakes=[
            mistake(
                lambda rankings, constant=60: fuse(rankings, constant, start=0),
                "Ranks begin at 1; here the first has rank 0.",
            ),
            mistake(
                lambda rankings, constant=60: fuse(rankings, constant, join=max),
                "Only the better of two places counts here. Add them: being in both lists is what fusion rewards.",
            ),
            mistake(
                lambda rankings, constant=60: fuse(rankings, constant, join=lambda old, new: new),
                "The last list overwrites the ones before. Add to what an id already has.",
            ),
            mistake(
                lambda rankings, constant=60: fuse(rankings, 0),
                "The constant is missing below the line: 1 / (constant + rank).",
            ),
            mistake(
                lambda rankings, constant=60: list(fuse(rankings, constant)),
                "Those are the ids alone. A dict was asked for, with the score of each id.",
            ),
        ],
        right="places add up, and scores are never looked at",
    ),
    Exercise(
        "08.5",
        ask="for how many of 16 paraphrases best_lexical has the right section among its first three",
        value=0,
        mistakes=[
            mistake(
                2, "So one would hope. Pieces of words meet by chance, but never so well that the right section wins."
            ),
            mistake(
                8, "Half would be fine. But a paraphrase shares no content word with its section: what could match?"
            ),
            mistake(16, "Then nobody would need models. A paraphrase shares no content word with its section."),
        ],
        right="words, pairs and pieces all compare spellings, and these are spelt differently",
    ),
]
