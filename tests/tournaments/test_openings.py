"""Thematic events: every match starts from the organiser's line, which the server plays."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import translation

from games.models import ClockCharge, Match, Ply
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.play.matches import resign_match
from games.services.play.play import play_turn
from tests.markup import text_of
from tests.tournaments.seeds import seeds
from tests.tournaments.test_pages import FORM
from tournaments.models import Fixture, Tournament
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.emails import terms
from tournaments.services.files import interchange
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SPANISH = "1. e4 e5 2.Nf3 Nc6 3.Bb5"
CHESS = {"ruleset": "chess", "options": {}, "opening": SPANISH}


def test_every_match_starts_from_the_line_and_replays(hold, people, noon, client):
    event = hold(people(2), format="double", least=2, at_once=True, **CHESS)
    assert len(event.opening) == 5
    assert ["Starts from:", "opening 1. e4 e5 2. Nf3 Nc6 3. Bb5"] in terms.facts(event)
    assert "opening 1. e4 e5 2. Nf3 Nc6 3. Bb5" in text_of(client.get(event.get_absolute_url()))
    assert interchange.to_plain_json(event)["opening"] == event.opening
    running.advance_all(now=noon + DAY, make_seed=seeds)
    starters = Fixture.objects.filter(seats__seat=0).values_list("seats__entrant", flat=True)
    assert len(set(starters)) == 2
    one, two = Match.objects.order_by("pk")
    for match in (one, two):
        plies = Ply.objects.filter(match=match).order_by("number")
        assert [ply.text for ply in plies] == event.opening
        assert {ply.source for ply in plies} == {"server"}
        assert [ply.seat for ply in plies] == [0, 1, 0, 1, 0]
        assert match.seats.get(awaited_since__isnull=False).number == 1
    assert not ClockCharge.objects.exists()
    page = text_of(client.get(one.get_absolute_url()))
    assert "opening 1. e4 e5 2. Nf3 Nc6 3. Bb5" in page
    play_turn(one.pk, 1, "a6", seen=5, now=noon + 2 * DAY, source="page")
    resign_match(two.pk, two.seats.get(number=0).player, now=noon + 2 * DAY)
    running.advance_all(now=noon + 2 * DAY, make_seed=seeds)
    two.refresh_from_db()
    assert two.ending == "no_show"
    assert list(replay_matches(Match.objects.all())) == []
    Match.objects.filter(pk=one.pk).update(opening=["a2a3"])
    assert any(
        "opening, ply 1" in str(error) for error in replay_matches([Match.objects.get(pk=one.pk)])
    )


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({**CHESS, "opening": "e4 e5 Ke3"}, "opening_illegal"),
        ({**CHESS, "opening": "nonsense"}, "opening_illegal"),
        ({**CHESS, "opening": "f3 e5 g4 Qh4"}, "opening_ends_it"),
        ({**CHESS, "opening": "Nf3 Nf6 Ng1 Ng8 " * 11}, "opening_too_long"),
        ({**CHESS, "further_games": ("mill",)}, "no_opening_here"),
        ({"opening": "a1"}, "no_opening_here"),
        ({"ruleset": "goose", "options": {}, "rated": False, "opening": "x"}, "no_opening_here"),
    ],
)
def test_a_line_that_cannot_be_is_refused_at_its_field(plan, fields, reason):
    with pytest.raises(Refused) as refused:
        plan(**fields)
    assert (refused.value.params["field"], refused.value.params["reason"]) == ("opening", reason)


def test_organisers_write_it_in_their_language_and_read_it_before_they_send_it(
    client_for, organiser, plan
):
    with translation.override("de"):
        assert plan(**{**CHESS, "opening": "e4 e5 Sf3"}).opening
    client = client_for(organiser)
    form = FORM | {"ruleset": "chess", "format": "swiss", "rounds": "3", "opening": "d4 d5 c4"}
    said = text_of(client.post("/tournaments/new/", form | {"step": "summary"}))
    assert "opening 1. d4 d5 2. c4" in said
    wrong = client.post("/tournaments/new/", form | {"opening": "d4 d5 c5"})
    assert "Move 3 of the opening, “c5”, is not legal." in text_of(wrong)
    assert client.post("/tournaments/new/", form).status_code == 303
    assert len(Tournament.objects.get().opening) == 3
    assert 'name="opening"' not in text_of(
        client.get("/tournaments/new/?format=round_robin&ruleset=goose")
    )


@pytest.mark.long
def test_no_ruling_takes_the_line_back(hold, people, noon, referee):
    hold(people(2), format="double", least=2, at_once=True, **CHESS)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    now, match = noon + 2 * DAY, Match.objects.order_by("pk")[0]
    play_turn(match.pk, 1, "a6", seen=5, now=now, source="page")
    order = RulingRequest("reopen", "C-4", "So it is.", params={"ply": 4}, match_id=match.pk)
    with pytest.raises(Refused, match="bad_param"):
        rulings.preview_ruling(order, referee, now=now)
    again = replace(order, params={"ply": 5})
    rulings.preview_and_sign(again, referee, now=now)
    assert list(replay_matches(Match.objects.all())) == []
