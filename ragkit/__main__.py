"""Ask a folder of documents: `python -m ragkit FOLDER "question"`. Built in notebook 12.

Exit codes: 0 answered, 1 not found, 2 the call or the folder is at fault (the reason stands on standard error).
"""

import argparse
import json
import sys

from .answering import NOT_FOUND, answer, extractive_generator
from .chunking import chunk_chars, chunk_sentences, chunk_words
from .corpora import read_folder
from .embedding import Bm25Embedder, TfidfEmbedder
from .index import build_index
from .markdown import chunk_markdown
from .recipes import best_lexical
from .retrieval import DECIMALS, check_k, check_min_score, retrieve
from .text import STOP_WORDS

CHUNKERS = {"markdown": chunk_markdown, "words": chunk_words, "sentences": chunk_sentences, "chars": chunk_chars}


def _minilm():
    from .models import MiniLmEmbedder

    return MiniLmEmbedder()


def _mixed():
    from .mixing import MixedEmbedder

    return MixedEmbedder([(0.5, best_lexical()), (0.5, _minilm())])


# Each with its own threshold, chosen on the tuning half of the shop's questions, a wrong answer costing three refusals:
# a score of 0.2 means something else to each of them (notebooks 04 and 11).
EMBEDDERS = {
    "lexical": (best_lexical, 0.22),
    "tfidf": (TfidfEmbedder, 0.25),
    "bm25": (lambda: Bm25Embedder(stop_words=STOP_WORDS, count_unknown=True), 0.19),
    "minilm": (_minilm, 0.52),
    "mixed": (_mixed, 0.32),
}


def parser() -> argparse.ArgumentParser:
    """The arguments of the command."""
    arguments = argparse.ArgumentParser(
        prog="python -m ragkit",
        description="Answer a question from the Markdown and text files of a folder, with citations.",
    )
    arguments.add_argument("folder", help="a folder of .md, .txt and .rst files")
    arguments.add_argument("question")
    arguments.add_argument(
        "--chunker", choices=CHUNKERS, default="markdown", help="how files are cut (default: markdown)"
    )
    arguments.add_argument(
        "--embedder",
        choices=EMBEDDERS,
        default="lexical",
        help="minilm and mixed need the extra `models` and its weights",
    )
    arguments.add_argument("-k", type=int, default=3, help="how many chunks are shown to the generator (default: 3)")
    arguments.add_argument("--min-score", type=float, help="chunks below are not shown (default: the embedder's own)")
    arguments.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    return arguments


def ask(folder, question, chunker="markdown", embedder="lexical", k=3, min_score=None) -> dict:
    """Answer from the folder: the answer, each citation with its place and lines, the best score, how many chunks
    were shown to the generator, files not read.

    Raises NotADirectoryError, ValueError for a folder without text, ImportError for an embedder not installed."""
    make, usual = EMBEDDERS[embedder]
    min_score = usual if min_score is None else min_score
    check_k(k)
    check_min_score(min_score)
    files = read_folder(folder)
    if not files.docs:
        reasons = "".join(f"\n  {name}: {why}" for name, why in files.skipped.items())
        raise ValueError(f"folder {str(folder)!r} holds no text file (.md, .txt, .rst) that could be read{reasons}")
    index = build_index(
        files.docs, chunker=CHUNKERS[chunker], embedder=make(), sparse=embedder not in ("minilm", "mixed")
    )
    result = answer(question, index, extractive_generator, k=k, min_score=min_score)
    ranked = retrieve(question, index, k=k, min_score=-1)  # the hits that were shown stand first, in the same order
    shown = {chunk.id: (number, chunk, score) for number, (chunk, score) in enumerate(ranked, start=1)}
    citations = [_cited(files.docs, *shown[chunk_id]) for chunk_id in result["citations"]]
    return {
        "answer": result["answer"],
        "citations": citations,
        "best_score": round(ranked[0][1], 3) if ranked else 0.0,
        "min_score": min_score,
        "shown": 0 if result["prompt"] is None else sum(round(s, DECIMALS) >= min_score for _, s in ranked),
        "documents": len(files.docs),
        "chunks": len(index.chunks),
        "skipped": files.skipped,
    }


def _cited(docs, number, chunk, score) -> dict:
    text = docs[chunk.doc_id]
    first, last = text.count("\n", 0, chunk.start) + 1, text.count("\n", 0, chunk.end) + 1
    lines = text.split("\n")[first - 1 : last]
    cited = {"number": number, "id": chunk.id, "score": round(score, 3)}
    return cited | {"lines": [first, last], "text": "\n".join(lines)}


def printed(result: dict) -> str:
    """The result as a person reads it."""
    if result["answer"] == NOT_FOUND:
        reason = f"best score {result['best_score']:.3f}, needed {result['min_score']:.3f}"
        if result["shown"]:  # the scores let chunks through, and the generator refused
            reason = f"no sentence of the best {result['shown']} answers it, best score {result['best_score']:.3f}"
        return f"not found ({reason}; {result['chunks']} chunks of {result['documents']} documents)"
    parts = [result["answer"]]
    for cited in result["citations"]:
        first, last = cited["lines"]
        parts.append(f"\n[{cited['number']}] {cited['id']}  score {cited['score']:.3f}  lines {first}–{last}")
        parts += [f"  {first + i:>4} | {line}" for i, line in enumerate(cited["text"].split("\n"))]
    return "\n".join(parts)


def main(arguments=None) -> int:
    """Run the command; returns the exit code."""
    options = parser().parse_args(arguments)
    try:
        result = ask(**{name: value for name, value in vars(options).items() if name != "json"})
    except (ValueError, OSError, ImportError) as error:
        print(f"ragkit: {error}", file=sys.stderr)
        return 2
    for name, why in result["skipped"].items():
        print(f"ragkit: not read: {name}: {why}", file=sys.stderr)
    print(json.dumps(result, ensure_ascii=False, indent=2) if options.json else printed(result))
    return 1 if result["answer"] == NOT_FOUND else 0


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):  # a Windows console may not be UTF-8
        sys.stdout.reconfigure(encoding="utf-8")
    raise SystemExit(main())
