"""What the exercises of notebook 03 expect, and the wrong answers they know."""

import math

import numpy as np

from ragkit.classroom.checks import Exercise, case, mistake


def length(vector):
    return math.sqrt(sum(x * x for x in vector))


def unit(vector):
    return [x / length(vector) for x in vector] if any(vector) else list(vector)


def cosine_scores(matrix, query):
    return matrix @ query / (np.linalg.norm(matrix, axis=1) * np.linalg.norm(query))


def top_k(scores, k):
    return sorted(range(len(scores)), key=lambda row: -scores[row])[:k]


MATRICES = [
    (np.array([[3.0, 4.0], [8.0, 6.0]]), np.array([0.0, 2.0])),
    (np.array([[5.0, 0.0], [0.0, 1.0], [6.0, 8.0]]), np.array([6.0, 8.0])),
]

EXERCISES = [
    Exercise(
        "03.1",
        ask="the cosine of long, with dot product 12 and lengths 10 and 2",
        value=0.6,
        mistakes=[
            mistake(12, "That is the dot product. Divide it by both lengths."),
            mistake(
                1.2, "You divided by the length of the chunk alone. No cosine is above 1: divide by the question's too."
            ),
            mistake(6, "You divided by the length of the question alone. Divide by the chunk's length as well."),
            mistake(
                1, "Divide by the product of the lengths, 10 · 2. Their sum is 12 as well, and that is an accident."
            ),
            mistake(2.4, "The bracket is missing: 12 / 10 * 2 multiplies by 2 at the end. Write 12 / (10 * 2)."),
            mistake(0.8, "That is the cosine of short. long points more towards box, further from the question."),
        ],
        right="12 / (10 · 2), less than the 0.8 of short, although its dot product is larger",
    ),
    Exercise(
        "03.2",
        ask="write unit(vector): the vector divided by its length, zeros unchanged",
        cases=[case(vector, gives=unit(vector)) for vector in ([3, 4], [8, 6, 0], [0, 0], [2])],
        mistakes=[
            mistake(
                lambda vector: [x / length(vector) for x in vector],
                "A vector of zeros has length 0 and stops it with a ZeroDivisionError. Return such a vector as it is.",
            ),
            mistake(
                lambda vector: [x / sum(vector) for x in vector] if any(vector) else vector,
                "The numbers now add up to 1, but the length is not 1. The length is the root of the sum of squares.",
            ),
            mistake(
                lambda vector: [x / sum(y * y for y in vector) for x in vector] if any(vector) else vector,
                "The root is missing: you divided by the sum of squares, which is the length times itself.",
            ),
            mistake(
                lambda vector: [x / max(vector) for x in vector] if any(vector) else vector,
                "That makes the largest number 1, not the length. Divide by the root of the sum of squares.",
            ),
            mistake(
                lambda vector: [x / len(vector) for x in vector],
                "len counts how many numbers there are. The length of the arrow is the root of the sum of squares.",
            ),
            mistake(length, "That is the length itself. Divide each number of the vector by it, and return the list."),
        ],
        right="every arrow now has length 1, and a vector of zeros does no harm",
    ),
    Exercise(
        "03.3",
        ask="the factor by which the cosine of a chunk changes when all its counts double",
        value=1,
        mistakes=[
            mistake(2, "The dot product doubles. But it is divided by the length of the chunk, and that doubles too."),
            mistake(0.5, "The length doubles. But so does the dot product that is divided by it."),
            mistake(4, "Nothing is squared here: dot product and length both double, and their quotient stays."),
            mistake(
                0, "A factor of 0 would make the cosine 0. You may mean that nothing changes: that is the factor 1."
            ),
        ],
        right="the arrow is twice as long and points the same way",
    ),
    Exercise(
        "03.4",
        ask="write cosine_scores(matrix, query): the cosine of each row with the query",
        cases=[case(matrix, query, gives=cosine_scores(matrix, query)) for matrix, query in MATRICES],
        mistakes=[
            mistake(
                lambda matrix, query: matrix @ query,
                "These are dot products, so long rows win. Divide by the lengths of the rows and of the query.",
            ),
            mistake(
                lambda matrix, query: matrix @ query / np.linalg.norm(matrix, axis=1),
                "The order is right, but the scores are too large by the length of the query: divide by it, too.",
            ),
            mistake(
                lambda matrix, query: matrix @ query / np.linalg.norm(query),
                "The rows keep their lengths, so long ones win. Divide by np.linalg.norm(matrix, axis=1), too.",
            ),
            mistake(
                lambda matrix, query: matrix @ query / (np.linalg.norm(matrix) * np.linalg.norm(query)),
                "norm(matrix) is one number for the whole matrix. With axis=1 it gives the length of each row.",
            ),
            mistake(
                lambda matrix, query: matrix @ query / np.linalg.norm(matrix, axis=1) * np.linalg.norm(query),
                "The bracket is missing: this multiplies by the length of the query. Divide by both lengths.",
            ),
            mistake(
                lambda matrix, query: matrix @ query / (np.linalg.norm(matrix, axis=0) * np.linalg.norm(query)),
                "axis=0 gives the lengths of the columns. A chunk is a row: axis=1.",
            ),
        ],
        right="one product, and one division for all rows",
    ),
    Exercise(
        "03.5",
        ask="write top_k(scores, k): the rows of the k highest scores, best first, ties in row order",
        cases=[
            case(scores, k, gives=top_k(scores, k))
            for scores, k in [
                ([0.5, 0.8, 0.5, 0.8], 3),
                ([0.1, 0.9, 0.4], 1),
                ([0.2, 0.2, 0.2], 2),
                ([0.3, 0.7], 5),
            ]
        ],
        mistakes=[
            mistake(
                lambda scores, k: np.argsort(scores, kind="stable")[::-1][:k],
                "Turned round, ties stand in reverse: row 3 before row 1. Sort by the negated score instead.",
            ),
            mistake(
                lambda scores, k: sorted(range(len(scores)), key=lambda row: scores[row])[:k],
                "These are the lowest scores. Sort by the negated score, so that the highest comes first.",
            ),
            mistake(
                lambda scores, k: sorted(scores, reverse=True)[:k],
                "These are the scores. Asked for are the row numbers, so that the chunks can be looked up.",
            ),
            mistake(
                lambda scores, k: sorted(range(len(scores)), key=lambda row: -scores[row]),
                "The order is right, but all rows are there. Keep the first k: [:k].",
            ),
            mistake(
                lambda scores, k: [(row, scores[row]) for row in top_k(scores, k)],
                "These are pairs of row and score. Return the row numbers alone.",
            ),
            mistake(
                lambda scores, k: [row + 1 for row in top_k(scores, k)],
                "Rows are numbered from 0, as chunks are.",
            ),
        ],
        right="equal scores stay in the order of the rows",
    ),
]
