"""The exercises of notebook 10: postings, what a question costs as the corpus grows, recall, and machines."""

import math

from ragkit.classroom.checks import Exercise, case, mistake

TINY = {
    "box": [(0, 1), (1, 2)],
    "label": [(4, 1)],
    "lid": [(1, 1), (4, 1)],
    "parcel": [(2, 1), (3, 2)],
    "refund": [(0, 1), (3, 1)],
}


def score_rows(postings, query, n, *, weigh=lambda value, weight: value * weight):
    """The right scores, or those with another rule for one entry."""
    scores = [0] * n
    for word, weight in query.items():
        for row, value in postings.get(word, []):
            scores[row] += weigh(value, weight)
    return scores


def without_adding(postings, query, n):
    scores = [0] * n
    for word, weight in query.items():
        for row, value in postings.get(word, []):
            scores[row] = value * weight
    return scores


def without_get(postings, query, n):
    scores = [0] * n
    for word, weight in query.items():
        for row, value in postings[word]:
            scores[row] += value * weight
    return scores


EXERCISES = [
    Exercise(
        "10.1",
        ask="how many multiplications a question with box and refund needs with postings",
        value=4,
        mistakes=[
            mistake(25, "That is every number of the matrix. Only the lists of the two words are needed."),
            mistake(10, "That is two whole columns, zeros included. Postings hold only the chunks that have the word."),
            mistake(9, "Those are all entries. The lists of label, lid and parcel are not looked at."),
            mistake(2, "One for each word, but each word stands in more than one chunk: one for each pair."),
            mistake(5, "Count pairs, not occurrences: box stands twice in chunk 1, and that is one pair with value 2."),
            mistake(3, "Chunk 0 holds both words, and each of the two is multiplied on its own."),
        ],
        right="two chunks hold box and two hold refund",
    ),
    Exercise(
        "10.2",
        ask="write score_rows(postings, query, n): the scores of n chunks, touching only the query's words",
        cases=[
            case(TINY, {"box": 1, "refund": 2}, 5, gives=[3, 2, 0, 2, 0]),
            case(TINY, {"parcel": 3, "label": 5}, 5, gives=[0, 0, 3, 6, 5]),
            case(TINY, {"lid": 1, "drone": 9}, 5, gives=[0, 1, 0, 0, 1]),
            case(TINY, {}, 5, gives=[0, 0, 0, 0, 0]),
        ],
        mistakes=[
            mistake(
                without_get,
                "A word that no chunk has stops it with a KeyError. postings.get(word, []) gives an empty list.",
            ),
            mistake(
                without_adding,
                "The second word overwrites what the first one gave to the same chunk. Add with +=.",
            ),
            mistake(
                lambda postings, query, n: score_rows(postings, query, n, weigh=lambda value, weight: value),
                "The weights of the question are missing: multiply each value by the weight of its word.",
            ),
            mistake(
                lambda postings, query, n: score_rows(postings, query, n, weigh=lambda value, weight: weight),
                "The values of the chunks are missing: a chunk that holds a word twice gets twice the weight.",
            ),
            mistake(
                lambda postings, query, n: {
                    row: score for row, score in enumerate(score_rows(postings, query, n)) if score
                },
                "Right scores in a dict. Asked for is a list with one score for each of the n chunks, zeros included.",
            ),
        ],
        right="only the lists that the question names are read",
    ),
    Exercise(
        "10.3",
        ask="how many entries a question touches in 1,600,000 chunks, if it touches 23,000 in 16,000",
        value=2_300_000,
        mistakes=[
            mistake(23_000, "Only its own words are touched, yes. But their lists grow as chunks are added."),
            mistake(230_000, "That is ten times as many chunks. From 16,000 to 1,600,000 it is a hundred times."),
            mistake(230_000_000, "That would be the square. A list grows as fast as the number of chunks, not faster."),
            mistake(1_600_000, "That is the number of chunks. A chunk is touched once for each word it shares."),
            mistake(100, "That is the factor. Multiply the 23,000 entries by it."),
        ],
        right="a hundred times the chunks, a hundred times the entries: the line is straight",
    ),
    Exercise(
        "10.4",
        ask="write recall(found, exact): the share of exact that is in found",
        cases=[
            case([7, 2, 9], [2, 3], gives=0.5),
            case([1, 2, 3, 4], [4, 3, 2, 1], gives=1.0),
            case([5], [1, 2, 3, 4, 5], gives=0.2),
            case([], [8, 9], gives=0.0),
        ],
        mistakes=[
            mistake(
                lambda found, exact: len(set(found) & set(exact)) / len(found),
                "Divided by what was found, this is precision, and an empty list stops it. Divide by len(exact).",
            ),
            mistake(
                lambda found, exact: len(set(found) & set(exact)) / len(found) if found else 0.0,
                "Divided by what was found, this is precision. Recall asks how much of exact was found: len(exact).",
            ),
            mistake(
                lambda found, exact: len(set(found) & set(exact)),
                "That is how many were found. The share is that number divided by len(exact).",
            ),
            mistake(
                lambda found, exact: sum(a == b for a, b in zip(found, exact)) / len(exact),
                "This wants the same row in the same place. For recall the order does not matter: compare sets.",
            ),
            mistake(
                lambda found, exact: len(set(found) & set(exact)) / len(set(found) | set(exact)),
                "That divides by everything in either list. Divide by what there was to be found, len(exact).",
            ),
            mistake(
                lambda found, exact: 1 - len(set(found) & set(exact)) / len(exact),
                "That is the share that was missed.",
            ),
        ],
        right="1 means that nothing was missed",
    ),
    Exercise(
        "10.5",
        ask="write machines(gb, ram, copies): how many machines hold all copies, and never fewer than copies",
        cases=[
            case(46.08, 32, 2, gives=3),
            case(46.08, 32, 1, gives=2),
            case(4.6, 32, 3, gives=3),
            case(64, 32, 2, gives=4),
            case(100, 32, 3, gives=10),
        ],
        mistakes=[
            mistake(
                lambda gb, ram, copies: math.ceil(gb * copies / ram),
                "Three copies of 4.6 GB fit on one machine, and are all gone when it stops. Take at least copies.",
            ),
            mistake(
                lambda gb, ram, copies: max(copies, math.ceil(gb / ram)),
                "A replica adds no room: each copy needs its own gigabytes. Multiply gb by copies.",
            ),
            mistake(
                lambda gb, ram, copies: math.ceil(gb / ram),
                "That holds one copy. Multiply by copies, and take at least as many machines as copies.",
            ),
            mistake(
                lambda gb, ram, copies: max(copies, int(gb * copies / ram)),
                "Rounded down, the last rows have no place. Machines are whole: round up with math.ceil.",
            ),
            mistake(
                lambda gb, ram, copies: max(copies, round(gb * copies / ram)),
                "round goes to the nearest number, which may be too few machines. Round up with math.ceil.",
            ),
            mistake(
                lambda gb, ram, copies: max(copies, gb * copies / ram),
                "Machines are whole: round up with math.ceil.",
            ),
            mistake(
                lambda gb, ram, copies: copies * math.ceil(gb / ram),
                "That rounds up for each copy. Different shards may share a machine: round up once, at the end.",
            ),
        ],
        right="shards give room, replicas give safety, and both are paid for",
    ),
]
