"""The names that a desk goes by: a request for another name comes from a page elsewhere that was led here."""

import ipaddress
import re
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.types import Scope

_HEADER = re.compile(
    r"(\[[0-9A-Fa-f:.]+\]|[^\s:@/\[\]]+)(:\d*)?"
)  # a name or an address, and perhaps a port
LOCAL = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")


class HostNames:
    """The host that is listened on, this machine's own names, and others that were allowed."""

    def __init__(self, listening: str = "127.0.0.1", allowed: Iterable[str] = ()) -> None:
        self._names = {_plain(each) for each in (*LOCAL, listening, *allowed)}
        self._by_number = (
            listening in EVERYWHERE
        )  # who listens everywhere is reached under every address it has

    def allows(self, header: str, more: Iterable[str] = ()) -> bool:
        """Whether a Host header names this desk; `more` are names from the office file."""
        if not _HEADER.fullmatch(header.strip()):
            return False
        name = host_of(header)
        return (
            name in self._names
            or name in map(_plain, more)
            or (self._by_number and _is_address(name))
        )


def host_of(header: str) -> str:
    """A Host header without its port."""
    if header.startswith("["):
        return _plain(header.partition("]")[0])
    return _plain(header.partition(":")[0])


def is_part_of_another_site(scope: Scope) -> bool:
    """Whether a page elsewhere asks, for a picture, a frame or by a script, and not a person who follows a link.

    Every browser of today says so in headers that a page cannot change; a program sends none of them.
    """
    headers = Headers(scope=scope)
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    follows_link = (
        headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    )
    return not (follows_link and scope["method"] in ("GET", "HEAD"))


def _plain(name: str) -> str:
    return name.strip().strip("[]").rstrip(".").lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
