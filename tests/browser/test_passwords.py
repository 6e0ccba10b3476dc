"""A new password is told how strong it is while it is written."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_hint_follows_what_is_written(page: Any) -> None:
    page.goto("/account/signup/")
    for password, begins in (
        ("short", "Too short"),
        ("aaaaaaaaaaaaaaaa", "Weak"),
        ("1234567890123456", "Weak"),
        ("ampelpost2026", "Weak"),
        ("correct horse", "Fair"),
        ("Tr4in. of. seven lamps!", "Strong"),
        ("", ""),
    ):
        page.fill("#id_password1", password)
        told = page.locator("#id_password1 + p[role=status]").inner_text()
        assert told.startswith(begins), (password, told)
        assert bool(told) is bool(password)
