"""Errors that the API answers."""

from typing import Any, Dict, List


class Problem(Exception):
    """The API refused a request. `code` is stable; treat one that you do not know by `status`."""

    def __init__(self, document: Dict[str, Any], request: str) -> None:
        self.document = document
        self.code: str = document["code"]
        self.status: int = document.get("status", 0)
        #: Quote it to support.
        self.request_id: str = document.get("request_id", "")
        #: Every fault of the request, each with a JSON pointer.
        self.items: List[Dict[str, Any]] = document.get("errors", [])
        detail = document.get("detail", "")
        super().__init__(f"{self.code}: {detail} ({request}, request {self.request_id})")


class TokenError(Exception):
    """The token endpoint refused the credentials, in the words of RFC 6749."""

    def __init__(self, error: str, description: str = "") -> None:
        self.error = error
        super().__init__(f"The token endpoint refused: {error}. {description}".strip())
