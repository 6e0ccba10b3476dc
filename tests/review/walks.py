"""A walk over all addresses but those of the admin: what one viewer is answered at each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.review.addresses import Places, filled, routes
from tests.sampling import at_length

OF_A_ROW = re.compile(r".*<\w+:(pk|key)>/$")
FOR_PROGRAMS = ("/api/", "/metrics", "/healthz")
UNWELL = "/healthz"  # 503 while planted e-mails wait


@dataclass(frozen=True)
class Answer:
    """What is kept of an answer."""

    address: str
    status_code: int
    headers: Any
    cookies: Any
    content: bytes

    @property
    def said(self) -> str:
        """Return the headers and the text."""
        headers = " ".join(f"{name}: {value}" for name, value in self.headers.items())
        return f"{headers}\n{self.content.decode(errors='replace')}"


def is_wrong(answer: Any, address: str) -> bool:
    """Tell whether an answer is an error, or refuses a reader's method and says no more."""
    bare = answer.status_code == 405 and not address.startswith(FOR_PROGRAMS)
    return bare or (answer.status_code >= 500 and address != UNWELL)


def every_address(places: Places) -> list[str]:
    """Return all addresses; of those of the admin the first.

    The default run opens the page of each row, and every page below it for one of the rows in turn.
    """
    walked = [route for route in routes() if not route.startswith("admin/")]
    assert len(walked) > 150
    found = ["/admin/"]
    for number, route in enumerate(walked):
        own = filled(route, places)
        if own and not at_length() and not OF_A_ROW.fullmatch(route):
            own = [own[number % len(own)]]
        found += own
    return found


def answers_at(browser: Any, addresses: Iterable[str]) -> Iterator[Answer]:
    """Open the addresses one after the other."""
    for address in addresses:
        answer = browser.get(address)
        told = b"".join(answer.streaming_content) if answer.streaming else answer.content
        yield Answer(address, answer.status_code, answer.headers, answer.cookies, told)
