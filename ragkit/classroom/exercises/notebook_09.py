"""The exercises of notebook 09: counting work, planning an update, and weights that move without being touched."""

from ragkit.classroom.checks import Exercise, case, mistake

BEFORE = {"a": "h1", "b": "h2", "c": "h3"}
AFTER = {"a": "h1", "b": "h9", "d": "h2"}


def planned(before, after, *, changed, removed=True):
    """A plan (added, changed, removed, unchanged) with `changed` decided by a function of the id."""
    return (
        [name for name in after if name not in before],
        [name for name in after if changed(name)],
        [name for name in before if name not in after] if removed else [],
        [name for name in after if before.get(name) == after[name]],
    )


EXERCISES = [
    Exercise(
        "09.1",
        ask="how many texts are embedded for eight chunks and four questions, if the index is built once",
        value=12,
        mistakes=[
            mistake(36, "That is what building anew for each question costs: four times eight chunks and a question."),
            mistake(32, "Chunks are embedded once, not once per question. And each question is a text too."),
            mistake(8, "The chunks, yes. Each question is embedded as well, when it is asked."),
            mistake(4, "The questions, yes. The chunks had to be embedded too, once."),
        ],
        right="eight offline, and one for each question online",
    ),
    Exercise(
        "09.2",
        ask="write plan(before, after): the ids that are added, changed, removed and unchanged, as four lists",
        cases=[
            case(BEFORE, AFTER, gives=(["d"], ["b"], ["c"], ["a"])),
            case({}, {"x": "h1"}, gives=(["x"], [], [], [])),
            case({"x": "h1"}, {}, gives=([], [], ["x"], [])),
        ],
        mistakes=[
            mistake(
                lambda before, after: planned(before, after, changed=lambda name: before.get(name) != after[name]),
                "A new document is not a changed one: get() gives None for it, and None differs from every hash.",
            ),
            mistake(
                lambda before, after: planned(
                    before, after, changed=lambda name: name in before and before[name] != after[name], removed=False
                ),
                "What left the folder has to leave the index, or it will be cited for ever. Look at before, too.",
            ),
            mistake(
                lambda before, after: planned(before, after, changed=lambda name: name in before),
                "Being there before is not being changed. Compare the two hashes.",
            ),
            mistake(
                lambda before, after: planned(
                    before, after, changed=lambda name: name in before and after[name] not in before.values()
                )[:2],
                "Four lists are asked for: added, changed, removed, unchanged.",
            ),
        ],
        right="every document has exactly one of four fates",
    ),
    Exercise(
        "09.3",
        ask="how many chunk texts are embedded when one number in one section of the shop has changed",
        value=1,
        mistakes=[
            mistake(3, "Three sections are cut anew, but the text of two of them was seen before."),
            mistake(229, "That is a build from nothing. Which texts has the index never seen?"),
            mistake(48, "48 is the number of articles, and 47 of them have the hash they had."),
            mistake(0, "One text is new: the section with the new number in it."),
        ],
        right="only a text that was never seen costs anything",
    ),
    Exercise(
        "09.4",
        ask='what becomes of the weight of password: "up", "down" or "same"',
        value="up",
        mistakes=[
            mistake(
                "same",
                "Its document frequency is the same. But ln(N / df) has an N in it, and there are more chunks now.",
            ),
            mistake("down", "N grew and df did not, so the fraction N / df grew. A word gets rarer by standing still."),
        ],
        right="N grows with every chunk, also for words that the chunk does not have",
    ),
    Exercise(
        "09.5",
        ask="write texts_to_embed(texts, known): the texts that are not known, each once, in order",
        cases=[
            case(["b", "a", "b", "c"], ["c"], gives=["b", "a"]),
            case(["z", "y"], [], gives=["z", "y"]),
            case(["a"], ["a"], gives=[]),
        ],
        mistakes=[
            mistake(
                lambda texts, known: [text for text in texts if text not in known],
                "A text that stands in two documents is embedded once: drop the repeats, with dict.fromkeys.",
            ),
            mistake(
                lambda texts, known: sorted(set(texts) - set(known)),
                "Right texts in another order. The vectors come back in the order of the texts, so it must be kept.",
            ),
            mistake(
                lambda texts, known: list(dict.fromkeys(texts)),
                "The repeats are gone. What is already known has to go as well.",
            ),
        ],
        right="each new text is paid for once",
    ),
]
