"""The exercises of notebook 00: reading the loop's numbers, and the two smallest parts of it."""

import re

from ragkit.classroom.checks import Exercise, case, mistake

VOCABULARY = {"days": 0, "have": 1, "item": 2, "return": 3}
PROMPT = "Use only the context.\n\n[1] Parcels take 3 days.\n[2] Refunds take 5 days.\n\nQuestion: How long?\nAnswer:"
SHORT_PROMPT = "Use only the context.\n\n[1] Call us.\n\nQuestion: What now?\nAnswer:"


def words_as_tokens(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def context_line(prompt, number):
    return next(line for line in prompt.splitlines() if line.startswith(f"[{number}] "))


EXERCISES = [
    Exercise(
        "00.1",
        ask="how many rows the matrix has",
        value=8,
        mistakes=[
            mistake(3, "Three is the number of documents. What is compared and cited is a chunk, and each has a row."),
            mistake(30, "30 is the most words a chunk holds. Count the chunk ids that were printed."),
            mistake(173, "173 is the number of words in all documents. A row stands for a whole chunk."),
        ],
        right="one row for each chunk, in the order of the chunks",
    ),
    Exercise(
        "00.2",
        ask="how many hits are left with min_score=0.3",
        value=1,
        mistakes=[
            mistake(2, "Two scores reach 0.2. The second of them, 0.277, does not reach 0.3."),
            mistake(3, "k=3 is the most that may come back. The floor can leave fewer."),
            mistake(0, "The best score is 0.440, and that is above 0.3."),
        ],
        right="k is the most, and min_score may leave fewer",
    ),
    Exercise(
        "00.3",
        ask="how often the generator is called for the question about a driver",
        value=0,
        mistakes=[
            mistake(
                1, "Its best chunk scores 0.161, under the floor of 0.2. Follow the arrow that says 'none' on the map."
            ),
            mistake(3, "k=3 is how many chunks may be shown in one prompt, not how often a prompt is made."),
        ],
        right="without a hit there is no prompt, and nothing to call a generator with",
    ),
    Exercise(
        "00.4",
        ask="write known_words(question, vocabulary): the words of the question that have a column, in order",
        cases=[
            case("How many days do I have?", VOCABULARY, gives=["days", "have"]),
            case("Return an item, any item!", VOCABULARY, gives=["return", "item", "item"]),
            case("When will I get my money?", VOCABULARY, gives=[]),
        ],
        mistakes=[
            mistake(
                lambda question, vocabulary: [word for word in question.split() if word in vocabulary],
                "split() leaves capitals and punctuation on the words, so 'have?' is not 'have'. tokenize cleans both.",
            ),
            mistake(
                lambda question, vocabulary: [word for word in question.lower().split() if word in vocabulary],
                "Small letters are right, but 'have?' still carries its question mark. tokenize takes it off.",
            ),
            mistake(
                lambda question, vocabulary: [w for w in words_as_tokens(question) if w not in vocabulary],
                "Those are the words without a column. The others are asked for.",
            ),
            mistake(
                lambda question, vocabulary: list(
                    dict.fromkeys(w for w in words_as_tokens(question) if w in vocabulary)
                ),
                "A word that is asked twice counts twice: keep each occurrence.",
            ),
            mistake(
                lambda question, vocabulary: words_as_tokens(question),
                "Those are all words of the question. Keep the ones that stand in the vocabulary.",
            ),
        ],
        right="all other words of a question are ignored",
    ),
    Exercise(
        "00.5",
        ask="write first_line(prompt): the text of context line [1], a blank, and [1]",
        cases=[case(PROMPT, gives="Parcels take 3 days. [1]"), case(SHORT_PROMPT, gives="Call us. [1]")],
        mistakes=[
            mistake(
                lambda prompt: context_line(prompt, 1).removeprefix("[1] "),
                "The sentence is right, but it cites nothing, so nobody can check it. Put [1] behind it.",
            ),
            mistake(
                lambda prompt: context_line(prompt, 1),
                "That is the line as it stands. A citation comes after its statement: first the text, then [1].",
            ),
            mistake(
                lambda prompt: prompt.splitlines()[0],
                "The first line of a prompt is the instruction. Look for the line that begins with [1].",
            ),
            mistake(
                lambda prompt: prompt.splitlines()[0] + " [1]",
                "That cites [1] for the instruction. Take the text of the line that begins with [1].",
            ),
        ],
        right="any function from prompt to text is a generator",
    ),
]
