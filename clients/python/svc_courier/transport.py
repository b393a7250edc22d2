"""HTTP requests with retries. A change has one Idempotency-Key on all of its attempts.

Transient outcomes are 408, 429, 500, 502, 503, 504, a request with the same key that still runs,
and a connection or an answer that broke off.
"""

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Callable, Dict, NamedTuple, Optional

TRANSIENT = {408, 429, 500, 502, 503, 504}
#: Seconds. A call does not wait longer than this for its next attempt.
WAIT_MAX = 65.0


class Answer(NamedTuple):
    status: int
    headers: Dict[str, str]
    body: bytes


class Request(NamedTuple):
    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]


def refuse_cleartext(*addresses: str) -> None:
    """Credentials go over TLS, or to this machine."""
    for parts in map(urllib.parse.urlsplit, addresses):
        is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
        if parts.scheme != "https" and not is_here:
            raise ValueError(f"Credentials would be readable on the way to {parts.netloc}: use https.")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args, **_kwargs):  # type: ignore[no-untyped-def]
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def send_once(request: Request, timeout: float) -> Answer:
    """One attempt; the answer is read whole. Raises OSError where there is none."""
    wire = urllib.request.Request(
        request.url, data=request.body, headers=request.headers, method=request.method
    )
    try:
        with _opener.open(wire, timeout=timeout) as response:
            return _answer(response)
    except urllib.error.HTTPError as error:
        with error:
            return _answer(error)


def _answer(response) -> Answer:  # type: ignore[no-untyped-def]
    headers = {name.lower(): value for name, value in response.headers.items()}
    try:
        return Answer(response.status, headers, response.read())
    except http.client.HTTPException as error:
        raise ConnectionError("The answer broke off.") from error


def wait_before(attempt: int, answer: Optional[Answer], delay: float) -> Optional[float]:
    """Seconds until the next attempt; None where another one would end the same."""
    if answer is not None and not _is_transient(answer):
        return None
    told = answer.headers.get("retry-after", "") if answer is not None else ""
    seconds = float(told) if told.isdigit() else delay * 2**attempt
    # Callers that were refused together should not come back together.
    return seconds * (1 + random.random() / 4) if seconds <= WAIT_MAX else None


def _is_transient(answer: Answer) -> bool:
    if answer.status in TRANSIENT:
        return True
    return answer.status == 409 and b'"idempotency_in_progress"' in answer.body


def with_retries(attempt_once: Callable[[], Answer], retries: int, delay: float) -> Answer:
    """The first answer that is not transient, or the outcome of the last attempt."""
    for attempt in range(retries + 1):
        answer, failure = None, None
        try:
            answer = attempt_once()
        except (OSError, http.client.HTTPException) as error:
            failure = error
        seconds = wait_before(attempt, answer, delay)
        if seconds is None or attempt == retries:
            break
        time.sleep(seconds)
    if answer is None:
        assert failure is not None
        raise failure
    return answer


def parsed(answer: Answer):  # type: ignore[no-untyped-def]
    """JSON as objects, text as str, anything else as bytes."""
    kind = answer.headers.get("content-type", "")
    if "json" in kind and answer.body:
        return json.loads(answer.body)
    if kind.startswith("text/"):
        return answer.body.decode()
    return answer.body or None
