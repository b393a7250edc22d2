"""Client of the healthcare courier logistics API."""

from .client import Client
from .problem import Problem, TokenError

__all__ = ["Client", "Problem", "TokenError"]
