"""Citations: which marks of a reply count, and what an audit says of each sentence."""

import pytest

from ragkit import Chunk, audit, read_numbers, read_sources

# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("reply", "cited"),
    [
        ("A week [2]. Free [1].", [2, 1]),
        ("A week [1][3] and again [1].", [1, 3]),
        ("A week [1, 2], [2;3] and [ 3 ].", [1, 2, 3]),
        ("A week [1 and 3].", [1, 3]),
        ("Steps [1-3].", [1, 2, 3]),
        ("Steps [1–3].", [1, 2, 3]),
        ("Steps [2-9].", [2, 3]),  # what was shown of a range
        ("Steps [3-1].", []),
        ("Steps [1-999999999].", [1, 2, 3]),
        ("Fee is nil【1】. Free【2†source】.", [1, 2]),
        ("Free [Source 1] and fast [Source 1, 17].", [1]),
        ("See [sources 1, 2] and [Document 3].", [1, 2, 3]),
        ("A week [1]. Also instant [880].", [1]),
        ("Zero [0], minus [-1], real [2].", [2]),
        ("It is instant [7].", []),
        ("A week from pickup.", []),
        ("Not [1 here, nor 2], [x], [] nor [1.5].", []),
        ("Padded [01] is [1].", [1]),
        ("According to [2]: a week.", [2]),
        ('**Bold**[1] and "quoted"[2].', [1, 2]),
        ("送料は無料です[1]。", [1]),
        ("", []),
    ],
)
def test_numbers_of_shown_chunks_in_order_of_first_mention(reply, cited):
    assert read_numbers(reply, 3) == cited


def test_a_marker_is_read_whole_not_by_its_first_digit():
    assert read_numbers("Seven days [12]. Fee [ 2 ].", 12) == [12, 2]


@pytest.mark.parametrize(
    "reply",
    [
        "Use `rows[1]` here",
        "Use ``a ` b [1]`` here",
        "x = rows[1]",
        "```py\nx = [1]\n```",
        "~~~\n[1]\n~~~",
        "```py\nx = [1]\nleft open",
        "![1](image.png) and [1](page.md)",
        "[1]: https://example.org",
        r"escaped \[1]",
    ],
)
def test_code_and_links_are_no_citations(reply):
    assert read_numbers(reply, 3) == []
    assert read_numbers(reply.replace("left open", "") + "\n\nFees apply [3].", 3) in ([3], [])  # [] in an open fence


def test_code_before_and_behind_a_citation():
    assert read_numbers("Use `rows[1]`:\n```py\nx = rows[2]\n```\nFees apply [3].", 3) == [3]


def test_lone_backticks_hide_nothing():
    assert read_numbers("It costs ` 5 [1].\n\nIt takes ` a day [2].", 3) == [1, 2]
    assert read_numbers("A `` pair [1] and a ` single [2].", 3) == [1, 2]


def test_a_list_of_sources_at_the_end_does_not_count_and_prose_about_sources_does():
    assert read_numbers("Sources of delay are rare [2].\n\nSources:\n[1] returns.md\n[3] fees.md", 3) == [2]
    assert read_numbers("A week [2].\n\n## References\n- [1] returns.md\n", 3) == [2]
    assert read_numbers("**Sources:**\n1. a\n2. b", 3) == []
    assert read_numbers("Sources:\n[1] says a week. And so it is, as all know.\nMore [2].", 3) == [1, 2]


# ---------------------------------------------------------------- ids


IDS = ["returns.md#refund-timeline", "shipping.md#fees", "ship.md"]


@pytest.mark.parametrize(
    ("reply", "cited"),
    [
        ("A week [returns.md#refund-timeline].", IDS[:1]),
        ("A week [shipping.md#fees, returns.md#refund-timeline].", [IDS[1], IDS[0]]),
        ("A week 【ship.md】.", IDS[2:]),
        ('A week [Source: "ship.md"].', IDS[2:]),
        ("A week [SHIP.MD].", IDS[2:]),
        ("A week [other.md#x], [1], [ship].", []),
        ("A week `[ship.md]`.", []),
        ("See [ship.md](https://example.org).", []),
    ],
)
def test_ids_of_shown_chunks(reply, cited):
    assert read_sources(reply, IDS) == cited


def test_ids_that_differ_in_case_only_are_told_apart():
    assert read_sources("So [A.md#0].", ["A.md#0", "a.md#0"]) == ["A.md#0"]
    assert read_sources("So [a.md#0].", ["A.md#0", "a.md#0"]) == ["a.md#0"]
    assert read_sources("So [A.MD#0].", ["A.md#0", "a.md#0"]) == []  # a guess would be a false source


# ---------------------------------------------------------------- the audit


HITS = [
    (Chunk("returns#0", "returns", "Return an item within 30 days. Refunds go to Axis Bank cards."), 0.6),
    (Chunk("shipping#0", "shipping", "Delivery costs 1,299 rupees."), 0.4),
]


def test_a_sentence_that_says_what_its_chunk_says_is_sound():
    (sentence,) = audit("You have 30 days [1].", HITS)
    assert sentence.sound and sentence.cited == ["returns#0"] and not sentence.uncited


def test_numbers_and_names_that_the_cited_chunk_does_not_hold_are_listed():
    first, second, third = audit("You have 45 days [1]. It goes to Axis Bank [2]. It costs 1299 rupees [2].", HITS)
    assert first.unsupported == ["45"] and not first.sound
    assert second.unsupported == ["Axis", "Bank"]
    assert third.sound  # 1,299 and 1299 are one number


def test_a_sentence_without_a_marker_or_with_one_never_shown_is_told():
    first, second = audit("You have 30 days. It is quick [7].", HITS)
    assert first.uncited and not first.sound
    assert second.never_shown == [7] and second.uncited


def test_a_marker_behind_the_full_stop_belongs_to_the_sentence_before():
    first, second = audit("You have 30 days. [1] Delivery costs 1,299. [2]", HITS)
    assert (first.cited, second.cited) == (["returns#0"], ["shipping#0"])


def test_a_blank_reply_has_no_sentence():
    assert audit("", HITS) == audit(" \n", HITS) == []
