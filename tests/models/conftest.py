"""What the tests of real models share: they skip, saying why, where a model or a library is missing; never in CI."""

import json
import os
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace

import pytest

from ragkit.extras import need


@contextmanager
def made_or_skipped():
    """Skip the test when a model cannot be made here because its weights or its library are not installed."""
    try:
        yield
    except (ImportError, FileNotFoundError) as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def minilm():
    from ragkit.models.minilm import MiniLmEmbedder

    with made_or_skipped():
        return MiniLmEmbedder(progress=False)


@pytest.fixture(scope="session")
def smollm():
    from ragkit.models.smollm import SmolLm

    with made_or_skipped():
        return SmolLm(max_tokens=12)


class Wire:
    """A server on 127.0.0.1 that sends what a test scripted, one reply after another, and keeps what it was asked."""

    def __init__(self):
        self.replies, self.asked, wire = [], [], self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                wire.asked.append(SimpleNamespace(path=self.path, headers=self.headers, body=body))
                status, text, kind, wait = wire.replies.pop(0) if len(wire.replies) > 1 else wire.replies[0]
                time.sleep(wait)
                with suppress(OSError):  # a client that timed out has gone
                    self.send_response(status)
                    self.send_header("Content-Type", kind)
                    self.end_headers()
                    self.wfile.write(text.encode())

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def says(self, body, status=200, kind="application/json", wait=0):
        """The next reply (the last one is repeated): an object as JSON, or text as it is."""
        self.replies.append((status, body if isinstance(body, str) else json.dumps(body), kind, wait))

    def streams(self, events):
        """The next reply is a stream of events, each named by its type where it has one, as the services send them."""
        names = [f"event: {event['type']}\n" if "type" in event else "" for event in events]
        lines = [f"{name}data: {json.dumps(event)}\n\n" for name, event in zip(names, events, strict=True)]
        self.says("".join(lines), kind="text/event-stream")


@pytest.fixture
def wire():
    wire = Wire()
    yield wire
    wire.server.shutdown()
    wire.server.server_close()


@pytest.fixture(scope="session")
def libraries():
    """The services' own libraries: anthropic, openai and ollama."""
    with made_or_skipped():
        return [need(name, "services") for name in ("anthropic", "openai", "ollama")]
