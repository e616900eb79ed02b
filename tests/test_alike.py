"""A question's words find the words spelt like them."""

import numpy as np
import pytest

from ragkit import build_index, retrieve
from ragkit.alike import AlikeBm25Embedder, AlikeWords
from ragkit.embedding import Bm25Embedder

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
