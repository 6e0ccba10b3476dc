"""Nobody but its owner learns of an order before it is carried out, by page, e-mail or API."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.services.play import commands
from notifications.models import Message
from tests.api.conftest import api
from tests.emails import composed
from tests.sampling import sampled

__all__ = ["api"]
pytestmark = pytest.mark.django_db
SECRET = "if b2 then a1 if c3 then a3"
VOLATILE = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|\d+:\d\d(?::\d\d)?'
)


@pytest.fixture
def match(alice, bob, start):
    """Return a match in which it is Alice's turn."""
    return start(alice, bob, now=timezone.now())


@pytest.fixture
def everything_seen(match, alice, carol, client_for, api, names):
    """Return what everybody but Bob sees of the match, by reader and address."""
    operator = User.objects.create_superuser("operator@example.org", "correct horse")
    operators = client_for()
    operators.force_login(operator)
    readers = {"alice": client_for(alice), "carol": client_for(carol), "nobody": client_for()}
    readers["operator"] = operators
    pages = ["", "?move=b2", "ledger.txt", "lots/", "resign/", "version/?v=1-r"]
    places = [
        *(f"/matches/{match.pk}/{page}" for page in pages),
        *("/", "/matches/", "/lobby/", f"/players/{match.seats.get(number=1).player_id}/"),
        *(f"/admin/games/{name}/{match.pk}/change/" for name in ("match",)),
    ]
    programs = {"alice": api(alice), "carol": api(carol), "nobody": api()}
    paths = ["", "plies/", "at/0/", "board.svg", "orders/", "notes/"]

    readers = {who: each for who, each in readers.items() if who in names}
    programs = {who: each for who, each in programs.items() if who in names}

    def seen():
        found: dict[tuple[str, ...], Any] = {}
        for who, client in readers.items():
            for place in places:
                answer = client.get(place)
                said = VOLATILE.sub("", answer.content.decode())
                found[who, place] = (answer.status_code, said)
        for who, caller in programs.items():
            for path in paths:
                answer = caller.get(f"matches/{match.pk}/{path}")
                found[who, "api", path] = (answer.status, answer.content)
        return found

    return seen


@pytest.mark.parametrize("names", sampled([["alice"], ["carol", "nobody", "operator"]], 1))
def test_orders_change_nothing_for_anybody_else(match, bob, everything_seen, names):
    everything_seen()  # warms what is kept between requests
    before = everything_seen()
    written = commands.Submission(0, timezone.now(), "page")
    done = commands.save_orders(match.pk, bob, SECRET, written)
    assert len(done.kept) == 2
    after = everything_seen()
    assert [key for key in before if before[key] != after[key]] == []


def test_others_cannot_ask_for_them_or_take_them_back(match, alice, bob, carol, api, client_for):
    written = commands.Submission(0, timezone.now(), "page")
    first, _second = commands.save_orders(match.pk, bob, SECRET, written).kept
    path = f"matches/{match.pk}/orders/"
    assert api(alice).get(path).json == []
    assert api(carol).get(path).brief == (403, "not_your_match")
    assert api().get(path).status == 401
    for player in (alice, carol):
        withdraw = api(player).post(f"{path}{first.pk}/withdraw/")
        assert withdraw.code in ("no_such_order", "not_your_match")
        place = {"action": "withdraw", "order": first.pk}
        page = client_for(player).post(f"/matches/{match.pk}/orders/", place)
        assert page.status_code in (403, 404)
    first.refresh_from_db()
    assert first.state == "open"


def test_what_still_waits_is_in_no_email_and_on_no_page_of_the_other(
    match, alice, bob, carol, play, client_for, api
):
    written = commands.Submission(0, timezone.now(), "page")
    commands.save_orders(match.pk, bob, SECRET, written)
    play(match, "b2", timezone.now())
    others = Message.objects.exclude(player=bob)
    emails = str([(message.context, composed(message)) for message in others])
    assert "planned in advance" in emails
    for said in (
        emails,
        client_for(alice).get(f"/matches/{match.pk}/").content.decode(),
        client_for(carol).get(f"/matches/{match.pk}/").content.decode(),
        str(api(alice).get(f"matches/{match.pk}/").content),
    ):
        assert "then a3" not in said
        assert "if c3" not in said
    mine = client_for(bob).get(f"/matches/{match.pk}/").content.decode()
    assert "if c3 then a3" in mine
    assert api(bob).get(f"matches/{match.pk}/orders/").json[1]["text"] == "if c3 then a3"


def test_a_spectator_reads_by_order_in_the_record(match, bob, play, client_for):
    commands.save_orders(match.pk, bob, SECRET, commands.Submission(0, timezone.now(), "page"))
    play(match, "b2", timezone.now())
    record = client_for().get(f"/matches/{match.pk}/ledger.txt").content.decode()
    assert re.search(r"^2\. 1 a1 \{.*; order\}$", record, re.MULTILINE)
    page = client_for().get(f"/matches/{match.pk}/").content.decode()
    assert "Bob played a1 (planned in advance)." in page
    assert (
        'aria-label="2. Bob: a1, planned in advance"' in page
        or "2 Bob: a1, planned in advance" in page
    )
