"""Why a round left FIDE's engine: told where people look, and found out where it need not have."""

from __future__ import annotations

import html
from datetime import timedelta
from random import Random

import pytest

from games.models import Match
from games.services.play.matches import resign_match
from notifications.models import Message
from tests.emails import render
from tests.sampling import sampled
from tests.tournaments.conftest import needless_fallbacks, play_all
from tournaments.models import Round, Tournament
from tournaments.pairing import dutch, swiss
from tournaments.pairing.base import PairingError
from tournaments.services.files.engine_check import fallbacks_in
from tournaments.services.seasons import running
from tournaments.services.tables.engine_words import fallback_reason

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def advance(now) -> None:
    Tournament.objects.filter(status="running").update(due_at=now)
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)


def text_of(answer) -> str:
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def broken(_record):
    raise PairingError("engine_failed", said="for once")


@pytest.mark.long
def test_why_the_engine_did_not_pair_stands_where_people_look(
    hold, people, noon, client_for, organiser, referee, monkeypatch
):
    monkeypatch.setattr(dutch, "pair", broken)
    players = people(4)
    tournament = hold(players, format="swiss", rounds=2)
    advance(noon + DAY)
    monkeypatch.undo()
    made = Round.objects.get()
    assert (made.engine.split()[0], made.note) == ("matching", "engine_failed")
    why = fallback_reason("engine_failed")
    assert why is not None
    pages = {
        None: tournament.get_absolute_url(),
        referee: f"/referee/tournaments/{tournament.pk}/",
        organiser: tournament.get_absolute_url(),
    }
    for reader, page in pages.items():
        shown = text_of(client_for(reader).get(page))
        assert why.reason in shown
        assert why.remedy in shown
    (told,) = client_for(None).get(f"/api/v1/tournaments/{tournament.pk}/rounds/").json()["rounds"]
    assert told["note"] == "engine_failed"
    assert str(why) in told["how"]
    mails = Message.objects.filter(context__headline__icontains="by our own program")
    assert set(mails.values_list("player__name", flat=True)) == {"Olga", "Rita"}
    written = render(mails[0], noon + DAY)
    assert why.reason in str(written.body)
    assert why.remedy in str(written.body)
    assert [(each.note, each.engine_could) for each in fallbacks_in(tournament)] == [
        ("engine_failed", True)
    ]
    assert len(needless_fallbacks()) == 1
    Round.objects.update(engine="gacrux")  # what every other test may not leave behind


@pytest.mark.long
def test_a_reason_is_told_once_to_whoever_answers_for_the_event(
    hold, people, run, noon, monkeypatch
):
    tournament = hold(people(6), format="swiss", rounds=3)
    with monkeypatch.context() as patch:
        patch.setattr(dutch, "pair", broken)
        run(tournament, noon)
        assert {made.note for made in Round.objects.all()} == {"engine_failed"}
        assert not any(each.engine_could for each in fallbacks_in(tournament))
    mails = Message.objects.filter(context__headline__icontains="by our own program")
    assert list(mails.values_list("player__name", flat=True)) == ["Olga"]
    assert [each.engine_could for each in fallbacks_in(tournament)] == [True] * 3
    Round.objects.update(engine="gacrux")


@pytest.mark.long
@pytest.mark.parametrize("late", sampled([0, 1, 2], [1]))
def test_games_that_run_for_rounds_and_changed_pairings_leave_the_engine_in_charge(
    hold, people, noon, client_for, late
):
    """Let the first games of every round run on while later rounds are paired."""
    tournament = hold(people(8), format="swiss", rounds=4, round_days=7)
    now = noon + DAY
    advance(now)
    for number in range(1, 5):
        own = list(Match.objects.filter(fixture__round__number=number).order_by("fixture__board"))
        play_all(now, Random(number), only=own.__contains__)
        for match in own[late:]:
            resign_match(match.pk, match.seats.get(number=1).player, now=now)
        now += 7 * DAY
        advance(now)
    rounds = Round.objects.order_by("number")
    assert [(made.engine.split()[0], made.note) for made in rounds] == [("gacrux", "")] * 4
    assert Match.objects.running().count() == 4 * late
    answer = client_for(None).get(f"/tournaments/{tournament.pk}/tournament.trf")
    assert answer.status_code == 200


@pytest.mark.parametrize("note", sampled(["two_results_in_round", "forfeit_without_loser"], 1))
def test_a_record_that_we_wrote_badly_is_no_limit_of_the_engine(hold, people, noon, note):
    tournament = hold(people(4), format="swiss", rounds=2)
    advance(noon + DAY)
    Round.objects.update(engine="matching 1", note=note)
    (found,) = fallbacks_in(tournament)
    assert found.engine_could
    Round.objects.update(engine="gacrux")


def test_every_reason_has_words_and_a_remedy():
    codes = {
        "other_points", "more_than_two_seats", "engine_refused", "engine_failed", "engine_wrong",
        "two_results_in_round", "forfeit_without_loser", "points_need_tenths", "rating_too_high",
        "too_many_players", swiss.NO_PAIRING,
    }  # fmt: skip
    words = {code: fallback_reason(code) for code in codes}
    assert all(
        why and why.reason.endswith(".") and why.remedy.endswith(".") for why in words.values()
    )
    assert len({why.reason for why in words.values() if why}) == len(codes)
    assert "unheard_of" in str(fallback_reason("unheard_of"))
    assert fallback_reason("") is None
