"""What is Qdrant's own: folders and processes, addresses where nothing answers, what a collection is made with."""

import subprocess
import sys
from pathlib import Path

import pytest

from ragkit import build_index, retrieve

DOCS = {f"doc {n}": f"text number{n} of twelve" for n in range(12)}
KILLED = """
import os, sys
from ragkit import build_index
from ragkit.stores.qdrant import QdrantStore
store = QdrantStore("notes", path=sys.argv[1])
put, batches = store._put, []
def put_then_die(points):
    if len(batches) == 2:
        os._exit(9)
    batches.append(put(points))
store._put = put_then_die
store.sync(build_index({f"doc {n}": f"text number{n} of twelve" for n in range(12)}, sparse=True), batch_size=3)
"""


def test_a_folder_keeps_what_a_process_sent_that_was_killed_half_way(qdrant, tmp_path):
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=root, capture_output=True, text=True)
    assert done.returncode == 9, done.stderr
    index, store = build_index(DOCS, sparse=True), qdrant("notes", path=tmp_path)
    assert store.sync(index).sent == 6
    assert store.count() == 12
    assert retrieve("number7", store) == [(index.chunks[7], pytest.approx(retrieve("number7", index)[0][1]))]
    store.close()
    again = qdrant("notes", path=tmp_path, embedder=index.embedder)
    assert [chunk.doc_id for chunk, _ in retrieve("number7", again)] == ["doc 7"]
    again.close()


def test_the_chunks_own_ids_stand_beside_their_texts_under_fixed_uuids(qdrant):
    store = qdrant("ids")
    store.sync(build_index({"returns.md": "refund timeline", "shipping.md": "free delivery"}))
    points, _ = store.client.scroll("ids", store._filter(["returns.md"]))
    assert [(point.id, point.payload["id"], point.payload["text"]) for point in points] == [
        ("8ab4f931-5e5c-58bd-839e-3c07c803e17d", "returns.md#0", "refund timeline")
    ]


def test_an_address_where_nothing_answers_is_named(qdrant, monkeypatch):
    monkeypatch.setattr(qdrant, "waits", (0,))
    with pytest.raises(ConnectionError, match=r"Qdrant at http://127.0.0.1:9, .* does not answer.*running"):
        qdrant("shop", url="http://127.0.0.1:9")


def test_a_cluster_is_told_how_to_spread_the_collection(qdrant, qdrant_address):
    store = qdrant("spread", url=qdrant_address.url, collection={"shard_number": 6, "replication_factor": 2})
    store.sync(build_index(DOCS))
    made = qdrant_address.made["spread"]
    assert (made.shard_number, made.replication_factor) == (6, 2)
    store.close()


def test_a_folder_and_an_address_at_once_are_refused(qdrant):
    with pytest.raises(ValueError, match="path or url"):
        qdrant("shop", path="vectors", url="http://127.0.0.1:9")
