"""Citations out of what models really write. Built in notebook 05."""

import re
from collections import Counter

from .text import check_whole

_WORDS_BEFORE = r"(?:(?:sources?|chunks?|passages?|documents?|docs?|refs?|context)\.?:?\s*)?"
_NUMBER = r"\d{1,9}(?:\s*[-–—]\s*\d{1,9})?"
# [1]  [1, 2]  [1-3]  [Source 2]  【1】  【2†source】; not rows[1], not a Markdown link [1](…) or its target [1]: …
_LINK = r"(?!\(|:[ \t]*(?:<|https?:|www\.|/))"  # what would make it a Markdown link, or the target of one
MARKER = re.compile(
    rf"(?<![A-Za-z0-9_\\!])\[\s*{_WORDS_BEFORE}({_NUMBER}(?:\s*(?:[,;&]|and)\s*{_WORDS_BEFORE}{_NUMBER})*)\s*\]{_LINK}"
    rf"|【\s*{_WORDS_BEFORE}({_NUMBER}(?:\s*[,;、]\s*{_NUMBER})*)\s*(?:†[^】]*)?】",
    re.IGNORECASE,
)
_CODE = re.compile(  # a fence to its end or the end of the reply; a span within one paragraph
    r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)|(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n).){1,9999}?(?<!`)\2(?!`)",
    re.DOTALL | re.MULTILINE,
)
_LIST_AT_END = re.compile(
    r"^[ \t]*(?:#+[ \t]*|\*\*)?(?:sources|references|citations)[ \t]*:?(?:\*\*)?:?[ \t]*\n"
    r"(?:[ \t]*(?:[-*][ \t]*)?(?:\[|【|\d+[.)]).*(?:\n|\Z)|[ \t]*\n)+\Z",
    re.IGNORECASE | re.MULTILINE,
)


def without_code(reply: str) -> str:
    """The reply with code fences and code spans blanked out, at the same length; a fence left open runs to the end."""
    return _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), reply)


def readable(reply: str) -> str:
    if not isinstance(reply, str):
        raise TypeError(f"reply must be a str, got {type(reply).__name__}: {reply!r}")
    text = without_code(reply)
    end = _LIST_AT_END.search(text)
    return text[: end.start()] if end else text


def _numbers_in(group: str, shown: int) -> list[int]:
    """The numbers of one marker, ranges spelled out, kept within 1..shown + 1 (what lies beyond is told by one)."""
    numbers = []
    for first, last in re.findall(r"(\d+)(?:\s*[-–—]\s*(\d+))?", group):
        low, high = int(first), int(last or first)
        numbers += range(low, min(high, shown) + 1) if last and low <= shown else [low] if not last else []
    return numbers


def read_all_numbers(reply: str, shown: int) -> list[int]:
    """Every number the reply cites, in order and once each, whether or not so many chunks were shown."""
    groups = [match[1] or match[2] for match in MARKER.finditer(readable(reply))]
    return list(dict.fromkeys(n for group in groups for n in _numbers_in(group, shown)))


def read_numbers(reply: str, shown: int) -> list[int]:
    """The numbers from 1 to `shown` that the reply cites, in order of first mention, each once.

    Read are [1], [1, 2], [1-3], [1][2], 【1】, 【2†source】 and [Source 2]. Not read: code, rows[1], Markdown links,
    [0], [-1], numbers never shown, and a list of sources at the end of the reply, which would make every chunk look
    cited. A marker glued to a Latin word counts as code: a false source is worse than a missed one."""
    check_whole("shown", shown, 0)
    return [n for n in read_all_numbers(reply, shown) if 1 <= n <= shown]


def read_sources(reply: str, shown_ids: list[str]) -> list[str]:
    """The ids of `shown_ids` that the reply cites as [id], [id, id] or 【id】, in order of first mention, each once.

    Upper and lower case may differ where only one shown id is meant."""
    text, found = readable(reply), []
    exact = {source_mark(chunk_id): chunk_id for chunk_id in shown_ids}
    folded = Counter(mark.casefold() for mark in exact)
    loose = {mark.casefold(): i for mark, i in exact.items() if folded[mark.casefold()] == 1}
    for match in re.finditer(r"(?<![A-Za-z0-9_\\!])(?:\[([^\[\]\n]+)\](?!\()|【([^【】\n]+)】)", text):
        group = (match[1] or match[2]).strip()
        whole = group in exact or group.casefold() in loose
        for part in [group] if whole else re.split(r"[,;]\s*", group):
            bare = re.sub(r'^(?:source|document|doc|id)\b[\s:=]*|["\'“”]', "", part.strip(), flags=re.IGNORECASE)
            for name in (part.strip(), bare.strip()):
                if chunk_id := exact.get(name) or loose.get(name.casefold()):
                    found.append(chunk_id)
                    break
    return list(dict.fromkeys(found))


_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029\u200b]+")  # line ends of every kind, control characters


def one_line(text: str) -> str:
    """The text on one line: runs of blanks, line ends and control characters become one blank."""
    return _BLANKS.sub(" ", text).strip()


def source_mark(chunk_id: str) -> str:
    """A chunk id as it stands between square brackets: on one line, its own square brackets made round."""
    return one_line(chunk_id).translate(_ROUND)


_ROUND = str.maketrans("[]【】", "()()")


def as_plain_text(text: str, ids=()) -> str:
    """Chunk text for a prompt: square brackets that a reader of citations could take for a marker become round ones.

    A document's own "[2]" would otherwise be quoted by a model and read as a citation of the second chunk. `ids` are
    those of the chunks shown, where citations name them."""
    names = [source_mark(chunk_id).casefold() for chunk_id in ids]

    def neutral(match):
        inner = match[1].casefold()
        return match[0].translate(_ROUND) if re.search(r"\d|#", inner) or any(n in inner for n in names) else match[0]

    text = re.sub(r"【([^【】]*)】", r"(\1)", text)
    for _ in range(3):  # brackets within brackets, from the inside out
        before, text = text, re.sub(r"\[([^\[\]]*)\]", neutral, text)
        if text == before:
            return text
    return text.translate(_ROUND)
