"""One confirmed address has one owner, whoever else has asked for it."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import all_emails
from tests.accounts.factor import logged_in, prove
from tests.threads import at_once

SHARED = "shared@example.org"


def wants_the_shared_address(player: Any) -> Client:
    """Let somebody ask for the address; a link goes there."""
    cache.clear()  # so many links to one address are limited
    browser = logged_in(player)
    prove(browser)
    browser.post("/account/email/", {"action_add": "", "email": SHARED})
    return browser


def links() -> list[str]:
    """Return the links that confirm an address."""
    return re.findall(r"https?://[^/\s]+(/account/confirm-email/[^\s<>]+)", all_emails())


@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_one_address_at_once_one_gets_it(person: Any) -> None:
    for name in ("Ann", "Ben"):
        wants_the_shared_address(person(name))

    def confirm(link: str) -> int:
        return Client(raise_request_exception=False).post(link).status_code

    assert at_once([partial(confirm, link) for link in links()]) == [302, 302]
    assert User.objects.filter(email=SHARED).count() == 1
    assert EmailAddress.objects.filter(email=SHARED, verified=True, primary=True).count() == 1
    assert EmailAddress.objects.filter(verified=True).count() == 2


@pytest.mark.django_db
def test_an_address_that_waits_at_another_login_is_not_confirmed(
    alice: Any, dora: dict[str, Any], client_for: Any
) -> None:
    Client().post("/account/signup/", dora | {"email": SHARED})
    asked = EmailAddress.objects.create(user=alice.user, email=SHARED)  # in the same moment
    browser = client_for(alice)
    path = reverse("account_confirm_email", args=[EmailConfirmationHMAC(asked).key])
    answer = browser.post(path, follow=True)
    assert answer.status_code == 200
    assert f"The address {SHARED} already belongs to another account." in answer.content.decode()
    alice.user.refresh_from_db()
    asked.refresh_from_db()
    assert (alice.user.email, asked.verified) == ("alice@example.org", False)
