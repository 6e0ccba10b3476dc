"""The standing order on the page of a match: chosen roll by roll or written, shown, withdrawn."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.models import Match, Order, Seat
from games.services.match import public_ids
from tests.games.test_dice import play_on
from tests.markup import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(alice: Any, bob: Any, start: Any) -> tuple[Any, Any, Any]:
    """Return a match, whoever waits in it, and whoever is to move."""
    bob.language = "en"
    bob.save()
    now = timezone.now()
    match = start(alice, bob, ruleset="mensch", now=now)
    play_on(match, now, 60)
    seats = list(Seat.objects.filter(match=match).select_related("player"))
    idle = next(seat.player for seat in seats if not seat.awaited)
    return match, idle, next(seat.player for seat in seats if seat.awaited)


def give(client: Any, match: Any, **sent: str) -> Any:
    """Send the form of orders for the position as it stands."""
    seen = str(Match.objects.get(pk=match.pk).ply_count)
    return client.post(f"{match.get_absolute_url()}orders/", {"seen": seen, **sent})


def test_an_order_is_chosen_roll_by_roll(waiting: Any, client_for: Any) -> None:
    match, idle, _mover = waiting
    client = client_for(idle)
    page = text_of(client.get(match.get_absolute_url()))
    assert "Choose roll by roll" in page
    assert page.count('<div class="standing__row">') == 7
    sent = give(client, match, standing="1", roll_6="e hit front", roll_3="hold", roll_0="rear")
    assert sent.status_code == 303
    assert Order.objects.get().text == "6: e hit front; 3: hold; *: rear"
    page = text_of(client.get(match.get_absolute_url()))
    assert "<code>6: e hit front; 3: hold; *: rear</code>" in page
    assert "With a 6: bring a pawn in, else capture, else move the pawn in front." in page
    assert "With any other roll: move the last pawn." in page
    assert '<option value="e hit front" selected>' in page


def test_what_was_written_otherwise_can_be_kept_in_the_form(waiting: Any, client_for: Any) -> None:
    match, idle, _mover = waiting
    client = client_for(idle)
    give(client, match, text="6: safe 17; *: rear")
    page = text_of(client.get(match.get_absolute_url()))
    words = "move where it is safest, else move from 17"
    assert f'<option value="safe 17" selected>{words}</option>' in page


def test_one_button_plays_on(waiting: Any, client_for: Any) -> None:
    match, _idle, mover = waiting
    client = client_for(mover)
    assert 'value="*: hit home front"' in text_of(client.get(match.get_absolute_url()))
    give(client, match, text="*: hit home front")
    page = text_of(client.get(match.get_absolute_url()))
    assert "Played right away: " in page
    assert "(by standing order)" in page


@pytest.mark.long
def test_a_mistake_is_told_and_what_was_written_stays(waiting: Any, client_for: Any) -> None:
    match, idle, _mover = waiting
    client = client_for(idle)
    for sent, told in (
        ({"text": "6: run"}, "“run” is not an action"),
        ({"text": "6: e; 6: hit"}, "is already named"),
        ({"standing": "1"}, "Choose an action for at least one roll."),
    ):
        answer = give(client, match, **sent)
        assert answer.status_code == 422
        assert told in text_of(answer)
    assert 'value="6: run"' in text_of(give(client, match, text="6: run"))
    assert not Order.objects.exists()


@pytest.mark.long
def test_nobody_else_sees_it_and_its_owner_takes_it_back(waiting: Any, client_for: Any) -> None:
    match, idle, mover = waiting
    client = client_for(idle)
    give(client, match, text="6: hold; *: rear")
    for other in (client_for(mover), client_for()):
        assert "6: hold" not in text_of(other.get(match.get_absolute_url()))
    number = str(public_ids.public_id(Order.objects.get().pk, "order"))
    give(client_for(mover), match, action="withdraw", order=number)
    assert Order.objects.get().state == "open"
    give(client, match, action="withdraw", order=number)
    assert Order.objects.get().state == "withdrawn"
    assert "Choose roll by roll" in text_of(client.get(match.get_absolute_url()))
