"""A question's words find the words spelt like them."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragkit import AlikeBm25Embedder, Bm25Embedder, MixedEmbedder, TfidfEmbedder, build_index, retrieve, smooth_idf
from ragkit.alike import AlikeWords
from ragkit.corpora import load
from ragkit.text import word_ngrams

DOCS = {
    "returns": "A parcel is returned within thirty days.",
    "delivery": "Deliveries reach the island on Fridays.",
    "payment": "Cards and vouchers are accepted at the till.",
}


@pytest.fixture(scope="module")
def index():
    return build_index(DOCS, embedder=AlikeBm25Embedder(), sparse=True)


def test_a_word_is_most_like_itself_and_then_its_other_forms():
    words = ["deliver", "deliveries", "delivery", "river", "voucher"]
    found = AlikeWords(words).alike_words("delivery", k=3)
    assert [words[place] for place, _ in found] == ["delivery", "deliver", "deliveries"]
    assert found[0][1] == pytest.approx(1)
    assert AlikeWords(words).alike_words("zebra") == []


@pytest.mark.parametrize(
    "question, doc", [("delivery", "delivery"), ("vouchar", "payment"), ("how do I return a parcell", "returns")]
)
def test_other_forms_and_slips_find_their_chunk(index, question, doc):
    assert retrieve(question, index, k=1, min_score=0.05)[0][0].doc_id == doc


def test_with_exact_words_alone_it_is_bm25():
    texts = list(DOCS.values())
    exact, plain = AlikeBm25Embedder(least=0.999).fit(texts), Bm25Embedder().fit(texts)
    for question in ("a parcel on Fridays", "parcel parcel nothing", "", "unheard"):
        assert np.allclose(exact.embed(question), plain.embed(question), rtol=1e-12)
    assert np.array_equal(exact.embed_all(texts), plain.embed_all(texts))


def test_an_alike_word_never_weighs_more_than_the_word_itself():
    embedder = AlikeBm25Embedder().fit(["parcel post", "parcel shop", "parcels", "post"])
    vector = embedder.embed("parcel")
    assert vector[embedder.index["parcel"]] == pytest.approx(1)
    assert 0 < vector[embedder.index["parcels"]] < 1


# ---------------------------------------------------------------- scores


def by_formula(texts, question, k1=1.2, b=0.75, alike=16, least=0.3, count_unknown=False):
    """The scores of all texts, word by word, with cosines from scikit-learn."""
    sklearn = pytest.importorskip("sklearn.feature_extraction.text")
    words = [re.findall("[a-z0-9]+", text.lower()) for text in texts]
    vocabulary, n = sorted({word for some in words for word in some}), len(texts)
    mean = sum(map(len, words)) / n
    idf = {w: np.log(1 + (n - df + 0.5) / (df + 0.5)) for w in vocabulary for df in [sum(w in some for some in words)]}
    pieces = sklearn.TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5)).fit(vocabulary)

    def held(word, some):
        tf = some.count(word)
        return tf / (tf + k1 * (1 - b + b * len(some) / mean)) if tf else 0.0

    scores, whole = np.zeros(n), 0.0
    for asked in re.findall("[a-z0-9]+", question.lower()):
        cosines = (pieces.transform(vocabulary) @ pieces.transform([asked]).T).toarray().ravel()
        best = [i for i in np.argsort(-cosines.round(12), kind="stable")[:alike] if cosines[i].round(12) >= least]
        own = idf.get(asked, np.log(1 + (n + 0.5) / 0.5))
        weight = {vocabulary[i]: cosines[i] ** 2 * min(own, idf[vocabulary[i]]) for i in best}
        most = sum(value * max(held(word, some) for some in words) for word, value in weight.items())
        whole += max(own, most) if weight or count_unknown else 0.0
        scores += [sum(value * held(word, some) for word, value in weight.items()) for some in words]
    return scores / (whole or 1.0)


@pytest.mark.parametrize("options", [{}, {"alike": 3, "least": 0.5, "count_unknown": True}, {"k1": 0.5, "b": 0.2}])
def test_scores_are_those_of_the_formula_written_out(options):
    texts = list(load("helpcentre").values())
    index = build_index(load("helpcentre"), chunker=lambda text: [text], embedder=AlikeBm25Embedder(**options))
    for question in ("How long does standard deliverys take?", "refunds refund refunded", "zxqv cancelling", "zxqv"):
        scores = index.matrix @ index.query(question)
        assert np.allclose(scores, by_formula(texts, question, **options), rtol=0, atol=1e-12)


FORMS = "parcel parcels parceled parcelled parcelling parcellings deliver delivery deliveries of zzz".split()
crowded = st.lists(st.sampled_from(FORMS), min_size=1, max_size=30).map(" ".join)


@given(st.lists(crowded, min_size=1, max_size=6), crowded, st.booleans(), st.sampled_from([0.0, 0.2, 1.2]))
@settings(max_examples=100, deadline=None)
def test_scores_lie_in_0_to_1_and_are_the_same_with_and_without_zeros(texts, question, strict, k1):
    embedder = AlikeBm25Embedder(count_unknown=strict, k1=k1)
    docs = {str(i): text for i, text in enumerate(texts)}
    full, sparse = (build_index(docs, chunker=lambda t: [t], embedder=embedder, sparse=s) for s in (False, True))
    scores = full.matrix @ full.query(question)
    assert scores.min() >= 0 and scores.max() <= 1 + 1e-12
    assert np.allclose(sparse.matrix @ sparse.query(question), scores, rtol=0, atol=1e-12)
    assert np.array_equal(full.query(question), sparse.query(question).dense())
    one, other = ([chunk.id for chunk, _ in retrieve(question, index, 6, -1)] for index in (full, sparse))
    assert one == other


def test_a_chunk_that_holds_all_forms_of_a_word_does_not_pass_1():
    texts = ["parcel parcels parcelled parcelling " * 50, "gift cards", "parcel post"]
    embedder = AlikeBm25Embedder().fit(texts)
    query, rows = embedder.embed("parcel"), embedder.embed_all(texts)
    assert (rows @ query).tolist() == [pytest.approx(1), 0, pytest.approx(rows[2] @ query)]
    assert rows[0] @ query / query[embedder.index["parcel"]] > 1.4  # what it would be as a share of the idf alone


def test_where_no_word_has_forms_that_add_up_a_chunk_scores_as_under_bm25():
    texts = list(DOCS.values())
    alike, plain = AlikeBm25Embedder().fit(texts), Bm25Embedder().fit(texts)
    for question in ("a parcel on Fridays", "vouchers are accepted"):
        known = np.flatnonzero(plain.embed(question))
        assert alike.embed(question)[known] == pytest.approx(plain.embed(question)[known], rel=1e-12)


def test_a_mix_in_which_it_finds_no_term_leaves_the_say_to_the_others():
    blind = AlikeBm25Embedder(analyzer=word_ngrams(2, 2))
    mixed = MixedEmbedder([(0.5, blind), (0.5, TfidfEmbedder(idf=smooth_idf))])
    index = build_index({"a": "refund", "b": "gift"}, embedder=mixed)
    assert retrieve("refund desk", index)[0][1] == pytest.approx(1)
