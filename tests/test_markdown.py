"""Markdown into sections: what is a heading, what it is called, and what its text keeps."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ragkit import chunk_documents, chunk_markdown
from ragkit.headings import find_headings
from ragkit.markdown import github_slug, plain_heading


def headings(text):
    return [section.heading for section in chunk_markdown(text)]


def ids(name, text):
    return [chunk.id for chunk in chunk_documents({name: text}, chunk_markdown)]


# ---------------------------------------------------------------- what is a heading


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# T\n~~~py\n# note\n~~~\n## After\nx", ["T", "After"]),
        ("# Opening hours\n   ```\n# closed\n   ```\n## Address\n```\n# spare", ["Opening hours", "Address"]),
        ("# T\n````\n```\n# code\n````\n## After\nx", ["T", "After"]),  # closed by a fence as long
        ("# T\n- ```\n  # note\n  ```\n\n## After\nx", ["T", "After"]),  # the fence begins behind a list mark
        ("# T\n10. ```\n    # note\n    ```\n## After\nx", ["T", "After"]),
        ("# T\n- step\n  ```\n  # note\n\n## After\nx", ["T", "After"]),  # left open, it ends with its list item
        ("# T\n<pre>\n# note\n\n# note\n</pre>\n## After\nx", ["T", "After"]),
        ("# T\n<!--\n# note\n\n-->\n## After\nx", ["T", "After"]),
        ("# T\n<div>\n# html\n\n## After\nx", ["T", "After"]),
        ("# T\n    # code\n## After\nx", ["T", "After"]),
        ("# T\n> # quoted\n\n## After\nx", ["T", "After"]),
        ("Title\n=====\nx\n\nPart\n---\ny", ["Title", "Part"]),
        ("# T\n- item\n---\nx\n***\n---\ny", ["T"]),  # rules, not underlined text
        ("# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n---\nx", ["T"]),  # nor is the last row of a table
        ("#offer today\n####### terms\n## Fees ##\nbody", ["", "Fees"]),
        ("# C#\nx", ["C#"]),
        ("#\tTab\nx", ["Tab"]),
        ("\ufeff# Returns\nx", ["Returns"]),
        ("## One\r\na\r\n## Two\r\nb", ["One", "Two"]),
        ("## One\ra\r## Two\rb", ["One", "Two"]),
    ],
)
def test_lines_that_are_headings_and_lines_that_are_not(text, found):
    assert headings(text) == found


LINES = (
    "# A|## B b|### C ##|#x|####### y|text|more text|||```|````|~~~|~~~ py|``` py|   ```|    code|===|---|-|=|- item|"
    "* item|1. step|  cont|> quote|<!-- c|-->|<!-- x -->|<div>|</div>|***|_ _ _|#|## |# #|-# x|<b>x</b> y|   ===|"
    "`` ` ``|<pre>|</pre>|# C#|\tcode"
).split("|")
# What ragkit reads otherwise on purpose, or does not follow so far: a fence or an underline inside a list item, a list
# mark without text.
LIST = ("- item", "* item", "1. step", "-", "_ _ _")


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=8))
def test_headings_are_those_of_markdown_it(lines):
    if set(lines) & set(LIST):  # then only what does not stand in a list is compared
        lines = [line for line in lines if not line.startswith((" ", "=", "-#", "<", "```", "~~~", "````", "`", "\t"))]
    text = "\n".join(lines)
    tokens = MarkdownIt("commonmark").parse(text)
    expected = [
        (int(token.tag[1]), " ".join(tokens[i + 1].content.split()), token.map[0])
        for i, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]
    found = [(h.level, " ".join(h.words.split()), text.count("\n", 0, h.start)) for h in find_headings(text)]
    assert found == expected


# ---------------------------------------------------------------- what a section is called


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("Refund Timeline", "refund-timeline"),
        ("What's new in 2.0?", "whats-new-in-20"),
        ("snake_case & co", "snake_case--co"),
        ("返品", "返品"),
        ("रिफंड नीति", "रिफंड-नीति"),
        ("🎉", "section"),
        ("?!", "section"),
    ],
)
def test_slugs_are_the_ids_of_github(words, slug):
    assert github_slug(words) == slug


def test_equal_headings_are_numbered_past_those_that_are_really_called_so():
    assert ids("p.md", "## Fees\na\n## Fees\nb\n## Fees 1\nc") == ["p.md#fees", "p.md#fees-1", "p.md#fees-1-1"]
    assert ids("p.md", "## Fees 1\na\n## Fees\nb\n## Fees\nc") == ["p.md#fees-1", "p.md#fees", "p.md#fees-2"]


def test_headings_in_any_script_have_ids_of_their_own():
    assert ids("jp.md", "## 返品\na\n## 送料\nb\n## 🎉\nc\n## ?\nd") == [
        "jp.md#返品",
        "jp.md#送料",
        "jp.md#section",
        "jp.md#section-1",
    ]


def test_a_heading_is_read_without_its_marks():
    assert plain_heading("The `refund()` *call* and [its page](x.md)") == "The refund() call and its page"
    assert plain_heading("snake_case_name and 2 * 3 * 4") == "snake_case_name and 2 * 3 * 4"


# ---------------------------------------------------------------- what a section holds


def test_text_stands_under_its_title_and_heading():
    first, second = chunk_markdown("# Returns\nSend it back.\n\n## Refund timeline\nFive days.\n### Cards\nTwo more.")
    assert first.text == "Returns: Send it back."
    assert (second.title, second.heading, second.slug) == ("Returns", "Refund timeline", "refund-timeline")
    assert second.text == "Returns > Refund timeline: Five days.\n### Cards\nTwo more."


def test_text_ahead_of_the_first_heading_is_a_chunk_called_by_its_document():
    chunks = chunk_documents({"ship.md": "Shipping is free above ₹499.\n\n# Returns\nWithin 7 days."}, chunk_markdown)
    assert [(c.id, c.text) for c in chunks] == [
        ("ship.md", "Shipping is free above ₹499."),
        ("ship.md#returns", "Returns: Within 7 days."),
    ]


def test_a_heading_without_text_keeps_its_place_and_no_chunk_is_blank():
    sections = chunk_markdown("# Policy\n## Returns\n## Refunds\nSeven days.")
    assert [section.text for section in sections] == ["Policy > Returns", "Policy > Refunds: Seven days."]
    assert [section.text for section in chunk_markdown("# Alone")] == ["Alone"]


def test_tabs_indents_and_no_break_spaces_stay_byte_for_byte():
    text = "# Code\n```py\nif ok:\n\tprint('7\u00a0days')\n```\n\n- a\n  - b\n"
    (section,) = chunk_markdown(text)
    assert "\tprint('7\u00a0days')" in section.text and "- a\n  - b" in section.text


def test_a_long_body_is_cut_into_windows_with_ids_no_heading_can_have():
    text = "## Terms\n" + " ".join(f"w{i}" for i in range(10))
    sections = chunk_markdown(text, max_words=4, overlap=1)
    assert [section.slug for section in sections] == ["terms", "terms.2", "terms.3"]
    assert sections[1].text == "Terms: w3 w4 w5 w6"
    assert text[sections[1].start : sections[1].end] == "w3 w4 w5 w6"
    assert github_slug("Terms.2") == "terms2"


def test_front_matter_is_left_out_and_its_title_used():
    assert chunk_markdown('---\ntitle: "Fees"\ntags:\n  - a\n---\n## Cards\nNone.')[0].text == "Fees > Cards: None."


def test_text_between_two_rules_is_no_front_matter():
    assert headings("---\nFees apply to all.\n---\nAlways.") == ["", "Fees apply to all."]


def test_plain_text_is_one_section_without_a_heading():
    (section,) = chunk_markdown("no heading here")
    assert (section.title, section.heading, section.slug, section.text) == ("", "", "", "no heading here")
    assert chunk_markdown(" \n") == []
