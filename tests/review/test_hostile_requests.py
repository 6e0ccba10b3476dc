"""Requests that nobody means well: whatever comes in is refused clearly, never an error."""

from __future__ import annotations

import itertools
from datetime import timedelta
from urllib.parse import quote, urlencode

import pytest
from django.utils import timezone

from games import clocks
from games.models import Challenge
from games.services.challenges import challenges
from games.services.play.terms import Terms
from tests.sampling import at_length, sampled

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HUGE = ("9223372036854775807", "9223372036854775808", "9" * 30, "9" * 5000)
ODD = (
    "\x00",
    "\ud800",
    "ä" * 5000,
    "9" * 5000,
    "²",
    "%s",
    "0001-01-01T00:00",
    "9999-12-31T23:59",
    "2026-03-29T02:30",
    "2026-10-25T02:30",
)


IN_TURN = pytest.mark.parametrize(  # each place gets one of them, or each of them
    "values", sampled([[*ODD], *([each] for each in ODD)], 1), ids=["in turn", *map(ascii, ODD)]
)


def encoded(value):
    """Return the value as a browser gone mad would send it: lone surrogates as raw bytes."""
    return value.encode("utf-8", "surrogatepass")


@pytest.fixture
def angry(client_for):
    """Return a maker of clients that report an error as a 500 instead of raising it."""
    return lambda player=None: client_for(player, raise_request_exception=False)


@pytest.mark.parametrize("number", HUGE)
def test_numbers_without_bounds_find_nothing(angry, alice, number):
    client = angry(alice)
    for path in ("matches", "players", "challenges"):
        assert client.get(f"/{path}/{number}/").status_code == 404
        assert client.get(f"/api/v1/{path}/{number}/").status_code == 404
    for part in ("version/", "clock/", "ledger.txt"):
        assert client.get(f"/matches/{number}/{part}").status_code == 404
    assert client.get(f"/players/{number}/picture.svg").status_code == 404
    for act in ("follow", "unfollow", "block", "unblock"):
        assert client.post(f"/players/{number}/circle/", {"action": act}).status_code == 404
        assert client.post(f"/api/v1/players/{number}/{act}/").status_code == 404
    for act, action in itertools.product(("watch", "mute"), ("", "stop")):
        assert client.post(f"/matches/{number}/{act}/", {"action": action}).status_code < 500
        path = f"/api/v1/matches/{number}/{'un' if action else ''}{act}/"
        assert client.post(path).status_code < 500
    acts = "move say notes resign abort tie take-back pause claim rematch"
    for act in acts.split():
        assert (
            client.post(f"/matches/{number}/{act}/", {"move": "a1", "seen": "0"}).status_code < 500
        )


@IN_TURN
def test_odd_queries_are_answered(angry, alice, bob, start, values):
    match = start(alice, bob, now=timezone.now())
    client = angry(alice)
    pages = {
        f"/matches/{match.pk}/": ("ply", "move", "v"),
        f"/matches/{match.pk}/version/": ("v",),
        f"/players/{bob.pk}/": ("page", "calc-pool", "calc-points"),
        f"/players/{alice.pk}/?calc-points=1": ("calc-pool",),
        "/try/": ("moves",),
        "/study/": ("line", "fen", "ply", "clicks", "move", "side", "White", "Result", "Event"),
        "/": ("moves", "page"),
        "/matches/": ("page", "show"),
        "/tournaments/": ("page", "q", "kind", "state"),
        "/solo/daily/days/": ("page", "month"),
        "/being-played/": ("x",),
        "/play/": ("opponent", "ruleset", "kind", "player", "step", "q", "seats", "length"),
        "/play/?ruleset=mill": ("opponent", "kind", "step"),
        "/play/names/": ("opponent",),
        "/ratings/": ("pool", "page"),
        "/lobby/": ("game", "bots", "watched", "after"),
        "/settings/": ("next",),
        "/mailbox/": ("to", "before", "reply", "tries"),
        "/api/v1/matches/": ("page", "player", "status", "ruleset", "mine", "cursor"),
        "/api/v1/players/": ("name", "page", "search"),
    }
    turns = itertools.cycle(values)
    for path, names in pages.items():
        for name in names:
            value = next(turns)
            answer = client.get(path, {name: encoded(value)})
            assert answer.status_code < 500, (path, name, value[:20])


