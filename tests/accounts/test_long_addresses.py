"""An address longer than its column is refused with a sentence, wherever one is typed."""

from __future__ import annotations

import pytest
from django.urls import reverse

from notifications.models import Message
from tests.markup import text_of

pytestmark = pytest.mark.django_db
LONG = (f"{'a' * 300}@example.org", f"a@{'.'.join([letter * 60 for letter in 'bcdef'])}.org")


@pytest.mark.parametrize("address", LONG)
@pytest.mark.parametrize("page", ["account_reset_password", "account_login", "account_signup"])
def test_visitors(client, page, address):
    given = {"email": address, "login": address, "password": "x", "name": "Dora"}
    answer = client.post(reverse(page), given)
    assert (answer.status_code, Message.objects.count()) == (200, 0)
    if page == "account_reset_password":
        assert "at most 254 characters" in text_of(answer)


@pytest.mark.parametrize("address", LONG)
def test_whoever_changes_theirs(client_for, alice, address):
    sent = Message.objects.count()
    answer = client_for(alice).post(
        reverse("account_email"), {"email": address, "action_add": "1"}, follow=True
    )
    assert (answer.status_code, Message.objects.count()) == (200, sent)
