"""A round that no rule can pair is paired by hand by organisers or referees, or ended by them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.services.errors import Refused
from games.services.match.loaded import lock_match
from games.services.play.results import annul_match
from notifications.models import Message
from tests.markup import text_of
from tests.tournaments.test_sitting_out import advance, played
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.services.entries import persons
from tournaments.services.revisions import manual_pairing, revising

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now() - 2 * DAY


@pytest.fixture
def stuck(hold: Any, people: Any, noon: Any) -> Any:
    """Return a Swiss of two who have met, with a round to come; its workers wait for three days."""
    event = hold(people(2), format="swiss", rounds=2, least=2)
    now = timezone.now()
    advance(noon + DAY)
    played(None, noon + DAY)
    advance(now)
    assert Division.objects.get().unpaired_round == 2
    return event


def keys() -> list[int]:
    return list(Entrant.objects.order_by("number").values_list("pk", flat=True))


def path(event: Tournament) -> str:
    return f"{event.get_absolute_url()}by-hand/1/"


def test_the_organiser_sees_what_speaks_against_a_pair_and_publishes_it(
    stuck, organiser, client_for
):
    client, (one, two) = client_for(organiser), keys()
    page = client.get(stuck.get_absolute_url()).text
    assert f'href="{path(stuck)}"' in page
    pair = {"first": str(two), "second": str(one)}
    shown = client.get(path(stuck), pair)
    words = text_of(shown)
    assert "All players who are available have already met each other." in words
    assert "Player02 – Player01" in words
    assert "Player01 have met before." in words
    preview_token = re.search(r'name="preview_token" value="(\w+)"', shown.text)
    assert preview_token is not None
    answer = client.post(path(stuck), {**pair, "preview_token": preview_token[1]}, follow=True)
    assert "Round 2 was paired by hand, as no legal pairing was left." in text_of(answer)
    made = Round.objects.get(number=2)
    assert made.engine == "by hand after no legal pairing"
    seats = FixtureSeat.objects.filter(fixture__round=made).order_by("seat")
    assert list(seats.values_list("entrant", flat=True)) == [two, one]
    division = Division.objects.get()
    assert (division.unpaired_round, division.unpaired_until) == (None, None)
    told = Message.objects.filter(key__startswith=f"round_paired:{stuck.pk}:{made.pk}:")
    assert told.count() == 2
    now = timezone.now()
    advance(now)
    played(None, now)
    advance(now)
    stuck.refresh_from_db()
    assert stuck.status == "finished"


def test_whoever_is_in_no_pair_sits_out_without_a_point(hold, people, organiser, noon):
    players = people(3)
    event = hold(players, format="swiss", rounds=2, least=2)
    Tournament.objects.update(
        forbidden=[[one.pk, two.pk] for one in players for two in players if one.pk < two.pk]
    )
    now = timezone.now()
    advance(now)
    assert Division.objects.get().unpaired_why == "kept_apart"
    one, two, three = keys()
    seen = manual_pairing.propose(event.pk, organiser, 1, [(three, one)], now=now)
    assert seen.free == [players[1].name]
    assert any("kept apart" in each for each in seen.remarks)
    manual_pairing.pair(
        event.pk, organiser, 1, [(three, one)], preview_token=seen.preview_token, now=now
    )
    kinds = Fixture.objects.order_by("board").values_list("kind", flat=True)
    assert list(kinds) == ["played", "zero_bye"]
    assert FixtureSeat.objects.get(fixture__kind="zero_bye").entrant_id == two


def names_are_typed(event: Tournament, client: Any) -> None:
    """Look at the page of a large event."""
    page = text_of(client.get(path(event)))
    assert page.count('<option value="Player01">') == 1
    assert "<select" not in page.partition("<main")[2].partition("</main>")[0]
    shown = text_of(client.get(path(event), {"first": " player02", "second": "Player01"}))
    assert "Player02 – Player01" in re.sub("[\u2068\u2069]", "", shown)
    assert client.get(path(event), {"first": "Nobody", "second": "Player01"}).status_code == 409


def test_names_are_typed_in_large_events_and_pairs_that_are_none_are_refused_in_words(
    stuck, organiser, client_for, monkeypatch
):
    one, two = keys()
    client = client_for(organiser)
    with monkeypatch.context() as patch:
        patch.setattr("tournaments.web.organising.manual_pairing.MAX_CHOICES", 1)
        names_are_typed(stuck, client)
    for first, second in ((one, one), (one, ""), (one, 999_999), ("x", two)):
        answer = client.get(path(stuck), {"first": str(first), "second": str(second)})
        assert answer.status_code == 409
        assert "Choose two entrants for each pair." in answer.text
    seen = manual_pairing.propose(stuck.pk, organiser, 1, [(one, two)], now=timezone.now())
    now = timezone.now()
    persons.announce_absence(stuck.pk, Entrant.objects.get(pk=two).player, 2, now=now)
    for code, pairs in (("bad_pairs", [(one, two)]), ("bad_pairs", [])):
        with pytest.raises(Refused, match=code):
            manual_pairing.pair(
                stuck.pk, organiser, 1, pairs, preview_token=seen.preview_token, now=now
            )
    assert Round.objects.count() == 1


def test_it_can_be_ended_at_once_and_everybody_reads_why(stuck, organiser, client_for):
    answer = client_for(organiser).post(path(stuck), {"act": "end"}, follow=True)
    assert "no legal pairing was left for round 2" in text_of(answer)
    advance(timezone.now())
    stuck.refresh_from_db()
    assert (stuck.status, Round.objects.count()) == ("finished", 1)
    told = Message.objects.filter(context__headline="Spring cup: no further round")
    assert told.count() == 2
    assert "have already met" in told.first().context["paragraphs"][0]
    assert "Round 2 could not be paired." in text_of(client_for(None).get(stuck.get_absolute_url()))


def test_only_organisers_and_referees_decide_and_only_while_a_round_waits(
    stuck, organiser, referee, client_for
):
    player = Entrant.objects.first().player
    assert path(stuck) not in client_for(player).get(stuck.get_absolute_url()).text
    assert client_for(player).get(path(stuck)).status_code == 403
    assert path(stuck) in client_for(referee).get(stuck.get_absolute_url()).text
    assert client_for(referee).get(path(stuck)).status_code == 200
    manual_pairing.end_waiting(stuck.pk, referee, 1, now=timezone.now())
    written = Message.objects.count()
    with pytest.raises(Refused, match="nothing_to_decide"):  # it is decided: told once
        manual_pairing.end_waiting(stuck.pk, organiser, 1, now=timezone.now())
    assert Message.objects.count() == written
    advance(timezone.now())
    assert client_for(organiser).get(path(stuck)).status_code == 409
    with pytest.raises(Refused, match="nothing_to_decide"):
        manual_pairing.end_waiting(stuck.pk, referee, 7, now=timezone.now())


@pytest.mark.long
def test_what_was_made_final_stays_final_though_a_running_game_is_annulled(
    hold, people, organiser, client_for, noon
):
    """The only pair had met in a round whose time is over; without that game they could meet."""
    event = hold(people(2), format="swiss", rounds=2, least=2, round_days=1)
    advance(noon + DAY)
    advance(noon + 2 * DAY)
    assert Division.objects.get().unpaired_round == 2
    shown = text_of(client_for(None).get(event.get_absolute_url()))
    assert "The site keeps trying until" in shown
    answer = client_for(organiser).post(path(event), {"act": "end"}, follow=True)
    words = text_of(answer)
    assert "The site keeps trying" not in words
    assert "No further round is played. The standings become final as soon as no game" in words
    annul_match(lock_match(Match.objects.get().pk), ending="annulled", now=timezone.now())
    advance(timezone.now())
    event.refresh_from_db()
    assert (event.status, Round.objects.count()) == ("finished", 1)


@pytest.mark.long
def test_a_round_that_is_not_played_any_more_is_not_said_to_wait(
    hold, people, organiser, client_for, noon
):
    event = hold(people(2), format="swiss", rounds=2, least=2, round_days=1)
    advance(noon + DAY)
    now = timezone.now()
    advance(now)
    manual_pairing.end_waiting(event.pk, organiser, 1, now=now)
    seen = revising.propose(event.pk, organiser, {"rounds": 1}, now=now)
    revising.revise(event.pk, organiser, {"rounds": 1}, preview_token=seen.preview_token, now=now)
    assert "could not be paired" not in text_of(client_for(None).get(event.get_absolute_url()))
    advance(now)
    assert not Division.objects.exclude(unpaired_round=None).exists()
    played(None, now)
    advance(now)
    event.refresh_from_db()
    assert (event.status, Round.objects.count()) == ("finished", 1)
