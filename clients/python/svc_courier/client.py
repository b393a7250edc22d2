"""The client: credentials, one method per operation, pages of lists."""

import json
import urllib.parse
import uuid
from typing import Any, Callable, Dict, Iterator, Optional, Union

from .operations import Operations
from .problem import Problem
from .tokens import TokenSource
from .transport import Answer, Request, parsed, refuse_cleartext, send_once, with_retries

Body = Union[Dict[str, Any], bytes, None]


class Client(Operations):
    """Raises `Problem` for what the API refuses, `TokenError` for credentials, `OSError` for the network.

    base_url: address of the API with its version, e.g. `https://api.example.com/v1`.
    client_id, client_secret: client credentials, on live; auth_url where tokens come from elsewhere.
    api_key, session: the published key of the sandbox and a name of your own for your data.
    timeout: seconds of one attempt; retries: attempts after the first.
    """

    def __init__(
        self,
        base_url: str,
        *,
        client_id: Optional[str] = None,
        client_secret: Optional[str] = None,
        scope: Optional[str] = None,
        auth_url: Optional[str] = None,
        api_key: Optional[str] = None,
        session: Optional[str] = None,
        timeout: float = 30.0,
        retries: int = 6,
        retry_delay: float = 0.25,
    ) -> None:
        refuse_cleartext(base_url, auth_url or base_url)
        self._base_url = base_url.rstrip("/")
        self._timeout, self._retries, self._delay = timeout, retries, retry_delay
        self._headers: Dict[str, str] = {}
        self._tokens: Optional[TokenSource] = None
        if api_key is not None:
            self._headers["x-api-key"] = api_key
            if session is not None:
                self._headers["svc-sandbox-session"] = session
        else:
            form = {"grant_type": "client_credentials"}
            form.update(client_id=client_id or "", client_secret=client_secret or "")
            if scope is not None:
                form["scope"] = scope
            url = urllib.parse.urljoin(auth_url or base_url, "/oauth/token")
            self._tokens = TokenSource(url, form, self._send_with_retries)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Dict[str, Any]] = None,
        body: Body = None,
        content_type: Optional[str] = None,
        headers: Optional[Dict[str, str]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Any request; the methods of the operations call it. Paths begin below the version."""
        url = self._base_url + path + _query(query)
        sent = {**self._headers, **(headers or {})}
        if method != "GET":
            sent["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data = body if isinstance(body, bytes) else None
        if body is not None and data is None:
            data = json.dumps(body).encode()
        if data is not None:
            sent["content-type"] = content_type or "application/json"
        wire = Request(method, url, sent, data)
        answer = with_retries(lambda: self._authorized(wire), self._retries, self._delay)
        value = parsed(answer)
        if answer.status < 300:
            return value
        if isinstance(value, dict) and "code" in value:
            raise Problem(value, f"{method} {path}")
        raise OSError(f"{method} {path} answers {answer.status}")

    def each(
        self, operation: Callable[..., Any], *args: str, query: Optional[Dict[str, Any]] = None
    ) -> Iterator[Dict[str, Any]]:
        """All items of a list, page after page; the next page is asked for when it is needed."""
        asked = dict(query or {})
        while True:
            page = operation(*args, query=asked)
            yield from page["data"]
            if not page.get("has_more") or not page["data"]:
                return
            asked["starting_after"] = page["data"][-1]["id"]

    def _authorized(self, request: Request) -> Answer:
        """With the current token, and once more with a new one where that was refused."""
        if self._tokens is None:
            return send_once(request, self._timeout)
        token = self._tokens.get()
        answer = send_once(_bearing(request, token), self._timeout)
        if answer.status != 401:
            return answer
        self._tokens.forget(token)
        return send_once(_bearing(request, self._tokens.get()), self._timeout)

    def _send_with_retries(self, request: Request) -> Answer:
        return with_retries(
            lambda: send_once(request, self._timeout), self._retries, self._delay
        )


def _bearing(request: Request, token: str) -> Request:
    return request._replace(headers={**request.headers, "authorization": f"Bearer {token}"})


def _query(query: Optional[Dict[str, Any]]) -> str:
    given = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in (query or {}).items()
        if value is not None
    }
    return "?" + urllib.parse.urlencode(given) if given else ""
