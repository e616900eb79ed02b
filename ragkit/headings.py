"""Where the headings of a Markdown text stand, read line by line as CommonMark has it. Built in notebook 06.

Source: https://spec.commonmark.org, with one rule of GitHub's: the rows of a table are no paragraph.
"""

import re
from dataclasses import dataclass


@dataclass
class Heading:
    """A heading line: its level 1–6, its words, and where in the source the heading starts and its body begins."""

    level: int
    words: str
    start: int
    body: int


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")
_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,4}(?=\S)|[ \t]|$)")
_BREAKS_IN = re.compile(r" {0,3}(?:>|(?:[-*+]|1[.)])[ \t]+\S)")  # what can follow a paragraph without a blank line
_QUOTE_OR_ROW = re.compile(r" {0,3}[>|]")
_NO_PARAGRAPH = re.compile(r" {4}| {0,3}\t| {0,3}\[[^\[\]]+\]:[ \t]*\S+[ \t]*$")  # code, and the target of links
_BLOCK_TAGS = (
    "address|article|aside|blockquote|body|center|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|"
    "footer|form|frame|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|optgroup|option|p|param|search|"
    "section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_BLANK = re.compile(r"\A[ \t]*\Z")
_LONE_TAG = re.compile(r" {0,3}</?[a-z][a-z0-9-]*(?:[ \t][^<>]*)?>[ \t]*$", re.IGNORECASE)
_HTML = [  # how a block of HTML begins, and the line it ends at
    (re.compile(" {0,3}" + begin, re.IGNORECASE), end)
    for begin, end in (
        (r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.compile("</(?:script|pre|style|textarea)>", re.IGNORECASE)),
        ("<!--", re.compile("-->")),
        (rf"</?(?:{_BLOCK_TAGS})(?=[\s>]|/>|$)", _BLANK),
    )
]
INSIDE = -1  # in place of a paragraph's start: it belongs to a list item, a quote or a table


def find_headings(text: str, begin: int = 0) -> list[Heading]:
    """Every heading from `begin` on, in order: lines with #, and paragraphs underlined with === or ---.

    Lines in code fences, in blocks of HTML and in comments are none, nor are lines of a quote. A line with # counts
    inside a list item too, as its link on GitHub does."""
    headings, paragraph, item = [], None, 0  # where the open paragraph starts; the column where list text begins
    fence, inset, html = "", 0, None  # the open fence and the column it stands at; the pattern that ends open HTML
    for match in _LINE.finditer(text, begin):
        line, start, end = match.group().rstrip("\r\n"), match.start(), match.end()
        indent, blank = len(line) - len(line.lstrip(" ")), not line.strip(" \t")
        if fence and (blank or indent >= inset):  # a line left of it would end the list item, and the fence with it
            closing = _FENCE.match(line[min(indent, inset) :])
            if closing and closing[1].startswith(fence) and not closing[2].strip():
                fence = ""
            continue
        fence = ""
        if html or blank:
            html, paragraph = (None if html and html.search(line) else html), None
            continue
        item = 0 if indent < item and paragraph != INSIDE else item
        own = paragraph not in (None, INSIDE)
        marked = None if _RULE.match(line) or (own and not _BREAKS_IN.match(line)) else _ITEM.match(line)
        content = line[marked.end() :] if marked else line
        html = next((ends for begins, ends in _HTML if begins.match(content)), None)
        if not html and paragraph is None and _LONE_TAG.match(content):
            html = _BLANK
        if opened := _FENCE.match(content):
            fence, paragraph = opened[1], None
            inset = marked.end() if marked else item if indent >= item else 0
        elif html:
            html, paragraph = (None if html.search(line) else html), None
        elif atx := _ATX.match(line):
            headings.append(Heading(len(atx[1]), _without_closing_marks(line[atx.end() :]), start, end))
            paragraph, item = None, item if indent >= item else 0
        elif own and (underline := _UNDERLINE.match(line)):
            words = " ".join(text[paragraph:start].split())
            headings.append(Heading(1 if underline[1][0] == "=" else 2, words, paragraph, end))
            paragraph = None
        elif _RULE.match(line):
            paragraph, item = None, item if indent >= item else 0
        elif marked:
            paragraph, item = INSIDE if content.strip() else None, marked.end()
        elif _QUOTE_OR_ROW.match(line) and (paragraph is None or _BREAKS_IN.match(line)):
            paragraph = INSIDE
        elif paragraph is None and not _NO_PARAGRAPH.match(line):
            paragraph = INSIDE if item else start
    return headings


def _without_closing_marks(words: str) -> str:
    """The words of a heading without the #s that may close it: "Fees ##" is "Fees", "C#" stays."""
    words = words.strip(" \t")
    opened = words.rstrip("#")
    return opened.rstrip(" \t") if not opened or opened[-1] in " \t" else words
