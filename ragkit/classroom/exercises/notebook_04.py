"""What the exercises of notebook 04 expect, and the wrong answers they know."""

from ragkit.classroom.checks import Exercise, case, mistake


def cheapest(rows, price):
    return min(rows, key=lambda row: price * row[1] + row[2])[0]


def largest_rate(n, chance=0.05):
    return 1 - chance ** (1 / n)


ROWS = [(0.0, 10, 0), (0.2, 4, 3), (0.4, 1, 8), (0.6, 0, 12)]
EQUAL = [(0.1, 2, 2), (0.3, 1, 5), (0.5, 0, 9)]

EXERCISES = [
    Exercise(
        "04.1",
        ask="how many of the six questions are refused wrongly at a threshold of 0.45",
        value=2,
        mistakes=[
            mistake(4, "Four are refused, and two of them are off topic: refusing those is right."),
            mistake(
                1, "A refusal is wrong whenever the corpus has the answer, even if the best chunk was a wrong one."
            ),
            mistake(3, "Job openings is off topic: refusing it is right."),
        ],
        right="opening hours and charger warranty have an answer in the corpus, and nobody gets it",
    ),
    Exercise(
        "04.2",
        ask="write cheapest(rows, price): the threshold at which wrong answers, at their price, and wrong refusals "
        "together cost least",
        cases=[
            case(ROWS, 3, gives=0.4),
            case(ROWS, 1, gives=0.2),
            case(ROWS, 10, gives=0.6),
            case(ROWS, 0, gives=0.0),
            case(EQUAL, 3, gives=0.1),
        ],
        mistakes=[
            mistake(
                lambda rows, price: min(rows, key=lambda row: row[1] + price * row[2])[0],
                "The price is that of a wrong answer, the second of the three; a wrong refusal costs 1.",
            ),
            mistake(
                lambda rows, price: min(price * row[1] + row[2] for row in rows),
                "That is the lowest cost. The threshold that has it was asked for.",
            ),
            mistake(
                lambda rows, price: min(rows, key=lambda row: row[1] + row[2])[0],
                "The price is not used: a wrong answer costs `price` times as much as a wrong refusal.",
            ),
            mistake(
                lambda rows, price: min(reversed(rows), key=lambda row: price * row[1] + row[2])[0],
                "Where two thresholds cost the same, that takes the higher; the lower one was asked for.",
            ),
        ],
        right="the price decides which of two honest counts weighs more",
    ),
    Exercise(
        "04.3",
        ask='whether the mix, held to 0.25, answers "more" or "fewer" questions than TF-IDF',
        value="fewer",
        mistakes=[
            mistake(
                "more",
                "It ranks better, but the mix counts more terms that the two do not share, and those lower a cosine.",
            ),
            mistake("as many", "The order of the chunks is not all that changes: the scores do too. More, or fewer?"),
        ],
        right="its scores are lower all round, so the same number asks more of them",
    ),
    Exercise(
        "04.4",
        ask="write largest_rate(n, chance=0.05): the share of failures that n questions without one cannot rule out",
        cases=[
            case(16, gives=largest_rate(16)),
            case(1, gives=0.95),
            case(100, gives=largest_rate(100)),
            case(16, 0.5, gives=largest_rate(16, 0.5)),
        ],
        mistakes=[
            mistake(lambda n, chance=0.05: 0.0, "No failure was seen. That is not the same as none can happen."),
            mistake(
                lambda n, chance=0.05: 3 / n,
                "That is the rule of three, a good approximation for large n. Solve (1 - p) ** n = chance for p.",
            ),
            mistake(
                lambda n, chance=0.05: chance ** (1 / n),
                "That is the share of successes, 1 - p. The share of failures was asked for.",
            ),
            mistake(
                lambda n, chance=0.05: 1 - (1 - chance) ** n,
                "That is the chance of at least one failure if 5 % fail. Here the chance is given, and p is sought.",
            ),
        ],
        right="nothing seen in n tries leaves room for about 3 / n",
    ),
]
