"""Answering a challenge by the signed link in its e-mail, without a login."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import signing
from django.utils import timezone

from games import clocks
from games.models import Challenge, Match
from games.services.challenges import answer_links, challenges
from games.services.challenges.challenges import Offer
from games.services.play.terms import Terms
from notifications.models import Message
from tests.markup import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(alice: Any, bob: Any, settings: Any) -> tuple[Challenge, str]:
    """Return a challenge of Alice to Bob, and the path of the link in its e-mail."""
    terms = Terms.checked(
        "traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False, private=False, seats=2
    )
    made = challenges.issue_challenge(alice, terms, Offer(opponent=bob), now=timezone.now())
    url = Message.objects.get(kind="invitation").context["answer_url"]
    assert url.startswith(settings.SITE_URL)
    return made, url.removeprefix(settings.SITE_URL)


@pytest.mark.parametrize(("action", "state"), [("accept", "accepted"), ("decline", "declined")])
def test_the_link_answers_once(client: Any, asked: Any, action: str, state: str) -> None:
    made, path = asked
    assert "Alice" in text_of(client.get(path))
    made.refresh_from_db()
    assert made.state == "open"
    assert client.post(path, {"action": action}).status_code == 200
    made.refresh_from_db()
    assert made.state == state
    assert Match.objects.exists() is (action == "accept")
    again = client.post(path, {"action": "accept"})
    assert again.status_code == (200 if action == "accept" else 409), "told the same again"
    assert Match.objects.count() == (action == "accept")
    assert "_auth_user_id" not in client.session


def test_whoever_declines_by_the_link_may_say_why(client: Any, asked: Any) -> None:
    made, path = asked
    assert 'value="pace"' in text_of(client.get(path))
    client.post(path, {"action": "decline", "reason": "pace"})
    made.refresh_from_db()
    assert made.reason == "pace"
    assert client.post(path, {"action": "decline", "reason": "?"}).status_code == 409


def test_who_is_logged_in_goes_on_to_the_match(
    asked: Any, alice: Any, bob: Any, client_for: Any
) -> None:
    _, path = asked
    answered = client_for(bob).post(path, {"action": "accept"})
    assert answered.headers["Location"] == Match.objects.get().get_absolute_url()


def test_who_is_logged_in_as_somebody_else_stays(asked: Any, alice: Any, client_for: Any) -> None:
    _, path = asked
    page = client_for(alice).post(path, {"action": "accept"})
    assert page.status_code == 200
    assert f'href="{Match.objects.get().get_absolute_url()}"' in page.content.decode()


def test_a_link_of_nobody_asked_is_dead(client: Any, asked: Any, carol: Any, bob: Any) -> None:
    made, path = asked
    for parts in ([made.pk, carol.pk], [999_999, bob.pk], "x", [made.pk]):
        token = signing.dumps(parts, salt=answer_links.SALT)
        assert client.get(f"/challenges/answer/{token}/").status_code == 404
    assert client.post(path.replace("answer/", "answer/x"), {"action": "accept"}).status_code == 404
    bob.user.is_active = False
    bob.user.save()
    assert client.post(path, {"action": "accept"}).status_code == 404
    assert not Match.objects.exists()
