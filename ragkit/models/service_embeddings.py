"""Embedding models behind a network service, each as a function list[str] → list of vectors for `FunctionEmbedder`."""

from .service_calls import ServiceError, a_reply, ollama_client, openai_client, patiently


def openai_embeddings(model, *, batch=64, base_url=None, key_variable=None, timeout=60, retries=2, **more):
    """A function list[str] → list of vectors on OpenAI's embeddings, or on a server that speaks them (`base_url`).

    Texts go out `batch` at a time. `more` goes into the request (dimensions=256). A key is read from `key_variable`, or
    OPENAI_API_KEY; with a `base_url` of your own none is sent unless `key_variable` names one. Raises ServiceError.
    """
    client, guard = openai_client(base_url, key_variable, timeout, retries)

    def ask(texts):
        # Asked for plain numbers, since not every server knows the library's usual base64.
        reply = client.embeddings.create(model=model, input=texts, encoding_format="float", **more)
        return [item.embedding for item in sorted(a_reply(reply, "data").data, key=lambda item: item.index)]

    return in_batches(ask, batch, guard)


def ollama_embeddings(model, *, batch=64, base_url=None, timeout=60, retries=2, **more):
    """As `openai_embeddings`, on Ollama; `more` goes into the request (truncate=False)."""
    client, guard = ollama_client(base_url, timeout)
    return in_batches(
        lambda texts: patiently(lambda: client.embed(model, texts, **more).embeddings, retries), batch, guard
    )


def in_batches(ask, batch, guard):
    """Return a function that sends texts `batch` at a time and puts the vectors together.

    Blank texts are not sent, since services refuse them: their vectors are zero, and a zero vector matches nothing.
    """
    if batch < 1:
        raise ValueError(f"batch must be at least 1, got {batch}: 64 is usual")

    def embed(texts):
        filled = [number for number, text in enumerate(texts) if text.strip()]
        vectors = [None] * len(texts)
        for start in range(0, len(filled), batch):
            numbers = filled[start : start + batch]
            with guard():
                part = ask([texts[number] for number in numbers])
            if len(part) != len(numbers):
                raise ServiceError(f"the service sent {len(part)} vectors for {len(numbers)} texts: lower batch")
            for number, vector in zip(numbers, part, strict=True):
                vectors[number] = list(vector)
        if texts and not filled:
            raise ValueError("every text is blank: there is nothing to embed, and no vector to learn the length from")
        width = len(vectors[filled[0]]) if filled else 0
        return [[0.0] * width if vector is None else vector for vector in vectors]

    return embed
