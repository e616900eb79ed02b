"""What the exercises of notebook 02 expect, and the wrong answers they know."""

import math
from collections import Counter

from ragkit.classroom.checks import Exercise, case, mistake
from ragkit.text import tokenize


def document_frequency(texts):
    return dict(Counter(word for text in texts for word in set(tokenize(text))))


def counts_occurrences(texts):
    return dict(Counter(word for text in texts for word in tokenize(text)))


def looks_for_letters(texts):
    words = {word for text in texts for word in tokenize(text)}
    return {word: sum(word in text.lower() for text in texts) for word in words}


def keeps_capitals(texts):
    return dict(Counter(word.strip(".,!?:") for text in texts for word in set(text.split())))


def weigh(text, idf):
    return {word: count * idf[word] for word, count in Counter(tokenize(text)).items() if word in idf}


TEXTS = [
    ["A box. A box!", "A refund."],
    ["Items in the box.", "The item, the box.", "Refunds"],
    ["sale sale sale"],
    [],
]
WEIGHTS = {"box": 1.5, "parcel": 0.7, "refund": 0.25}

EXERCISES = [
    Exercise(
        "02.1",
        ask="the document frequencies of sale and of the, in a list",
        value=[1, 4],
        mistakes=[
            mistake(
                [4, 6], "These are occurrences. Count the cells of the column that are filled, not what they hold."
            ),
            mistake(
                [4, 1], "These are the two counts within the banner. Go down each column, through all four chunks."
            ),
            mistake([1, 6], "sale is right. For the you added up occurrences; each chunk counts once."),
            mistake([4, 4], "the is right. The four of sale are all in one chunk, and that chunk counts once."),
        ],
        right="one chunk has sale, all four have the, and repeats within a chunk do not count",
    ),
    Exercise(
        "02.2",
        ask="write document_frequency(texts): a dict of each word and the number of texts that hold it",
        cases=[case(texts, gives=document_frequency(texts)) for texts in TEXTS],
        mistakes=[
            mistake(
                counts_occurrences,
                "That counts occurrences: three times sale in one text gives 3. Make a set of each text's words first.",
            ),
            mistake(
                looks_for_letters,
                "`word in text` looks for letters: it finds item inside items. Compare with the list of words, "
                "tokenize(text).",
            ),
            mistake(
                keeps_capitals,
                "Capitals are still there, so The and the are counted apart. Cut with tokenize, not with split.",
            ),
            mistake(
                lambda texts: {word: 1 for text in texts for word in tokenize(text)},
                "Every word gets 1: the count starts anew with each text. Add up over the texts.",
            ),
            mistake(
                lambda texts: {word: len(texts) for text in texts for word in tokenize(text)},
                "Every word gets the number of all texts. Count only those that hold the word.",
            ),
        ],
        right="each text adds 1 at most, however often it repeats a word",
    ),
    Exercise(
        "02.3",
        ask="how many of the eight words of the only chunk weigh more than 0",
        value=0,
        mistakes=[
            mistake(
                8, "Each word stands in one chunk of one: ln(1/1). Rare means rare among chunks, and there is one."
            ),
            mistake(
                7, "The formula knows no list of common words: the has the same document frequency as refund here."
            ),
            mistake(1, "That is N, or the df of each word. The weight is ln(N / df)."),
        ],
        right="every word stands in every chunk, so each weighs ln(1/1) = 0, and nothing can be found",
    ),
    Exercise(
        "02.4",
        ask="write idf_of_bm25(n, df): ln(1 + (n - df + 0.5) / (df + 0.5))",
        cases=[
            case(n, df, gives=math.log(1 + (n - df + 0.5) / (df + 0.5)))
            for n, df in [(4, 2), (4, 4), (8, 1), (1000, 999)]
        ],
        mistakes=[
            mistake(
                lambda n, df: math.log((n - df + 0.5) / (df + 0.5)),
                "The 1 + inside the logarithm is missing: a word in more than half of the chunks goes below zero.",
            ),
            mistake(
                lambda n, df: math.log(1 + n - df + 0.5 / df + 0.5),
                "Division comes before addition: put parentheses around n - df + 0.5 and around df + 0.5.",
            ),
            mistake(
                lambda n, df: math.log(1 + (n - df + 0.5) / df + 0.5),
                "The 0.5 below the line got away: put parentheses around df + 0.5.",
            ),
            mistake(
                lambda n, df: 1 + math.log((n - df + 0.5) / (df + 0.5)),
                "The 1 stands outside the logarithm. It belongs inside, added to the fraction.",
            ),
            mistake(
                lambda n, df: math.log10(1 + (n - df + 0.5) / (df + 0.5)),
                "That is the logarithm to base 10. math.log is the natural one.",
            ),
        ],
        right="a word in every chunk still weighs a little more than 0",
    ),
    Exercise(
        "02.5",
        ask="write weigh(text, idf): a dict of each word that has a weight, and count × weight",
        cases=[
            case(text, WEIGHTS, gives=weigh(text, WEIGHTS))
            for text in ("Box, refund, box!", "A parcel. The parcel!", "Nothing known", "")
        ],
        mistakes=[
            mistake(
                lambda text, idf: {word: idf[word] for word in tokenize(text) if word in idf},
                "A repeated word weighs no more than a single one: multiply the weight by its count in the text.",
            ),
            mistake(
                lambda text, idf: {word: count for word, count in Counter(tokenize(text)).items() if word in idf},
                "These are the counts alone: multiply each by idf[word].",
            ),
            mistake(
                lambda text, idf: {word: count * idf[word] for word, count in Counter(tokenize(text)).items()},
                "A word without a weight stops it with a KeyError. Leave such words out: if word in idf.",
            ),
            mistake(
                lambda text, idf: {word: n * idf.get(word, 0) for word, n in Counter(tokenize(text)).items()},
                "Unknown words are in the result, with weight 0. They have no column at all: leave them out.",
            ),
            mistake(
                lambda text, idf: {word: tokenize(text).count(word) * idf[word] for word in idf},
                "Words of the corpus that are not in the text are in the result, with weight 0. Keep the text's own.",
            ),
        ],
        right="repeats count, and words that no chunk has are left out",
    ),
]
