"""NUL in an address: no page, never an error."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/ratings/?name=%00", "/lobby/?ruleset=a%00b", "/rules/a%00/"])
def test_an_address_with_nul_leads_nowhere(client: Any, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["X-Request-ID"], "and is logged as every request"


def test_programs_are_told_which_field_makes_no_sense(client: Any) -> None:
    answer = client.get("/api/v1/players/?q=%00")
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"


def test_text_after_a_percent_sign_is_no_nul(client: Any) -> None:
    assert client.get("/ratings/?name=100%25+00").status_code == 200
