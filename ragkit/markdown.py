"""Markdown into sections, one per heading: the chunks that follow the author's own cuts. Built in notebook 06.

Ids are those that GitHub makes for its links.
"""

import re
import unicodedata
from dataclasses import dataclass

from .chunking import check_sizes, check_text, windows, word_places
from .headings import find_headings


@dataclass(frozen=True)
class Section:
    """A passage of Markdown: `text` is "Title > Heading: body", `slug` its place, `source[start:end]` its body."""

    title: str
    heading: str
    slug: str
    text: str
    start: int
    end: int


_SETTING = re.compile(r"[\w.-]+[ \t]*:(?:[ \t]|$)|[ \t#]|-[ \t]|$")  # key: value, or what goes on below one


def front_matter(text: str) -> tuple[int, str]:
    """Where the document proper begins, behind a block of settings between `---` lines at its very top, and the
    `title:` that block gives. Other text between two rules is text, and stays."""
    match = re.match(r"\ufeff?---[ \t]*\r?\n(.*?\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", text, re.DOTALL)
    if not match or not all(map(_SETTING.match, (match[1] or "").splitlines())):
        return (1, "") if text.startswith("\ufeff") else (0, "")
    title = re.search(r"^title:[ \t]*(.*?)[ \t]*\r?$", match[1] or "", re.MULTILINE)
    return match.end(), title[1].strip("\"'") if title else ""


def plain_heading(words: str) -> str:
    """A heading as it is read: the words of links, code and emphasis without their marks.

    A line of more than 1,000 characters is left as it is: looking for pairs of marks takes time times length."""
    if len(words) > 1000:
        return words
    words = re.sub(r"!?\[([^\[\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", words)
    return re.sub(r"(?<!\w)(\*{1,3}|_{1,3}|`+)(?=\S)(.+?)(?<=\S)\1(?!\w)", r"\2", words).strip()


def github_slug(words: str) -> str:
    """The id that GitHub links a heading by: lower case, letters, digits and marks of any script, blanks to hyphens.

    A heading without any such character, which GitHub leaves without a name, is called "section"."""
    kept = "".join(c for c in words.lower() if c in "-_ " or unicodedata.category(c)[0] in "LNM")
    kept = kept.strip(" \ufe0f\u20e3").replace(" ", "-")
    return kept if kept.strip("-") else "section"


def unique_slug(slug: str, used: dict[str, int]) -> str:
    """The slug, or slug-1, slug-2, … : the first that no heading before it has, real or made up. `used` is updated."""
    candidate = slug
    while candidate in used:
        used[slug] += 1
        candidate = f"{slug}-{used[slug]}"
    used[candidate] = 0
    return candidate


def chunk_markdown(text: str, max_words: int = 80, overlap: int = 15) -> list[Section]:
    """One section per `#` or `##` heading; deeper headings stay within the body. `.text` is "Title > Heading: body",
    with the body byte for byte as it stands, and `.slug` the heading's id as GitHub makes it.

    A body of more than `max_words` words is cut into windows that share `overlap` words; the second and later ones
    get `slug.2`, `slug.3` … (no heading's slug has a dot). Text ahead of the first heading has no heading and the
    slug "". A `##` heading without a body keeps its place as "Title > Heading". Front matter is left out, its title
    used where no `#` heading gives one. Built in notebook 06."""
    check_text(text)
    check_sizes(max_words, overlap, "max_words")
    begin, title = front_matter(text)
    headings, used, sections = find_headings(text, begin), {}, []
    slugs = [unique_slug(github_slug(plain_heading(heading.words)), used) for heading in headings]
    cuts = [(heading, slug) for heading, slug in zip(headings, slugs) if heading.level <= 2]
    sections += _windowed(text, begin, cuts[0][0].start if cuts else len(text), title, "", "", max_words, overlap)
    for number, (heading, slug) in enumerate(cuts):
        end = cuts[number + 1][0].start if number + 1 < len(cuts) else len(text)
        words = plain_heading(heading.words)
        title = words if heading.level == 1 else title
        body = _windowed(text, heading.body, end, title, words, slug, max_words, overlap)
        followed = number + 1 < len(cuts) and cuts[number + 1][0].level == 2
        if not body and words and not (heading.level == 1 and followed):  # a title lives on in the sections under it
            body = [Section(title, words, slug, _path(title, words), heading.body, heading.body)]
        sections += body
    return sections


def _path(title, heading):
    return " > ".join(dict.fromkeys(part for part in (title, heading) if part))


def _windowed(text, start, end, title, heading, slug, max_words, overlap) -> list[Section]:
    blank_lines = re.match(r"(?:[ \t]*(?:\r\n|\r|\n))*", text[start:end]).end()  # the first line keeps its indent
    start, end = start + blank_lines, start + len(text[start:end].rstrip())
    places = word_places(text, start, max(start, end))
    path, sections = _path(title, heading), []
    for number, (first, stop) in enumerate(windows(len(places) // 2, max_words, overlap), start=1):
        piece = (start if first == 0 else places[2 * first]), places[2 * stop - 1]
        body = text[slice(*piece)]
        name = slug if number == 1 else f"{slug}.{number}"
        sections.append(Section(title, heading, name, f"{path}: {body}" if path else body, *piece))
    return sections