@IN_TURN
def test_odd_forms_are_answered(angry, alice, bob, start, values):
    now = timezone.now()
    match = start(alice, bob, now=now)
    forms = {
        f"/matches/{match.pk}/move/": ("move", "seen", "then"),
        f"/matches/{match.pk}/say/": ("text",),
        f"/matches/{match.pk}/notes/": ("notes",),
        f"/matches/{match.pk}/pause/": ("until", "answer"),
        f"/matches/{match.pk}/tie/": ("answer", "question", "seen"),
        f"/matches/{match.pk}/take-back/": ("answer", "question"),
        "/settings/time/": ("time_zone", "quiet_from", "quiet_to", "rest_days", "leave"),
        "/settings/emails/": ("settle_minutes", "digest_after", "digest_hour"),
        "/settings/": ("name", "about", "language"),
        "/language/": ("language", "next"),
        f"/players/{bob.pk}/circle/": ("action", "next"),
        f"/matches/{match.pk}/watch/": ("action", "next"),
        f"/matches/{match.pk}/mute/": ("action", "next"),
        "/settings/profile/": ("links", "speaks", "shown_to", "challenged_by", "shows_country"),
        "/settings/play/": ("auto_move", "auto_draft", "without_preview"),
        "/settings/sessions/": ("action", "session"),
        "/settings/token/": ("name", "scope", "days", "key"),
        "/welcome/": ("language", "time_zone", "told", "next"),
        "/try/keep/": ("moves", "time_zone", "then"),
        "/lobby/seats/": ("seat", "match"),
        "/solo/": ("puzzle", "ruleset"),
        "/study/": ("pgn",),
        "/play-a-bot/": ("ruleset", "strategy"),
        "/play/?ruleset=mill&kind=seek": ("control", "greeting", "starter", "legs"),
        "/account/login/": ("login",),
        "/account/signup/": ("email", "name", "time_zone"),
    }
    sound = {"move": "a1", "seen": "0", "action": "schedule", "kind": "named", "opponent": "Bob"}
    sound |= {"time_zone": "Europe/Berlin", "name": "Alice", "about": "", "language": "en"}
    turns = itertools.cycle(values)
    for path, names in forms.items():
        client = angry(None if path.startswith("/account/") else alice)
        for name in names:
            value = next(turns)
            form = urlencode(sound | {name: encoded(value)})
            answer = client.post(path, form, "application/x-www-form-urlencoded")
            assert answer.status_code < 500, (path, name, value[:20])


@IN_TURN
def test_odd_words_in_addresses_are_answered(angry, alice, values):
    client, turns = angry(alice), itertools.cycle(values)
    for path in (
        "/m/{}/",
        "/invitations/{}/",
        "/unsubscribe/{}/",
        "/held/{}/",
        "/challenges/answer/{}/",
        "/m/answer/{}/",
        "/rules/{}/",
        "/mailbox/{}/",
    ):
        for method in ("get", "post"):
            value = next(turns)
            word = quote(encoded(value)).replace("/", "%2F")
            answer = getattr(client, method)(path.format(word))
            assert answer.status_code < 500, (path, method, value[:20])


def test_leave_at_the_ends_of_time_is_refused(angry, alice):
    days = ("0001-01-01", "2026-02-30", "9999-12-31", "x\x00")
    usual = [*zip(days, days[2:] + days[:2], strict=True)]  # every day as the first and the last
    for first, last in itertools.product(days, days) if at_length() else usual:
        fields = {"action": "leave", "first_day": first, "last_day": last}
        answer = angry(alice).post("/settings/time/", fields)
        assert answer.status_code == 422, (first, last)


@pytest.mark.parametrize("where", ["west", "east"])
def test_zones_at_the_ends_of_the_world_do_not_break_leave(angry, person, where):
    zone = {"west": "Pacific/Pago_Pago", "east": "Pacific/Kiritimati"}[where]
    player = person("Far", time_zone=zone)
    for day in ("0001-01-01", "9999-12-31"):
        fields = {"action": "leave", "first_day": day, "last_day": day}
        assert angry(player).post("/settings/time/", fields).status_code == 422


def test_odd_json_is_answered(angry, alice, bob, start):
    now = timezone.now()
    match = start(alice, bob, now=now)
    bodies = [b"", b"{", b"[]", b"null", b"1e999", b'"x"', b"{" * 3000, b"[" * 100_000, b"\xff\xfe"]
    bodies += [b'{"move": "\\ud800", "seen": 0}', b'{"move": "a\\u0000", "seen": 0}']
    bodies += [b'{"move": "a1", "seen": 1e400}', b'{"move": "a1", "seen": ' + b"9" * 5000 + b"}"]
    bodies += [b'{"move": {"a": 1}, "seen": [0]}', b'{"seen": true, "move": null}', b"NaN"]
    control = [
        b"-1",
        b"1e300",
        b"NaN",
        b"[]",
        b'{"bank": 1e308}',
        b'{"per_turn": "x"}',
        b'"\\ud800"',
    ]
    bodies += [
        b'{"kind": "seek", "ruleset": "traffic_lights.4x3", "rated": false, "control": '
        + each
        + b"}"
        for each in control
    ]
    bodies += [
        b'{"kind": "seek", "ruleset": "traffic_lights.4x3", "options": ' + each + b"}"
        for each in (
            b'{"rounds": 1e308}',
            b'{"legs": [1]}',
            b"[]",
            b'{"a\\u0000": 1}',
            b'{"legs": {}}',
        )
    ]
    client = angry(alice)
    parts = ["moves", "chat", "notes", "pause", "tie", "take-back", "preview", "resign", "rematch"]
    paths = [f"/api/v1/matches/{match.pk}/{part}/" for part in parts] + ["/api/v1/challenges/"]
    for path in paths:
        for body in bodies:
            answer = client.post(path, data=body, content_type="application/json")
            assert answer.status_code < 500, (path, body[:60])


def test_an_open_challenge_that_vanishes_between_two_clicks_is_refused(angry, alice, bob, noon):
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    seek = challenges.issue_challenge(alice, terms, challenges.Offer(), now=timezone.now())
    Challenge.objects.filter(pk=seek.pk).update(
        state="withdrawn", closed_at=timezone.now() - timedelta(hours=1)
    )
    answer = angry(bob).post(f"/challenges/{seek.pk}/", {"action": "accept"})
    assert answer.status_code == 409
