"""The end of a round with matches unfinished: claims, replies, the referees, nothing held up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import translation

from games.models import Match
from games.services.errors import Refused
from games.services.play import flags
from notifications.models import Message
from tests.emails import render
from tournaments.models import Fixture, Round, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import cases, claims, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.web.case_view import CaseView
from tournaments.services.seasons import running

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)
WORDS: Any = {"paragraph": "R-1", "reason": "So it is."}


def advance(now, times: int = 1) -> None:
    """Let the workers look, again and again."""
    for _time in range(times):
        Tournament.objects.filter(status="running").update(due_at=now)
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)
        claims.process_due_claims(now=now)


@pytest.fixture
def over(hold, people, referee, noon):
    """Return the players and fixtures of a Swiss whose first round is over, nothing played."""
    players = people(4)
    request = {"format": "swiss", "rounds": 2, "round_days": 2, "least": 2}
    tournament = hold(players, **request)
    advance_to = noon + DAY
    running.advance_all(now=advance_to, make_seed=lambda: "cd" * 32)
    assert Match.objects.count() == 2
    tournament.refresh_from_db()
    return tournament, players, list(Fixture.objects.order_by("board"))


def case_of(fixture) -> Case:
    """Return the case of a fixture as it is now."""
    fixture.refresh_from_db()
    return Case.objects.get(fixture=fixture)


def bench(referee) -> int:
    """Return how many e-mails about cases a referee has got."""
    return Message.objects.filter(kind="case_opened", player=referee).count()


def test_a_claim_waits_for_the_reply_and_then_stands_before_the_referees(over, referee, noon):
    _tournament, players, (one, two) = over
    end = noon + 3 * DAY
    with pytest.raises(Refused, match="no_claim_now"):
        claims.claim(one.pk, one.match.seats.first().player, wanted="win", text="", now=noon + DAY)
    advance(end, 3)
    one.refresh_from_db()
    assert one.claims_until == end + claims.CLAIM_PERIOD
    told = Message.objects.filter(kind="round_closing", key__startswith="claims:")
    assert told.count() == 4
    assert "Claims until: " in str(render(told[0], end).body)
    assert Round.objects.count() == 2  # the next round is paired all the same
    white = one.match.seats.get(number=0).player
    black = one.match.seats.get(number=1).player
    stranger = next(player for player in players if player not in (white, black))
    with pytest.raises(Refused, match="not_your_fixture"):
        claims.claim(one.pk, stranger, wanted="win", text="", now=end)
    with pytest.raises(Refused, match="bad_claim"):
        claims.claim(one.pk, white, wanted="all", text="", now=end)
    claims.claim(one.pk, white, wanted="win", text="Far ahead.", now=end + DAY)
    case = case_of(one)
    assert (case.kind, case.state, bench(referee)) == ("round_end", "open", 0)
    assert (case.claim, case.text) == ("win", "Far ahead.")
    assert Message.objects.filter(kind="case_opened", player=black).count() == 1
    with pytest.raises(Refused, match="case_pending"):
        claims.claim(one.pk, black, wanted="tie", text="", now=end + DAY)
    advance(end + 3 * DAY)
    assert bench(referee) == 0
    advance(end + 4 * DAY, 3)
    assert bench(referee) == 1
    order = RulingRequest("adjudicate", params={"rank_0": 1, "rank_1": 2}, case_id=case.pk, **WORDS)
    rulings.preview_and_sign(order, referee, now=end + 5 * DAY)
    one.refresh_from_db()
    assert (one.kind, one.is_settled) == ("adjudicated", True)
    two.refresh_from_db()
    assert not Case.objects.filter(fixture=two).exists()


def test_without_a_claim_it_comes_before_the_referees_by_itself_and_may_become_moot(
    over, referee, noon
):
    _tournament, _players, (one, two) = over
    end = noon + 3 * DAY
    advance(end, 2)
    advance(end + 7 * DAY, 3)
    case = case_of(one)
    assert (case.own_motion, case.state, bench(referee)) == (True, "open", 2)
    assert case_of(two).pk != case.pk
    assert case.tournament == _tournament
    loser = one.match.seats.get(number=0).player
    flags.settle_match(one.match_id, now=end + 8 * DAY)
    advance(end + 8 * DAY, 3)
    assert case_of(one).state == "closed"
    told = Message.objects.filter(kind="case_opened", player=loser).order_by("pk")
    name = f"Case {case.pk}"
    subjects = [render(message, end).subject for message in told]
    assert subjects == [f"{name}: match unfinished at the end of the round", f"{name} is closed"]
    assert case_of(two).state == "open"
    tied = two.match.seats.get(number=1).player
    cases.give_statement(case_of(two).pk, tied, "Let us play on.", now=end + 8 * DAY)
    advance(end + 20 * DAY, 3)
    assert Case.objects.filter(match__in=[one.match, two.match]).count() == 2


@pytest.mark.long
def test_an_extension_leaves_a_claim_to_be_decided_and_lets_all_claim_again_at_its_end(
    over, referee, noon
):
    tournament, _players, (one, two) = over
    end = noon + 3 * DAY
    advance(end, 2)
    for fixture in (one, two):
        player = fixture.match.seats.get(number=0).player
        claims.claim(fixture.pk, player, wanted="win", text="", now=end + DAY)
    cases_ = [case_of(one), case_of(two)]
    given: Any = {"what": f"fixture:{one.pk}", "days": 10}
    (own,) = rulings.preview_and_sign(
        RulingRequest("extend", params=given, tournament_id=tournament.pk, **WORDS),
        referee,
        now=end + DAY,
    )
    assert case_of(one) == cases_[0]  # it waits on, and is moot only when the match has ended
    given["what"] = f"fixture:{two.pk}"
    rulings.preview_and_sign(
        RulingRequest("extend", params=given, case_id=cases_[1].pk, **WORDS),
        referee,
        now=end + 2 * DAY,
    )
    two.refresh_from_db()
    assert not Case.objects.filter(fixture=two).exists()  # that claim is decided by it
    advance(end + 4 * DAY, 3)
    assert bench(referee) == 1
    rulings.preview_and_sign(
        RulingRequest("dismiss", case_id=cases_[0].pk, **WORDS), referee, now=end + 5 * DAY
    )
    anew = end + 10 * DAY
    advance(anew, 3)
    one.refresh_from_db()
    two.refresh_from_db()
    assert not Case.objects.filter(fixture=one).exists()
    assert one.claims_until == two.claims_until == anew + claims.CLAIM_PERIOD
    player = one.match.seats.get(number=1).player
    claims.claim(one.pk, player, wanted="tie", text="", now=anew)
    later = case_of(one)
    rulings.preview_and_sign(
        RulingRequest("undo", case_id=own.case_id, undoes=own.number, **WORDS), referee, now=anew
    )
    assert case_of(one) == later


def test_the_page_of_a_claim(over, client_for, noon):
    from django.utils import timezone

    tournament, _players, (one, _two) = over
    Fixture.objects.filter(pk=one.pk).update(claims_until=timezone.now() + DAY)
    player = one.match.seats.get(number=0).player
    client = client_for(player)
    address = f"/tournaments/{tournament.pk}/fixtures/{one.pk}/claim/"
    assert address in client.get(f"/tournaments/{tournament.pk}/").content.decode()
    assert client.get(address).status_code == 200
    assert client.post(address, {"wanted": "", "text": ""}).status_code == 422
    assert client.get("/tournaments/999/fixtures/1/claim/").status_code == 404
    answer = client.post(address, {"wanted": "tie", "text": "Level."})
    assert answer.status_code == 303
    assert answer["Location"] == case_of(one).get_absolute_url()
    assert client.get(address)["Location"] == answer["Location"]
    assert client.post(address, {"wanted": "tie", "text": ""}).status_code == 422


def test_a_program_claims(over, api, noon):
    from django.utils import timezone

    tournament, players, (one, two) = over
    Fixture.objects.filter(pk=one.pk).update(claims_until=timezone.now() + DAY)
    me = one.match.seats.get(number=1).player
    stranger = next(each for each in players if not one.match.seats.filter(player=each).exists())
    address = f"tournaments/{tournament.pk}/fixtures/{one.pk}/claim/"
    body = {"wanted": "tie", "text": "Level."}
    assert api(None).post(address, body).brief == (401, "not_authenticated")
    assert api(stranger).post(address, body).brief == (403, "not_your_fixture")
    assert api(me).post(address, {"wanted": "all"}).brief == (400, "invalid")
    other = f"tournaments/{tournament.pk}/fixtures/{two.pk}/claim/"
    assert api(stranger).post(other, body).brief == (409, "no_claim_now")
    (first,) = api(me).get(f"tournaments/{tournament.pk}/rounds/").json["rounds"]
    assert [each["claims_until"] is None for each in first["fixtures"]] == [False, True]
    case = api(me).post(address, body)
    assert (case.status, case.json["text"]) == (201, "I claim a draw.\nLevel.")
    assert api(me).post(address, body).brief == (409, "case_pending")


@pytest.mark.long
def test_a_claim_is_read_by_everybody_in_their_own_language(over, noon):
    _tournament, _players, (one, _two) = over
    end = noon + 3 * DAY
    advance(end, 3)
    white, black = (one.match.seats.get(number=number).player for number in (0, 1))
    black.language = "fr"
    black.save(update_fields=["language"])
    with translation.override("de"):
        case = claims.claim(one.pk, white, wanted="tie", text="Remis.", now=end)
    said = {}
    for language in ("en", "de", "fr", "it"):
        with translation.override(language):
            said[language] = CaseView(case, white, end).text.split("\n")
    assert said["en"] == ["I claim a draw.", "Remis."]
    assert len({claim for claim, _why in said.values()}) == 4
    email = render(Message.objects.get(kind="case_opened", player=black), end)
    assert said["fr"][0] in str(email.body)
    assert said["de"][0] not in str(email.body)
