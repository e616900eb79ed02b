"""The index in PostgreSQL with the extension pgvector: one row per chunk, beside whatever else is kept there.

Built on in notebook 10. One vector has at most 16,000 columns, a sparse one 16,000 entries.
"""

import json

from ..chunking import Chunk
from ..extras import need
from ..postings import SparseVector
from .store import Store

WIDEST = 16_000


class PgvectorStore(Store):
    """An index in a table of this name; `url` is any PostgreSQL address, "postgresql://user@host:5432/database".

    Every search looks at all rows, so results are exact. From some hundred thousand chunks on, pgvector's HNSW index
    (one statement: CREATE INDEX … USING hnsw) trades that for speed. ConnectionError where nothing answers; after a
    restart of the server the store connects anew by itself."""

    def __init__(self, name, *, url, embedder=None):
        super().__init__(name, embedder)
        self._psycopg, self._vectors = need("psycopg", "stores"), need("pgvector", "stores")
        self._url, self._connection = url, None
        about = need("psycopg.conninfo", "stores").conninfo_to_dict(url)  # without the password
        self.where = f"PostgreSQL at {about.get('host', 'localhost')}, table {name!r}"
        self._try(self._connect)

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()

    def _connect(self):
        if self._connection is None or self._connection.closed:
            self._connection = self._psycopg.connect(self._url, autocommit=True, connect_timeout=5)
            self._connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
            need("pgvector.psycopg", "stores").register_vector(self._connection)
        return self._connection

    def _sql(self, text, **parts):
        sql = self._psycopg.sql
        return sql.SQL(text).format(table=sql.Identifier(self.name), **parts)

    def _ask(self, text, values=()):
        return self._connect().execute(self._sql(text), values)

    def _state(self):  # the table's comment: it goes where the table goes
        table = self._psycopg.sql.Identifier(self.name).as_string(None)
        ((comment,),) = self._ask("SELECT obj_description(to_regclass(%s), 'pg_class')", [table])
        return comment and json.loads(comment)

    def _set_state(self, state):
        comment = self._psycopg.sql.Literal(json.dumps(state))
        self._connect().execute(self._sql("COMMENT ON TABLE {table} IS {comment}", comment=comment))

    def _create(self, sparse, width):
        if width > WIDEST and not sparse:
            raise ValueError(f"index must have at most {WIDEST} columns, got {width}: build it with sparse=True")
        kind = self._psycopg.sql.SQL(f"{'sparsevec' if sparse else 'vector'}({width})")
        with self._connect().transaction():
            self._ask("DROP TABLE IF EXISTS {table}")
            # json, not jsonb or text: it alone takes every character that a document may hold
            table = (
                "CREATE TABLE {table} (id uuid PRIMARY KEY, place float8 NOT NULL, digest text NOT NULL, "
                "doc_id text NOT NULL, chunk json NOT NULL, vector {kind})"
            )
            self._connection.execute(self._sql(table, kind=kind))
            self._ask("CREATE INDEX ON {table} (doc_id)")

    def _known(self, doc_ids=None):
        condition = "" if doc_ids is None else " WHERE doc_id = ANY(%s)"
        rows = self._ask(
            "SELECT id, digest, place, doc_id FROM {table}" + condition, [] if doc_ids is None else [doc_ids]
        )
        return {str(one): (digest, place, doc_id) for one, digest, place, doc_id in rows}

    def _put(self, points):
        rows = [
            (point.id, point.place, point.digest, point.chunk.doc_id, json.dumps(point.chunk._asdict()), vector)
            for point, vector in ((point, self._sent(point.vector)) for point in points)
        ]
        insert = (
            "INSERT INTO {table} VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE SET "
            "(place, digest, doc_id, chunk, vector) = "
            "(excluded.place, excluded.digest, excluded.doc_id, excluded.chunk, excluded.vector)"
        )
        with self._connect().transaction(), self._connection.cursor() as cursor:
            cursor.executemany(self._sql(insert), rows)

    def _sent(self, vector):
        if not isinstance(vector, SparseVector):
            return vector
        return self._vectors.SparseVector(dict(zip(vector.columns.tolist(), vector.values.tolist())), vector.size)

    def _remove(self, ids):
        self._ask("DELETE FROM {table} WHERE id = ANY(%s::uuid[])", [ids])

    def _count(self):
        return self._ask("SELECT count(*) FROM {table}").fetchone()[0]

    def _search(self, query, limit, doc_ids, all_rows):
        # <#> is the inner product times −1, so that the best row comes first in ascending order
        condition = "vector IS NOT NULL" if doc_ids is None else "vector IS NOT NULL AND doc_id = ANY(%(doc_ids)s)"
        rows = self._ask(
            "SELECT -(vector <#> %(query)s) AS score, place, chunk FROM {table} "
            f"WHERE {condition} ORDER BY vector <#> %(query)s LIMIT %(limit)s",
            {"query": self._sent(query), "limit": limit, "doc_ids": doc_ids},
        )
        return [(score, place, Chunk(**chunk)) for score, place, chunk in rows]

    def _is_away(self, error):
        return isinstance(error, self._psycopg.OperationalError)
