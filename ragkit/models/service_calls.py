"""How a service is asked: its library's client, the key, errors told plainly, patience. For the files beside it."""

import os
import time
from contextlib import contextmanager

from ..extras import need

LIBRARIES = {"anthropic", "openai", "ollama", "httpx", "httpx2", "httpcore", "pydantic_core", "json"}
REMEDIES = {
    400: "read what the service says and change the argument it names",
    401: "the key was refused: check the environment variable that holds it",
    403: "the key may not do this: check its rights",
    404: "check the model's name and base_url",
    413: "the prompt is too long: retrieve fewer or shorter chunks",
    429: "too many requests, or no credit left: wait, or raise retries",
}


class ServiceError(RuntimeError):
    """A service could not be asked. `status` is the HTTP status, None where there was no reply at all."""

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status


class CutOffError(ServiceError):
    """The reply is not whole: it reached `max_tokens` or broke off. Half an answer can say the opposite of a whole."""


def anthropic_client(base_url, key_variable, timeout, retries):
    """Return the library's client, and a function that makes the context in which its errors are told plainly."""
    anthropic = need("anthropic", "services")
    key = read_key(key_variable, "ANTHROPIC_API_KEY", base_url)
    client = anthropic.Anthropic(api_key=key, base_url=base_url, timeout=timeout, max_retries=retries)
    return client, lambda: plain_errors("Anthropic", key)


def openai_client(base_url, key_variable, timeout, retries):
    """As `anthropic_client`, for OpenAI and servers like it."""
    openai = need("openai", "services")
    key = read_key(key_variable, "OPENAI_API_KEY", base_url)
    client = openai.OpenAI(api_key=key, base_url=base_url, timeout=timeout, max_retries=retries)
    return client, lambda: plain_errors("OpenAI" if base_url is None else f"the server at {base_url}", key)


def ollama_client(base_url, timeout):
    """As `anthropic_client`, for Ollama, which takes no key; its library does not retry: see `patiently`."""
    client = need("ollama", "services").Client(host=base_url, timeout=timeout)
    return client, lambda: plain_errors("Ollama", "")


def read_key(variable, usual, base_url):
    """Return the key from the environment. A server of one's own gets one only if its variable is named."""
    if base_url is not None and variable is None:
        return "no-key"
    key = os.environ.get(variable or usual, "").strip()
    if not key:
        raise ServiceError(
            f"no key: set the environment variable {variable or usual}, or pass key_variable=... or base_url=..."
        )
    return key


@contextmanager
def plain_errors(service, key):
    """Turn the errors of three libraries, known by the module they come from, into ServiceError with a remedy."""
    try:
        yield
    except Exception as error:
        theirs = type(error).__module__.split(".")[0] in LIBRARIES
        # ConnectionError is how Ollama's library, AssertionError how Anthropic's (an empty stream) says it.
        if not theirs and not isinstance(error, (ConnectionError, AssertionError)):
            raise
        status, kind = getattr(error, "status_code", None), type(error).__name__
        if "Timeout" in kind:
            remedy = "no reply in time: raise timeout, or check that the service runs"
        elif status is None:
            remedy = "check base_url, and that the service runs"
        else:
            remedy = REMEDIES.get(status, "the service failed: try again later")
        said = str(error).replace(key, "…") if key else str(error)
        raise ServiceError(f"{service}: {remedy} ({kind}: {said[:300]})", status) from None


def a_reply(reply, field):
    """Return the reply, or raise ServiceError where it is something else, such as a proxy's page."""
    if getattr(reply, field, None) is None:
        raise ServiceError(f"what came back is not a reply of this service, it has no {field!r}: check base_url")
    return reply


def patiently(call, retries):
    """Return `call()`, tried again after errors that pass by themselves, as the other two libraries do on their own."""
    for attempt in range(retries + 1):
        try:
            return call()
        except Exception as error:
            status = getattr(error, "status_code", 0) or 0
            passing = isinstance(error, ConnectionError) or "Timeout" in type(error).__name__
            if attempt == retries or not (passing or status in (408, 429) or status >= 500):
                raise
            time.sleep(min(8, 0.5 * 2**attempt))
