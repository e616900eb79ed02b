"""Text into windows of words: `chunk_words`, which knows each window's place, against what does less or the same."""

import time

from . import corpus

SIZE, OVERLAP = 80, 20


def split_and_join(text):
    words = text.split()
    return [" ".join(words[i : i + SIZE]) for i in range(0, len(words), SIZE - OVERLAP)]


def ragkit(text):
    from ragkit.chunking import chunk_words

    return chunk_words(text, SIZE, OVERLAP)


def langchain(text):
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    letters = {"chunk_size": 6 * SIZE, "chunk_overlap": 6 * OVERLAP}
    return RecursiveCharacterTextSplitter(add_start_index=True, **letters).create_documents([text])


def llamaindex(text):
    from llama_index.core.node_parser import TokenTextSplitter
    from llama_index.core.schema import Document

    splitter = TokenTextSplitter(chunk_size=SIZE, chunk_overlap=OVERLAP, tokenizer=str.split)
    return splitter.get_nodes_from_documents([Document(text=text)])


CUTTERS = {
    "ragkit chunk_words": ragkit,
    "split and join, no positions": split_and_join,
    "LangChain, with start_index": langchain,
    "LlamaIndex TokenTextSplitter": llamaindex,
}


def measure(rounds: int = 5) -> dict:
    """{cutter: {documents: ms for each MB}}, measured in turn on long and on short texts of the standard library."""
    chunks = corpus.real_chunks()
    documents = {
        "ms/MB, of 24 KB": [" ".join(chunks[i : i + 50]) for i in range(0, 2500, 50)],
        "ms/MB, of 1 KB": [" ".join(chunks[i : i + 2]) for i in range(0, 2500, 2)],
    }
    best = {name: dict.fromkeys(documents, float("inf")) for name in CUTTERS}
    for cutter in CUTTERS.values():
        cutter(chunks[0])  # imports are not measured
    for _ in range(rounds):
        for kind, texts in documents.items():
            for name, cutter in CUTTERS.items():
                start = time.process_time()
                for text in texts:
                    cutter(text)
                spent = (time.process_time() - start) / sum(map(len, texts)) * 1e9
                best[name][kind] = min(best[name][kind], spent)
    return best
