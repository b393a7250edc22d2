"""Access tokens by OAuth 2.0 client credentials, used again until shortly before they expire."""

import json
import threading
import time
import urllib.parse
from typing import Callable, Optional

from .problem import TokenError
from .transport import Answer, Request

#: Seconds before its end in which a token is no longer used.
MARGIN = 30.0


class TokenSource:
    def __init__(self, url: str, form: dict, send: Callable[[Request], Answer]) -> None:
        self._url, self._form, self._send = url, form, send
        self._lock = threading.Lock()
        self._token: Optional[str] = None
        self._expires_at = 0.0

    def get(self) -> str:
        """The current token, or a new one. Concurrent callers wait for one request."""
        with self._lock:
            if self._token is None or time.monotonic() > self._expires_at - MARGIN:
                self._issue()
            assert self._token is not None
            return self._token

    def forget(self, token: str) -> None:
        """Drops a token that was refused; one that came meanwhile is kept."""
        with self._lock:
            if self._token == token:
                self._token = None

    def _issue(self) -> None:
        body = urllib.parse.urlencode(self._form).encode()
        headers = {"content-type": "application/x-www-form-urlencoded"}
        answer = self._send(Request("POST", self._url, headers, body))
        try:
            document = json.loads(answer.body)
        except ValueError:
            document = {}
        if answer.status != 200:
            error = document.get("error", f"status {answer.status}")
            raise TokenError(error, document.get("error_description", ""))
        self._token = document["access_token"]
        self._expires_at = time.monotonic() + float(document.get("expires_in", 900))
