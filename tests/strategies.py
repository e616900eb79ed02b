"""Texts as they come: several scripts, marks of every kind, line ends, pieces that mean something to some reader."""

from hypothesis import strategies as st

PIECES = (
    "refund|days|the|a|B|7|1,299|3.5|e.g.|Dr.|p.m.|U.S.|returns.md#0|Question:|Answer:|[1]|[2]|[12]|[1-3]|【2】|"
    "[Source 1]|[returns]|`x[1]`|```|~~~|# |## |###### |#|===|---|***|> |- |1. |<!--|-->|<pre>|</pre>|</document>|"
    '<document id="1">|{x}|%s|दिन|में|返品|です。|возврат|STRASSE|ß|e\u0301|İ|\u200b|\u00ad|\ufeff|\u2028|\x0b|\x85|'
    "\u00a0|🎉|👩\u200d👧|…|?!|."
).split("|")
BLANKS = [" ", " ", " ", "\n", "\n\n", "\r\n", "\t", ""]

texts = st.one_of(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(BLANKS)), max_size=40).map(
        lambda pairs: "".join(piece + blank for piece, blank in pairs)
    ),
    st.text(max_size=60),
)
ids = st.text(alphabet="ab/.#[]() \n1返", min_size=1, max_size=6).filter(str.strip)
corpora = st.dictionaries(ids, texts, min_size=1, max_size=5)
