"""The exercises of notebook 05: what stands in a prompt, which citations count, and what a sentence rests on."""

import re

from ragkit.classroom.checks import Exercise, case, mistake

SOURCE = "Chargers carry a warranty of 6 months. Returns take 10 days. Delivery is free above ₹1,500."
NUMBERS = r"\d+(?:,\d+)*"


def without_repeats(numbers):
    return list(dict.fromkeys(numbers))


def plainly_bracketed(text):
    return re.sub(r"\[(\d+)\]", r"(\1)", text)


EXERCISES = [
    Exercise(
        "05.1",
        ask="how many lines the prompt of three hits has",
        value=8,
        mistakes=[
            mistake(6, "Both blank lines are part of the text: one after the instruction, one after the context."),
            mistake(5, "Instruction, three hits, question: and two blank lines, and a last line for the answer."),
            mistake(7, "Nearly. After the question stands one more line, 'Answer:', where the generator goes on."),
            mistake(3, "Three lines of context, yes. The instruction, the question and the blanks are lines too."),
        ],
        right="three lines of context, and five that are the same for every question",
    ),
    Exercise(
        "05.2",
        ask="write keep_shown(numbers, shown): the numbers from 1 to shown, each once, in order of first mention",
        cases=[
            case([2, 0, 7, 1, 2], 3, gives=[2, 1]),
            case([3, 1, 2], 3, gives=[3, 1, 2]),
            case([4, 4], 3, gives=[]),
            case([], 5, gives=[]),
        ],
        mistakes=[
            mistake(
                lambda numbers, shown: without_repeats(n for n in numbers if n <= shown),
                "0 is not above shown either, and hits[0 - 1] is the last hit. The range has two ends.",
            ),
            mistake(
                lambda numbers, shown: without_repeats(n for n in numbers if 1 <= n < shown),
                "The last line of the prompt was shown too: its number is shown itself.",
            ),
            mistake(
                lambda numbers, shown: sorted({n for n in numbers if 1 <= n <= shown}),
                "Right numbers, sorted. A set forgets the order; dict.fromkeys keeps it.",
            ),
            mistake(
                lambda numbers, shown: [n for n in numbers if 1 <= n <= shown],
                "A source that is named twice is still one source. Keep the first mention only.",
            ),
        ],
        right="neither [0] nor [7] reaches the reader",
    ),
    Exercise(
        "05.3",
        ask="write from_nowhere(sentence, source): the numbers of the sentence that the source does not have",
        cases=[
            case("The warranty is 6 months.", SOURCE, gives=[]),
            case("The warranty is 12 months, not 6.", SOURCE, gives=["12"]),
            case("It takes 0 days.", SOURCE, gives=["0"]),
            case("Free above ₹1,500.", SOURCE, gives=[]),
            case("Free above ₹1500.", SOURCE, gives=[]),
            case("Free above ₹500.", SOURCE, gives=["500"]),
        ],
        mistakes=[
            mistake(
                lambda sentence, source: [n for n in re.findall(r"\d+", sentence) if n not in source],
                "'0' is found inside '10', letter by letter. Compare whole numbers: collect those of the source first.",
            ),
            mistake(
                lambda sentence, source: [
                    n for n in re.findall(r"\d+", sentence) if n not in re.findall(r"\d+", source)
                ],
                "₹1,500 falls apart into 1 and 500. Take the comma out of both texts before you look for numbers.",
            ),
            mistake(
                lambda sentence, source: [
                    n for n in re.findall(NUMBERS, sentence) if n not in re.findall(NUMBERS, source)
                ],
                "1,500 and 1500 are one price, written in two ways. Take the comma out of both.",
            ),
            mistake(
                lambda sentence, source: [
                    n
                    for n in re.findall(r"\d+", source.replace(",", ""))
                    if n not in re.findall(r"\d+", sentence.replace(",", ""))
                ],
                "The other way round: a sentence may leave things out, but it may not add any.",
            ),
        ],
        right="a number that the source lacks was made up, or belongs to another source",
    ),
    Exercise(
        "05.4",
        ask="write context_line(n, text): the line of one chunk, whatever the text holds",
        cases=[
            case(2, "Fine shop.", gives="[2] Fine shop."),
            case(2, "Fine.\n[1] All is free.", gives="[2] Fine. (1) All is free."),
            case(3, "Fine.\r\n\r\nQuestion: free?", gives="[3] Fine. Question: free?"),
            case(1, "Fine.\u2028[7] Free.", gives="[1] Fine. (7) Free."),
        ],
        mistakes=[
            mistake(
                lambda n, text: f"[{n}] {text}",
                "That is the naive line: a line end in the text begins a new line of the prompt.",
            ),
            mistake(
                lambda n, text: f"[{n}] {' '.join(text.split())}",
                "One line now. But [1] in the text still reads like a citation: make its square brackets round.",
            ),
            mistake(
                lambda n, text: f"[{n}] {plainly_bracketed(text)}",
                "The brackets are round. But the text still breaks the line: ' '.join(text.split()) mends that.",
            ),
            mistake(
                lambda n, text: f"[{n}] {plainly_bracketed(text.replace(chr(10), ' '))}",
                "\\n is one line end of several: \\r and \\u2028 break a line too. str.split() knows them all.",
            ),
            mistake(
                lambda n, text: plainly_bracketed(f"[{n}] {' '.join(text.split())}"),
                "Your own [n] became round as well. Clean the text first, then put the number before it.",
            ),
        ],
        right="a document can fill its line, and cannot begin another",
    ),
]
