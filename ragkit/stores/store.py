"""What every store shares: bringing over what changed, and answering as `retrieve` does. Notebook 10.

An engine supplies nine small methods (see `Store`); everything else is here, and nothing here knows an engine.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ..chunking import Chunk
from ..index import Index
from ..retrieval import check_k, check_min_score
from ..text import check_whole
from .points import learned, no_rows, point_id, points_of, with_progress
from .ranking import best_hits


@dataclass(frozen=True)
class SyncReport:
    """What `sync` did, in chunks: sent over (new or changed), unchanged and left alone, and taken out."""

    sent: int
    unchanged: int
    removed: int


class Store:
    """An index kept by an engine. `sync(index)` brings it over, `retrieve(question, store)` and
    `answer(question, store)` then give what they give on the index, to the 6 decimals of float32.

    To open a store that was filled earlier, without the index, hand over the `embedder` that its questions need.
    While a sync is under way or was cut short the store does not answer (RuntimeError); to go on answering, sync into
    a store of another name and change over. One writer at a time.

    A subclass has `where`, a text that says which engine this is, and
    _state() -> dict or None, _set_state(dict)   what is kept here; None before the first sync
    _create(sparse, width)                       make the place anew, empty
    _known(doc_ids=None) -> {id: (digest, place, doc_id)}
    _put(points), _remove(ids), _count()         each may be done twice without harm
    _search(query, limit, doc_ids, all_rows) -> [(score, place, Chunk)], best first
    _is_away(error) -> bool                      whether it is worth trying again
    """

    waits = (0.1, 0.5, 2.0)  # seconds between attempts while the engine is away

    def __init__(self, name: str, embedder=None):
        if not isinstance(name, str) or not name:
            raise ValueError(f"name must be a str that names the store, such as 'shop', got {name!r}")
        self.name, self.embedder = name, embedder
        self._learned = None if embedder is None else learned(embedder)

    def sync(self, index: Index, *, batch_size=256, progress=True) -> SyncReport:
        """Make the store hold exactly this index: new and changed chunks go over in batches, the others stay, what the
        index no longer has is taken out. Call it after `index.update`, and again after an interruption: it goes on
        where it was cut short. With an embedder that learns from the corpus (idf) one new document changes the weights
        of all, so all go over; with a trained model only its own chunks do.

        ConnectionError if the engine stays away; RuntimeError if it does not hold what it was sent."""
        check_whole("batch_size", batch_size, 1)
        before, width = self._try(self._state), index.matrix.shape[1]
        if before is None or (before["sparse"], before["width"]) != (index.sparse, width):
            self._try(self._create, index.sparse, max(1, width))
        state = {"sparse": index.sparse, "width": width, "chunks": len(index.chunks)}
        state["learned"] = learned(index.embedder)
        self._try(self._set_state, state | {"finished": False})
        known, sent = self._try(self._known), 0
        points = points_of(index, {one: place for one, (_, place, _) in known.items()})
        points = with_progress(points, len(index.chunks), progress)
        changed = (point for point in points if point.id not in known or known[point.id][0] != point.digest)
        while batch := list(islice(changed, batch_size)):
            self._try(self._put, batch)
            sent += len(batch)
        gone = known.keys() - {point_id(chunk.id) for chunk in index.chunks}
        if gone:
            self._try(self._remove, sorted(gone))
        held = self._try(self._count)
        if held != len(index.chunks):
            raise RuntimeError(
                f"{self.where} holds {held} chunks, not {len(index.chunks)}: does someone else write there? Sync again"
            )
        self._try(self._set_state, state | {"finished": True})
        self.embedder, self._learned = index.embedder, state["learned"]
        return SyncReport(sent=sent, unchanged=len(index.chunks) - sent, removed=len(gone))

    def delete(self, doc_ids: Iterable[str]) -> int:
        """Take out all chunks of these documents at once and return how many; idf weights stay until the next sync."""
        self._existing_state()
        wanted = self._held(doc_ids)
        known = self._try(self._known, wanted) if wanted else {}
        if known:
            self._try(self._remove, sorted(known))
        return len(known)

    def count(self) -> int:
        """How many chunks are kept."""
        self._existing_state()
        return self._try(self._count)

    def retrieve(
        self, question: str, k=3, min_score=0.2, *, doc_ids: Iterable[str] | None = None
    ) -> list[tuple[Chunk, float]]:
        """As `ragkit.retrieve` on the index that was synced: same order, scores equal to 6 decimals. A document without
        a chunk is not held, so as one of `doc_ids` it is a ValueError."""
        if not isinstance(question, str):
            raise TypeError(f"question must be a str, got {type(question).__name__}: {question!r}")
        check_k(k)
        check_min_score(min_score)
        state = self._finished_state()
        wanted = None if doc_ids is None else self._held(doc_ids)
        if not question.strip() or not state["chunks"] or wanted == []:
            return []
        query = Index([], self.embedder, no_rows(state["sparse"], state["width"])).query(question)
        if not np.any(query.values if state["sparse"] else query):
            return []
        hits = best_hits(
            lambda limit: self._try(self._search, query, limit, wanted, min_score <= 0), int(k), float(min_score)
        )
        # a sync that began meanwhile may have mixed old rows with new ones
        return hits if self._finished_state() == state else self.retrieve(question, k, min_score, doc_ids=doc_ids)

    def _existing_state(self):
        state = self._try(self._state)
        if state is None:
            raise RuntimeError(f"{self.where} holds no index yet: call sync(index)")
        return state

    def _finished_state(self):
        state = self._existing_state()
        if not state["finished"]:
            raise RuntimeError(f"{self.where} is half filled, a sync is under way or was cut short: call sync(index)")
        if self.embedder is None:
            raise ValueError("embedder must be given to a store that is opened without sync: it embeds the questions")
        if state["learned"] != self._learned:
            raise ValueError(f"embedder is not the one that {self.where} was last synced with: call sync(index)")
        return state

    def _held(self, doc_ids):
        """The document ids as a list; one that the store does not hold is a ValueError, not an empty result."""
        if isinstance(doc_ids, str):
            raise TypeError(f"doc_ids must be a list of document ids, got the str {doc_ids!r}: pass [{doc_ids!r}]")
        wanted = sorted(set(doc_ids))
        held = {doc_id for _, _, doc_id in self._try(self._known, wanted).values()} if wanted else set()
        if len(held) < len(wanted):
            raise ValueError(f"doc_ids must be documents of this store; {sorted(set(wanted) - held)} are not")
        return wanted

    def _try(self, work, *args):
        """Do the work, again after a while if the engine is away, and say so plainly if it stays away."""
        for wait in (*self.waits, None):
            try:
                return work(*args)
            except Exception as error:
                if not self._is_away(error):
                    raise
                if wait is None:
                    raise ConnectionError(f"{self.where} does not answer: {error}. Is it running there?") from error
            time.sleep(wait)
