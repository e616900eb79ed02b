"""A stand-in for a service, on this machine: speaking the wire of Anthropic, OpenAI and Ollama, whole or in pieces.

It lets notebook 11 and the tests run the real libraries without a key and without a network. What it says comes from
functions you give it, so nothing is learned here about any real model.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

PIECE = 3  # characters in a streamed piece: shorter than "[12]", so that markers come in parts


class Loopback:
    """`with Loopback(generate) as url:` serves `generate(prompt) -> str`, and `embed(texts) -> vectors` if given.

    Clients take base_url `url` for Anthropic and Ollama, `url + "/v1"` for OpenAI. `requests` holds what was asked, as
    (path, body).
    """

    def __init__(self, generate, embed=None):
        self.generate, self.embed, self.requests = generate, embed, []

    def __enter__(self):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"service": self}))
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing: the default writes each request to stderr."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.service.requests.append((self.path, body))
        if self.path in ("/v1/embeddings", "/api/embed"):
            return self._send([self._embeddings(body)])
        text = self.service.generate(body["messages"][-1]["content"])
        reply = {"/v1/messages": anthropic, "/v1/chat/completions": openai, "/api/chat": ollama}[self.path]
        # Ollama's pieces stand on a line each; the others send events, `data: …` and an empty line.
        lines = [json.dumps(part) for part in reply(text, body.get("stream", False), body["model"])]
        if body.get("stream") and reply is not ollama:
            lines = [f"event: {json.loads(line).get('type', 'message')}\ndata: {line}\n" for line in lines]
        return self._send(lines, "text/event-stream" if body.get("stream") else "application/json")

    def _embeddings(self, body):
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        vectors = [[float(x) for x in vector] for vector in self.service.embed(texts)]
        if self.path == "/api/embed":
            return json.dumps({"model": body["model"], "embeddings": vectors})
        data = [{"object": "embedding", "index": n, "embedding": vector} for n, vector in enumerate(vectors)]
        usage = {"prompt_tokens": 0, "total_tokens": 0}
        return json.dumps({"object": "list", "model": body["model"], "data": data, "usage": usage})

    def _send(self, lines, kind="application/json"):
        data = "".join(line + "\n" for line in lines).encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def pieces(text):
    """Return the text in pieces of PIECE characters."""
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]


def anthropic(text, stream, model):
    """Return the parts of a Messages reply: one object, or the events of a stream."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "usage": usage}
    end = {"stop_reason": "end_turn", "stop_sequence": None}
    if not stream:
        return [message | end | {"content": [{"type": "text", "text": text}]}]
    return [
        {"type": "message_start", "message": message | {"content": [], "stop_reason": None, "stop_sequence": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
            for piece in pieces(text)
        ),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]


def openai(text, stream, model):
    """Return the parts of a chat completion: one object, or the chunks of a stream."""
    head = {"id": "chat-1", "created": 0, "model": model}
    if not stream:
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        return [head | {"object": "chat.completion", "choices": [choice]}]
    choices = [{"index": 0, "delta": {"content": piece}, "finish_reason": None} for piece in pieces(text)]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})
    return [head | {"object": "chat.completion.chunk", "choices": [choice]} for choice in choices]


def ollama(text, stream, model):
    """Return the parts of a chat reply: one object, or one for each piece."""
    end = {"done": True, "done_reason": "stop"}
    parts = [{"message": {"role": "assistant", "content": piece}, "done": False} for piece in pieces(text)]
    if not stream:
        return [{"model": model, "message": {"role": "assistant", "content": text}} | end]
    return [{"model": model} | part for part in [*parts, {"message": {"role": "assistant", "content": ""}} | end]]
