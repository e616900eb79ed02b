"""What is PostgreSQL's own: a server that dies and comes back, and its limits."""

import pytest

from ragkit import FunctionEmbedder, build_index, retrieve

DOCS = {f"doc {n}": f"text number{n} of twelve" for n in range(12)}


@pytest.fixture
def store(postgres):
    from ragkit.stores.pgvector import PgvectorStore

    store = PgvectorStore("crashes", url=postgres.url)
    yield store
    store.close()


def test_a_server_that_dies_in_the_middle_loses_and_doubles_nothing(postgres, store, monkeypatch):
    index, put, batches = build_index(DOCS, sparse=True), store._put, []
    monkeypatch.setattr(store, "waits", ())

    def put_then_crash(points):
        if len(batches) == 2:
            postgres.crash()
        batches.append(put(points))

    with monkeypatch.context() as patch, pytest.raises(ConnectionError, match="does not answer"):
        patch.setattr(store, "_put", put_then_crash)
        store.sync(index, batch_size=3)
    with pytest.raises(ConnectionError, match=r"PostgreSQL at .*, table 'crashes' does not answer"):
        retrieve("number7", store)  # still away
    postgres.start()
    with pytest.raises(RuntimeError, match="half filled"):
        retrieve("number7", store)  # the store has connected anew
    assert store.sync(index).sent == 6
    assert store.count() == 12
    assert [chunk.doc_id for chunk, _ in retrieve("number7", store)] == ["doc 7"]


def test_a_connection_that_breaks_between_two_questions_is_made_anew(postgres, store):
    import psycopg

    store.sync(build_index(DOCS, sparse=True))
    before = retrieve("number7", store)
    with psycopg.connect(postgres.url) as other:  # as an administrator, or a restarting server, would
        other.execute("SELECT pg_terminate_backend(%s)", [store._connection.info.backend_pid])
    assert retrieve("number7", store) == before != []


def test_the_table_is_there_for_anyone_with_sql(store):
    store.sync(build_index({"returns.md": "refund timeline", "shipping.md": "free delivery"}))
    query = "SELECT chunk->>'id', chunk->>'text' FROM {table} WHERE doc_id = 'returns.md'"
    assert store._ask(query).fetchall() == [("returns.md#0", "refund timeline")]


def test_a_matrix_too_wide_for_a_vector_is_refused_with_the_way_out(store):
    wide = FunctionEmbedder(lambda texts: [[1.0] * 16_001 for _ in texts])
    with pytest.raises(ValueError, match="sparse=True"):
        store.sync(build_index({"a": "van"}, embedder=wide))


def test_an_address_where_nothing_answers_is_named_without_its_password(postgres, monkeypatch):
    from ragkit.stores.pgvector import PgvectorStore

    monkeypatch.setattr(PgvectorStore, "waits", (0,))
    with pytest.raises(ConnectionError, match=r"PostgreSQL at 127.0.0.1.*does not answer") as raised:
        PgvectorStore("shop", url="postgresql://reader:secret@127.0.0.1:9/shop")
    assert "secret" not in str(raised.value)
