"""The exercises of notebook 11: what words cannot find, shares, and a mix held against its better part."""

import math

from ragkit.classroom.checks import Exercise, case, mistake

MIX = {"typo": 0.75, "plain": 1.0, "keyword": 0.5}
WORDS = {"typo": 1.0, "plain": 0.5, "keyword": 0.25}
MEANING = {"typo": 0.5, "plain": 1.0, "keyword": 0.5}


def shares(powers):
    return [power / sum(powers) for power in powers]


def gaps(mix, parts, better):
    return {kind: better(part[kind] for part in parts) - mix[kind] for kind in mix}


EXERCISES = [
    Exercise(
        "11.1",
        ask="for how many of 16 paraphrases the lexical recipe has the right section among its first three hits",
        value=0,
        mistakes=[
            mistake(16, "That is the count for plain questions. A paraphrase shares no word with its section."),
            mistake(8, "Half of them by luck? There are 229 sections, and three places."),
            mistake(1, "Nearly: a stray piece of a word can do it. On these sixteen it does not."),
        ],
        right="a score that adds up shared terms has nothing to add",
    ),
    Exercise(
        "11.2",
        ask="write softmax(scores): a list of positive shares that add up to 1, safe for scores in the thousands",
        cases=[
            case([0, 0], gives=[0.5, 0.5]),
            case([0, math.log(3)], gives=[0.25, 0.75]),
            case([-1, 0, -1], gives=shares([math.exp(-1), 1, math.exp(-1)])),
            case([1000, 1000], gives=[0.5, 0.5]),
        ],
        mistakes=[
            mistake(
                lambda scores: shares([math.exp(score) for score in scores]),
                "Right shares, until exp(1000) overflows. Take the largest score off all of them first.",
            ),
            mistake(
                lambda scores: shares(scores),
                "Divided by their sum, negative scores are no shares, and all 0 cannot be. Take exp of each first.",
            ),
            mistake(
                lambda scores: [math.exp(score - max(scores)) for score in scores],
                "Positive, and safe. But shares add up to 1: divide by the sum.",
            ),
        ],
        right="taking the same number off every score leaves the shares as they are",
    ),
    Exercise(
        "11.3",
        ask="write shortfalls(mix, parts): the kinds in which the mix is behind the better part, and by how much",
        cases=[
            case(
                {"typo": 0.75, "plain": 1.0},
                [{"typo": 1.0, "plain": 0.5}, {"typo": 0.5, "plain": 1.0}],
                gives={"typo": 0.25},
            ),
            case(MIX, [WORDS, MEANING], gives={"typo": 0.25}),
            case(MIX, [MIX], gives={}),
            case({"typo": 0.5}, [{"typo": 0.75}, {"typo": 1.0}], gives={"typo": 0.5}),
        ],
        mistakes=[
            mistake(
                lambda mix, parts: gaps(mix, parts, max),
                "The differences are right. Only the kinds in which the mix is behind were asked for.",
            ),
            mistake(
                lambda mix, parts: {kind: gap for kind, gap in gaps(mix, parts, min).items() if gap > 0},
                "Held against the worse part, any mix looks good. Take the better one of each kind.",
            ),
            mistake(
                lambda mix, parts: {kind: -gap for kind, gap in gaps(mix, parts, max).items() if gap > 0},
                "The right kinds, with the sign turned round: the better part minus the mix.",
            ),
        ],
        right="a mean can hide a kind that got worse",
    ),
    Exercise(
        "11.4",
        ask="how many of the 32 off-topic questions of `test` the model alone answers at 0.2",
        value=21,
        mistakes=[
            mistake(8, "That is what the lexical recipe answers. A model's cosines lie higher, off topic too."),
            mistake(0, "0.2 stops nearly nothing here: two English questions are never at cosine 0 for a model."),
            mistake(16, "Good: all the near misses pass. Some of the far ones do as well."),
            mistake(32, "Nearly: all the near misses pass, and about a third of the far ones."),
        ],
        right="all 16 near misses and 5 of the far ones: a threshold belongs to its embedder",
    ),
]
