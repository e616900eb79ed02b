"""The index in Qdrant: in memory or in a folder without a server, or on a cluster by its address, by the same calls.

Qdrant shards, copies and indexes; none of that is written here. Built on in notebook 10.
"""

from ..chunking import Chunk
from ..extras import need
from ..postings import SparseVector
from .points import point_id
from .store import Store

VECTOR = "vector"
STATE = point_id("ragkit:state")  # a point without a vector, which no search can find
PAGE = 1000


class QdrantStore(Store):
    """An index in a Qdrant collection of this name.

    `path` is a folder, ":memory:" (the default) keeps it as long as the object lives, `url` is the address of a server
    or a cluster. `settings` go to the client as they are (api_key, timeout), `collection` to the making of the
    collection ({"shard_number": 6, "replication_factor": 2}). `exact=False` lets a server answer dense questions from
    its approximate graph: faster from some ten thousand chunks on, and now and then a hit is missed.

    ConnectionError where nothing answers at `url`. A folder serves one process at a time: `close()` it."""

    def __init__(self, name, *, path=None, url=None, embedder=None, exact=True, collection=None, **settings):
        super().__init__(name, embedder)
        if path is not None and url is not None:
            raise ValueError(f"pass path or url, not both, got path={path!r} and url={url!r}")
        self._api, self.exact, self._options = need("qdrant_client.models", "stores"), exact, collection or {}
        self.where = f"Qdrant at {url or path or ':memory:'}, collection {name!r}"
        place = {"location": ":memory:"} if path in (None, ":memory:") else {"path": str(path)}
        if url is not None:
            place = {"url": url, "check_compatibility": False}  # it would only warn where nothing answers
        self._remote = url is not None
        self.client = need("qdrant_client", "stores").QdrantClient(**place, **settings)
        self._try(self.client.collection_exists, name)

    def close(self) -> None:
        """Let go of the folder or the connection."""
        self.client.close()

    def _state(self):
        if not self.client.collection_exists(self.name):
            return None
        found = self.client.retrieve(self.name, [STATE])
        return found[0].payload["state"] if found else None

    def _set_state(self, state):
        self._upsert([self._api.PointStruct(id=STATE, vector={}, payload={"state": state})])

    def _create(self, sparse, width):
        api = self._api
        self.client.delete_collection(self.name)
        self.client.create_collection(
            self.name,
            # the plain dot product: rows come at the length their embedder gave them, as in the index
            vectors_config={} if sparse else {VECTOR: api.VectorParams(size=width, distance=api.Distance.DOT)},
            sparse_vectors_config={VECTOR: api.SparseVectorParams()} if sparse else None,
            **self._options,
        )
        if self._remote:  # embedded, Qdrant filters without one
            self.client.create_payload_index(self.name, "doc_id", api.PayloadSchemaType.KEYWORD)

    def _known(self, doc_ids=None):
        known, offset = {}, None
        while True:
            points, offset = self.client.scroll(
                self.name, self._filter(doc_ids), limit=PAGE, offset=offset, with_payload=["digest", "place", "doc_id"]
            )
            known |= {
                p.id: (p.payload["digest"], p.payload["place"], p.payload["doc_id"]) for p in points if p.id != STATE
            }
            if offset is None:
                return known

    def _put(self, points):
        self._upsert([self._point(point) for point in points])

    def _point(self, point):
        payload = point.chunk._asdict() | {"place": point.place, "digest": point.digest}
        vector = {} if point.vector is None else {VECTOR: self._sent(point.vector, shared=True)}
        return self._api.PointStruct(id=point.id, vector=vector, payload=payload)

    def _sent(self, vector, *, shared):
        if not isinstance(vector, SparseVector):
            return vector.tolist()
        # Qdrant finds only rows that share a column with the question. So each row has one column more, the last,
        # which holds 1, and which is asked for only where rows without a common term are wanted too.
        more = int(shared)
        return self._api.SparseVector(
            indices=vector.columns.tolist() + [vector.size] * more, values=vector.values.tolist() + [1.0] * more
        )

    def _upsert(self, points):
        self.client.upsert(self.name, points, wait=True)

    def _remove(self, ids):
        self.client.delete(self.name, self._api.PointIdsList(points=ids), wait=True)

    def _count(self):
        return self.client.count(self.name, exact=True).count - 1  # without the state

    def _search(self, query, limit, doc_ids, all_rows):
        shared = all_rows and isinstance(query, SparseVector)
        answer = self.client.query_points(
            self.name,
            query=self._sent(query, shared=shared),
            using=VECTOR,
            query_filter=self._filter(doc_ids),
            search_params=self._api.SearchParams(exact=self.exact) if self._remote else None,  # else always exact
            limit=limit,
        )
        extra = 1.0 if shared else 0.0  # what the column more adds
        return [
            (point.score - extra, point.payload["place"], Chunk(*(point.payload[name] for name in Chunk._fields)))
            for point in answer.points
        ]

    def _filter(self, doc_ids):
        if doc_ids is None:
            return None
        return self._api.Filter(must=[self._api.FieldCondition(key="doc_id", match=self._api.MatchAny(any=doc_ids))])

    def _is_away(self, error):
        errors = need("qdrant_client.http.exceptions", "stores")
        status = getattr(error, "status_code", None) or 0
        return isinstance(error, errors.ResponseHandlingException) or status == 429 or status >= 500
