"""Orders and moves that cross each other: an order is carried out or withdrawn, never both."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from games.models import Match, Order, Ply
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.match import public_ids
from games.services.play import commands, orders
from tests.threads import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
HOUR = timedelta(hours=1)
TABLES = 8


def write(match, player, text, now, seen=0):
    return commands.save_orders(match.pk, player, text, commands.Submission(seen, now, "page"))


def test_an_order_withdrawn_while_the_move_comes_is_one_or_the_other(alice, bob, start, play, noon):
    matches = [start(alice, bob) for _ in range(TABLES)]
    for match in matches:
        (order,) = write(match, bob, "if b2 then a1", noon).kept
        number = public_ids.public_id(order.pk, "order")
        withdraw = partial(orders.withdraw_order, match.pk, bob, number, now=noon)
        answers = at_once([partial(play, match, "b2", noon + HOUR), withdraw])
        order.refresh_from_db()
        played = [ply.text for ply in Ply.objects.filter(match=match)]
        refused = [each.code for each in answers if isinstance(each, Refused)]
        outcome = (order.state, played, refused)
        assert outcome in (
            ("executed", ["b2", "a1"], ["order_closed"]),
            ("withdrawn", ["b2"], []),
        )
    assert list(replay_matches(Match.objects.all())) == []


def test_an_order_written_while_the_move_comes_waits_for_it_or_is_stale(
    alice, bob, start, play, noon
):
    for match in [start(alice, bob) for _ in range(TABLES)]:
        answers = at_once(
            [
                partial(play, match, "b2", noon + HOUR),
                partial(write, match, bob, "if b2 then a1", noon),
            ]
        )
        refused = [each.code for each in answers if isinstance(each, Refused)]
        played = [ply.text for ply in Ply.objects.filter(match=match)]
        kept = Order.objects.filter(match=match, state="executed").count()
        assert (played, refused, kept) in ((["b2", "a1"], [], 1), (["b2"], ["stale"], 0))


def test_the_same_order_written_twice_at_once_is_kept_once(alice, bob, start, noon):
    match = start(alice, bob)
    at_once([partial(write, match, bob, "if b2 then a1", noon) for _ in range(3)])
    assert Order.objects.open().filter(match=match).count() == 1
