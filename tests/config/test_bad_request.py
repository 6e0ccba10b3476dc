"""What is larger than the site reads is answered by one of its pages, whoever sends it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from tests.markup import text_of

pytestmark = pytest.mark.django_db
TOO_LARGE = {"pgn": "1. e4 e5 " * 310_000}
TOO_MANY = {f"field{number}": "x" for number in range(1001)}


@pytest.mark.parametrize("form", [TOO_LARGE, TOO_MANY], ids=["too large", "too many fields"])
@pytest.mark.parametrize("path", ["/study/", "/tournaments/report-file/", "/account/login/"])
@pytest.mark.parametrize("who", ["visitor", "guest", "member"])
def test_too_much_at_once_is_refused_by_a_page(
    client_for: Any, alice: Any, noon: Any, who: str, path: str, form: dict[str, str]
) -> None:
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    reader = {"visitor": None, "guest": guest, "member": alice}[who]
    client = client_for(reader, enforce_csrf_checks=True)
    client.get("/account/login/" if reader is None else "/study/")
    token = client.cookies["csrftoken"].value
    answer = client.post(path, {"csrfmiddlewaretoken": token, **form})
    assert answer.status_code == 413
    assert "Nothing was saved." in text_of(answer)
