"""TRI-Plan at the table: secret bids on pages and API, the contract, partners who talk alone."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.models import Player
from games import clocks
from games.families.phrases import family_texts
from games.families.tri_plan.rules import TriPlan
from games.models import ChatLine, Match, Ply, Seat
from games.services.audit import replay_match
from games.services.errors import Refused
from games.services.play import flags, matches
from games.services.play.play import play_turn
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import Message
from tests.emails import composed, render
from tests.markup import text_of
from tests.sampling import at_length

pytestmark = pytest.mark.django_db
RULES = TriPlan()


def choose_secret():
    """Return a bid that is no key of a row, nor of one soon to come, and its pattern."""
    taken: set[int] = set()
    for model in (Match, Seat, Ply, Player, Message):
        keys = list(model.objects.values_list("pk", flat=True))
        taken.update(keys, range(max(keys, default=0), max(keys, default=0) + 50))
    secret = next(str(bid) for bid in range(347, 1000) if bid not in taken)
    return secret, re.compile(rf"(?<![\w.:+-]){secret}(?![\w.])")


@pytest.fixture
def call(alice, bob, carol, start, play):
    """Return a maker of matches of three, an auction just called by the first of them."""

    def begin(**options):
        for player in (alice, bob, carol):
            player.language = "en"
            player.save()
        now = timezone.now() - timedelta(hours=1)
        control = clocks.TimeControl(per_turn=timedelta(days=3), on_flag="skip")
        given = {"options": {"edge": 3, **options}, "control": control, "now": now}
        match = start(alice, bob, carol, ruleset="tri_plan", **given)
        # Who sits where is told elsewhere.
        Match.objects.update(start_lot=None, lots_drawn=0)
        play(match, "c3,c4,b2,d4", now)
        caller = match.seats.get(number=0).player
        matches.resign_match(match.pk, caller, now=now + timedelta(minutes=5))
        match.refresh_from_db()
        return match

    return begin


@pytest.fixture
def table(call):
    """Return a match of three with an auction of secret maxima."""
    return call()


def bid(match, number, text):
    seen = Match.objects.get(pk=match.pk).ply_count
    play_turn(match.pk, number, text, seen=seen, now=timezone.now(), source="page")
    match.refresh_from_db()


def player_at(match, number):
    return match.seats.get(number=number).player


def doors(match, client):
    """Yield what every address tells about the match."""
    url, api = match.get_absolute_url(), f"/api/v1/matches/{match.pk}/"
    paths = [url, "/", "/lobby/", "/matches/", "/ratings/", api, "/api/v1/matches/"]
    paths += [f"{url}{part}" for part in ("ledger.txt", "lots/", "clock/", "version/")]
    paths += [f"{api}{part}" for part in ("plies/", "board.svg", "clock/", "chat/")]
    for at in range(match.ply_count + 1)[-50 if at_length() else -2 :]:
        paths += [f"{url}?ply={at}", f"{api}at/{at}/", f"{api}board.svg?ply={at}"]
    for path in paths:
        answer = client.get(path, follow=True)
        assert answer.status_code < 500, path
        told = b"".join(answer) if answer.streaming else answer.content
        if path.startswith(api) and answer["Content-Type"] == "application/json":
            told = _without_moves(told)
        yield path, told


def _without_moves(told):
    """Leave out what may be bid: every number stands there for whoever still owes a bid."""
    said = json.loads(told)
    if isinstance(said, dict):
        said.pop("legal_moves", None)
    return json.dumps(said).encode()


def test_nobody_sees_a_secret_maximum_before_all_are_in(table, client_for):
    secret, told_secret = choose_secret()
    bid(table, 1, f"bid {secret}")
    assert Ply.objects.filter(text=f"bid {secret}").exists()
    for number in (0, 2, None) if at_length() else (2, None):
        client = client_for(player_at(table, number) if number is not None else None)
        for path, told in doors(table, client):
            assert not told_secret.search(told.decode()), f"seat {number} at {path}"
        page = text_of(client.get(table.get_absolute_url()))
        name = player_at(table, 1).name
        assert f"{name} (yellow): has bid; the amount is secret" in page
        auction = client.get(f"/api/v1/matches/{table.pk}/").json()["auction"]
        assert auction["said"] == [{"seat": 1, "move": "bid ?"}]
        assert (auction["kind"], auction["highest"]) == ("proxy", None)
    own = text_of(client_for(player_at(table, 1)).get(table.get_absolute_url()))
    assert told_secret.search(own)
    assert f"You (yellow): {secret}" in own


def test_neither_emails_nor_the_admin_tell_a_secret_maximum(table, client):
    secret, told_secret = choose_secret()
    bid(table, 1, f"bid {secret}")
    bid(table, 0, "bid 12")
    other = [message for message in Message.objects.all() if message.player != player_at(table, 1)]
    assert other
    for told in (*(each.context for each in other), *map(composed, other)):
        assert not told_secret.search(json.dumps(told))
    client.force_login(get_user_model().objects.create_superuser("op@example.org", "pw"))
    ply = Ply.objects.get(text=f"bid {secret}")
    for path in (
        "/admin/games/ply/",
        f"/admin/games/ply/{ply.pk}/change/",
        f"/admin/games/match/{table.pk}/change/",
        "/admin/games/match/",
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert not told_secret.search(text_of(answer)), path


def test_bids_cross_and_all_are_seen_when_all_are_in(table, client_for):
    seen = table.ply_count
    now = timezone.now()
    for number, text in ((1, "bid 347"), (0, "bid 5"), (2, "bid 0")):
        play_turn(table.pk, number, text, seen=seen, now=now, source="page")
    table.refresh_from_db()
    state = RULES.load(table.state)
    assert (state.holder, state.contract) == (1, 6)
    page = text_of(client_for(None).get(table.get_absolute_url()))
    assert "Contract: yellow plays alone and needs 6 points." in page
    assert "347" in text_of(client_for(None).get(f"{table.get_absolute_url()}ledger.txt"))
    assert list(replay_match(table)) == []


def test_a_bid_may_not_answer_an_older_position(table):
    with pytest.raises(Refused, match="stale"):
        play_turn(table.pk, 1, "bid 3", seen=table.ply_count - 1, now=timezone.now(), source="page")


def test_the_page_asks_for_a_bid_and_looks_it_over(table, client_for):
    client = client_for(player_at(table, 2))
    page = text_of(client.get(table.get_absolute_url()))
    assert "Auction: how many points do you promise" in page
    assert 'name="bid" type="number"' in page
    preview = text_of(client.get(table.get_absolute_url(), {"bid": "34"}))
    assert 'name="move" value="bid 34"' in preview
    assert client.get(table.get_absolute_url(), {"bid": "zz"}).status_code == 422


@pytest.mark.parametrize("own", [0, 34])
def test_the_last_bid_is_looked_over_without_knowing_the_others(own, table, client_for):
    for number, text in ((1, "bid 347"), (0, "bid 5")):
        bid(table, number, text)
    client = client_for(player_at(table, 2))
    preview = text_of(client.get(table.get_absolute_url(), {"bid": own}))
    assert "The contract is known as soon as all three bids are in." in preview
    asked = json.dumps({"move": f"bid {own}"})
    path = f"/api/v1/matches/{table.pk}/preview/"
    answer = client.post(path, asked, content_type="application/json").json()
    assert (answer["effect"], answer["ends_match"]) == (
        "The contract is known as soon as all three bids are in.",
        False,
    )
    assert "Contract:" not in preview


def test_all_three_seats_and_readers_follow_an_open_auction(call, client_for):
    """Who bid what, who passed and what is highest is on page and API and in e-mails (TP-13)."""
    match = call(bidding="open")
    names = [player_at(match, number).name for number in range(3)]
    for number, text in ((0, "bid 4"), (1, "bid 6"), (2, "pass"), (0, "bid 6")):
        bid(match, number, text)
    said = [{"seat": 0, "move": "bid 4"}, {"seat": 1, "move": "bid 6"}, {"seat": 2, "move": "pass"}]
    for seat in (0, 1, 2, None):
        client = client_for(player_at(match, seat) if seat is not None else None)
        page = text_of(client.get(match.get_absolute_url()))
        colours = zip(names, ("green", "yellow", "blue"), strict=True)
        who = [f"You ({c})" if at == seat else f"{n} ({c})" for at, (n, c) in enumerate(colours)]
        assert f"Auction, called by {names[0]}." in page
        assert f"{who[0]}: 4, 6, the highest bid" in page
        assert f"{who[1]}: 6, to bid" in page
        assert f"{who[2]}: passed" in page
        assert "Current points: green 2, yellow 1, blue 1." in page
        assert "/resign/" not in page
        told = client.get(f"/api/v1/matches/{match.pk}/").json()
        assert told["auction"]["said"] == [*said, {"seat": 0, "move": "bid 6"}]
        assert told["auction"]["highest"] == {"seat": 0, "points": 6}
        assert told["auction"]["out"] == [2]
        listed = [each["move"] for each in told["legal_moves"]]
        assert listed == (["pass", "bid 7"] if seat == 1 else [])
        span = {"kind": "bid", "move": "bid {number}", "lowest": 7, "highest": 999, "step": 1}
        assert told["legal_ranges"] == ([span] if seat == 1 else [])
    low = {"move": "bid 3", "seen": match.ply_count}
    answer = client_for(player_at(match, 1)).post(
        f"/api/v1/matches/{match.pk}/moves/", low, content_type="application/json"
    )
    assert answer.status_code == 422
    assert answer.json()["code"] == "bid_out_of_range"
    assert [each["move"] for each in answer.json()["legal_moves"]] == ["pass", "bid 7"]
    assert answer.json()["legal_ranges"] == [span]
    email = Message.objects.filter(kind="your_turn").latest("pk")
    assert email.player == player_at(match, 1)
    written = render(email, timezone.now())
    for body in (str(written.body), str(written.alternatives[0][0])):
        assert f"{names[0]} (green): 4, 6, the highest bid" in body
        assert "You (yellow): 6, to bid" in body
    bid(match, 1, "pass")
    page = text_of(client_for(None).get(match.get_absolute_url()))
    assert "Auction, called by" not in page
    assert client_for(None).get(f"/api/v1/matches/{match.pk}/").json()["auction"] is None


@pytest.mark.long
def test_partners_talk_alone(table, client_for):
    for number, text in ((0, "bid 5"), (1, "bid 0"), (2, "bid 0")):
        bid(table, number, text)
    holder, one, other = (player_at(table, number) for number in range(3))
    with pytest.raises(Refused, match="no_partner"):
        matches.send_chat_message(table.pk, holder, "hello", now=timezone.now(), to_partner=True)
    matches.send_chat_message(table.pk, one, "attack at dawn", now=timezone.now(), to_partner=True)
    assert ChatLine.objects.get().only_seats == [1, 2]
    for path, told in doors(table, client_for(holder)):
        assert b"attack at dawn" not in told, path
    theirs = client_for(other).get(table.get_absolute_url()).content
    assert b"attack at dawn" in theirs
    assert theirs.count(b"your partner") == 1
    told = Message.objects.filter(kind="chat_digest")
    assert {email.player for email in told} == {other}


def test_several_stones_are_one_turn_on_the_page(alice, bob, carol, start, play, client_for):
    for player in (alice, bob, carol):
        player.language = "en"
        player.save()
    control = clocks.TimeControl(per_turn=timedelta(days=3), on_flag="skip")
    match = start(
        alice,
        bob,
        carol,
        ruleset="tri_plan",
        options={"edge": 3},
        control=control,
        now=timezone.now(),
    )
    first = match.seats.get(number=0).player
    client, url = client_for(first), match.get_absolute_url()
    page = text_of(client.get(url))
    assert "Place a stone, or pass." in page
    assert ">Pass</a>" in page
    done = text_of(client.get(url, {"clicks": "c3"}))
    assert 'name="move" value="c3"' in done
    answer = client.post(f"{url}move/", {"move": "c3", "seen": 0})
    assert answer.status_code == 303


@pytest.mark.long
def test_a_thumb_finds_its_point_among_397(alice, bob, carol, start, client_for):
    """The whole board comes first; around a chosen point its neighbours are large (TP-2)."""
    for player in (alice, bob, carol):
        player.language = "en"
        player.save()
    given = {"options": {"edge": 12}, "now": timezone.now()}
    match = start(alice, bob, carol, ruleset="tri_plan", **given)
    client, url = client_for(player_at(match, 0)), match.get_absolute_url()
    page = text_of(client.get(url))
    assert "Enlarge the board" in page
    assert "board--near" not in page
    assert f'<a class="visually-hidden" href="#move-{match.ply_count}">' in page
    chosen = text_of(client.get(url, {"clicks": "n14"}))
    near = chosen[chosen.index("board--near") :]
    near = near[: near.index("</figure>")]
    linked = set(re.findall(r'aria-label="([a-w]\d+): empty', near))
    assert {"n13", "n15", "o14", "o15", "m13", "m14"} <= linked
    assert linked.isdisjoint({"n14", "n10", "a1"})
    assert len(linked) == 32


def test_a_match_of_three_with_auction_and_contract_while_one_is_absent(table):
    """The absent seat is passed for by the clock, also in the auction; the contract decides."""
    now = timezone.now()
    assert "all three of you bid" in family_texts("tri_plan").resign_warning(
        RULES.load(table.state)
    )
    play_turn(table.pk, 0, "bid 4", seen=table.ply_count, now=now, source="page")
    play_turn(table.pk, 1, "bid 9", seen=table.ply_count, now=now, source="page")
    late = now + timedelta(days=3, hours=1)
    assert flags.settle_flags(now=late) == 1
    table.refresh_from_db()
    state = RULES.load(table.state)
    assert (state.holder, state.contract) == (1, 5)
    assert not family_texts("tri_plan").resign_warning(state)
    absent = table.seats.get(number=2)
    assert absent.skips == 1
    now = late
    while Match.objects.get(pk=table.pk).is_running:
        now += timedelta(hours=1)
        match = Match.objects.get(pk=table.pk)
        seat = match.seats.get(awaited_since__isnull=False)
        if seat.number == 2:
            now += timedelta(days=3)
            flags.settle_flags(now=now)
            continue
        state = RULES.load(match.state)
        free = RULES.continuations(state, seat.number, ())
        move = RULES.spell(free[0]) if len(free) > 6 else "pass"
        play_turn(match.pk, seat.number, move, seen=match.ply_count, now=now, source="page")
    table.refresh_from_db()
    assert table.ending in ("contract_made", "contract_failed", "holder_resigned")
    assert table.seats.get(number=2).left_by == "timeout"
    assert list(replay_match(table)) == []
    assert replay_ratings() == []
    email = composed(Message.objects.filter(kind="match_finished").latest("pk"))
    assert email["ending"]
