"""The whole loop for one question, and generators that need no model. Built in notebooks 00 and 05."""

import re
from collections.abc import Callable
from html import unescape

import numpy as np

from .embedding import TfidfEmbedder, smooth_idf
from .index import Index
from .prompting import BY_NUMBER, Citing
from .retrieval import retrieve
from .text import STOP_WORDS, split_sentences, tokenize

NOT_FOUND = "not found"

_LINE = re.compile(r'^(?:\[([^\]]+)\] (.*)|<document id="([^"]+)">(.*)</document>)$', re.MULTILINE)
_PATH = re.compile(r"^[^:]{1,200} > [^:]{1,200}: (?=\S)")
_QUESTION = re.compile(r"^Question: (.*)\nAnswer:\s*\Z", re.MULTILINE)


def read_prompt(prompt: str) -> tuple[str, list[tuple[str, str]]]:
    """The question of a prompt, and its context as (mark, text), for generators that need no model."""
    if not isinstance(prompt, str):
        raise TypeError(f"prompt must be a str, got {type(prompt).__name__}: {prompt!r:.60}")
    question = _QUESTION.search(prompt)
    if not question:
        raise ValueError('prompt must end in "Question: …" and "Answer:": build_prompt makes it')
    lines = _LINE.finditer(prompt[: question.start()])
    return question[1], [(m[1], m[2]) if m[1] else (unescape(m[3]), unescape(m[4])) for m in lines]


def stub_generator(prompt: str) -> str:
    """A stand-in for a language model: copies the context sentence that shares most words with the question (the first
    of equals) and cites its chunk. It cannot combine, reword or doubt. Built in notebook 00."""
    question, context = read_prompt(prompt)
    wanted = set(tokenize(question))
    sentences = [(mark, sentence) for mark, text in context for sentence in split_sentences(text)]
    if not sentences:
        return NOT_FOUND
    shared = [len(wanted & set(tokenize(sentence))) for _, sentence in sentences]
    mark, sentence = sentences[shared.index(max(shared))]
    return f"{sentence} [{mark}]"


def extractive_generator(prompt: str, *, max_sentences=2, least=0.15) -> str:
    """A better stand-in: up to two sentences of the context, chosen by TF-IDF over the shown sentences, each cited.

    Says "not found" where no sentence reaches the score `least`; a second sentence must add a word of the question
    that the first does not hold. A section's "Title > Heading: " counts for its first sentence but is not quoted.
    Still only copies. Built in notebook 05."""
    question, context = read_prompt(prompt)
    sentences = [(mark, sentence) for mark, text in context for sentence in split_sentences(text) if tokenize(sentence)]
    if not sentences:
        return NOT_FOUND
    embedder = TfidfEmbedder(idf=smooth_idf, stop_words=STOP_WORDS)
    try:
        scores = embedder.fit([sentence for _, sentence in sentences]).embed_all(
            [s for _, s in sentences]
        ) @ embedder.embed(question)
    except ValueError:  # nothing but stop words
        return NOT_FOUND
    wanted, chosen = set(tokenize(question)) - STOP_WORDS, []
    for i in np.argsort(-np.round(scores, 12), kind="stable").tolist():
        new = wanted & set(tokenize(sentences[i][1]))
        if len(chosen) < max_sentences and scores[i] >= least and new:
            chosen.append(i)
            wanted -= new
    return " ".join(f"{_PATH.sub('', sentences[i][1])} [{sentences[i][0]}]" for i in chosen) or NOT_FOUND


def answer(
    question: str, index: Index, generate: Callable = stub_generator, k=3, min_score=0.2, *, citing: Citing = BY_NUMBER
) -> dict:
    """Retrieve, ask, check: {"answer": text, "citations": chunk ids, "prompt": what the generator was shown}.

    With no chunk at `min_score` or above, the generator is not called: {"answer": "not found", "citations": [],
    "prompt": None}. Else it is called once, its text is returned as it is, and of the citations in it those of shown
    chunks are kept, each once. An answer without citations is one nobody can check: treat `citations == []` as a
    warning. Raises TypeError for a generator that returns no str."""
    if not callable(generate):
        raise TypeError(f"generate must be a function prompt -> str, got {type(generate).__name__}: {generate!r}")
    if not (hasattr(citing, "build") and hasattr(citing, "read")):
        raise TypeError(f"citing must be BY_NUMBER, BY_SOURCE, BY_DOCUMENT or another Citing, got {citing!r:.60}")
    hits = retrieve(question, index, k, min_score)
    if not hits:
        return {"answer": NOT_FOUND, "citations": [], "prompt": None}
    prompt = citing.build(question, hits)
    reply = generate(prompt)
    if not isinstance(reply, str):
        raise TypeError(f"generate must return a str, got {type(reply).__name__}: {reply!r:.60}")
    return {"answer": reply, "citations": citing.read(reply, hits), "prompt": prompt}
