"""What the exercises of notebook 07 expect, and the wrong answers they know."""

from ragkit.classroom.checks import Exercise, case, mistake


def recall(ranked, relevant, k):
    return len(set(list(dict.fromkeys(ranked))[:k]) & set(relevant)) / len(set(relevant))


def keeps_repeats(ranked, relevant, k):
    return len(set(ranked[:k]) & set(relevant)) / len(set(relevant))


def counts_repeats(ranked, relevant, k):
    return sum(doc_id in relevant for doc_id in ranked[:k]) / len(relevant)


def precision(ranked, relevant, k):
    return len(set(list(dict.fromkeys(ranked))[:k]) & set(relevant)) / k


def hit(ranked, relevant, k):
    return float(bool(set(list(dict.fromkeys(ranked))[:k]) & set(relevant)))


def parts(table):
    (both, found_only), (lucky, neither) = table
    return (both + found_only) / (both + found_only + lucky + neither), both / (both + found_only)


EXERCISES = [
    Exercise(
        "07.1",
        ask="the mean of one over the rank of the first 1, over the four questions, to two decimals",
        value=0.46,
        mistakes=[
            mistake(0.61, "That is the mean of three. The question that found nothing belongs in the mean, with 0."),
            mistake(0.5, "One over the mean rank is another number: take one over each rank first, then the mean."),
            mistake(2.0, "That is a mean of ranks. The reciprocal, one over each rank, was asked for."),
        ],
        right="1, 1/2, 1/3 and 0 have the mean 0.46",
        tolerance=0.005,
    ),
    Exercise(
        "07.2",
        ask="write recall(ranked, relevant, k): of the relevant ids, the share among the first k different ones",
        cases=[
            case(["x", "a", "y", "b"], ["a", "b", "c"], 2, gives=1 / 3),
            case(["x", "a", "y", "b"], ["a", "b", "c"], 4, gives=2 / 3),
            case(["x", "x", "a", "b"], ["a"], 2, gives=1.0),
            case(["a", "a", "b"], ["a", "b"], 2, gives=1.0),
            case(["a"], ["a"], 10, gives=1.0),
            case([], ["a"], 3, gives=0.0),
        ],
        mistakes=[
            mistake(precision, "That divides by k. It is precision: of what was shown, the share that is relevant."),
            mistake(hit, "That is 1 as soon as one is found: the hit rate. Recall asks how many of them."),
            mistake(
                keeps_repeats,
                "An id that stands twice takes two of the k places there. Remove repeats first, then cut at k.",
            ),
            mistake(counts_repeats, "An id that stands twice is counted twice there, and recall could pass 1."),
        ],
        right="repeats removed, cut at k, divided by what there was to find",
    ),
    Exercise(
        "07.3",
        ask='the kind of which no question has its right section first: "plain", "typo", "number", "keyword", '
        '"two_sections" or "paraphrase"',
        value="paraphrase",
        mistakes=[
            mistake("typo", "Few questions misspell every word: what is left can still find the section."),
            mistake("number", "The numbers stand in the articles too, and so do the words around them."),
            mistake("two_sections", "They name two things plainly; one of the two sections comes first quite often."),
            mistake("keyword", "Few words, but the articles' own: that is all a count of words needs."),
        ],
        right="where no word is shared there is nothing to count",
    ),
    Exercise(
        "07.4",
        ask="write parts(table): the share that was found, and of those the share that was answered",
        cases=[
            case([[30, 10], [0, 60]], gives=(0.4, 0.75)),
            case([[8, 0], [0, 8]], gives=(0.5, 1.0)),
            case([[3, 3], [2, 4]], gives=(0.5, 0.5)),
        ],
        mistakes=[
            mistake(
                lambda table: ((table[0][0] + table[0][1]) / sum(map(sum, table)), table[0][0] / sum(map(sum, table))),
                "The second share is of all questions. The generator can only be asked about those that were found.",
            ),
            mistake(
                lambda table: (
                    (table[0][0] + table[1][0]) / sum(map(sum, table)),
                    table[0][0] / (table[0][0] + table[1][0]),
                ),
                "That goes down the columns. Found and not found are the rows.",
            ),
            mistake(
                lambda table: (table[0][0] / sum(map(sum, table)), table[0][0] / (table[0][0] + table[0][1])),
                "The first share leaves out what was found and not answered: the whole first row was found.",
            ),
        ],
        right="two shares, two places to look for the fault",
    ),
]
