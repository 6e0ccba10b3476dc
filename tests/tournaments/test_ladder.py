"""The ladder: rungs, challenges, climbing, leaving."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.models import Match
from games.services.challenges.closing import close_account
from games.services.errors import Refused
from games.services.play import flags
from games.services.play.matches import resign_match
from notifications.models import Message
from tests.emails import render
from tests.markup import text_of
from tests.sampling import sampled
from tournaments.models import Entrant, Tournament
from tournaments.services.emails import news
from tournaments.services.entries import leaving, persons
from tournaments.services.files import calendar
from tournaments.services.refusals import explain
from tournaments.services.rounds import ladders, results
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
SEED = "ab" * 32


@pytest.fixture
def ladder(hold, people, noon):
    """Return a running ladder of six with its players from the top."""
    players = people(6)
    tournament = hold(players, format="ladder")
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=lambda: SEED)
    tournament.refresh_from_db()
    return tournament, players


def order(tournament):
    on = Entrant.objects.playing().filter(tournament=tournament).order_by("number")
    return [entrant.player.name[-1] for entrant in on]


def meet(tournament, low, high, now):
    target = Entrant.objects.get(tournament=tournament, player=high)
    return ladders.challenge(tournament.pk, low, target.pk, seed=SEED, now=now)


def beaten(match, loser, now):
    """Let somebody move first, then resign."""
    from games.services.play.play import play_turn

    for text in ("b2", "a1"):
        row = Match.objects.get(pk=match.pk)
        seat = row.seats.get(awaited_since__isnull=False)
        play_turn(row.pk, seat.number, text, seen=row.ply_count, now=now, source="page")
    resign_match(match.pk, loser, now=now)


def test_a_winner_from_below_steps_directly_in_front_and_who_leaves_frees_a_rung(ladder, noon):
    tournament, players = ladder
    assert order(tournament) == ["1", "2", "3", "4", "5", "6"]
    match = meet(tournament, players[4], players[1], noon)
    assert match.event["name"] == "Spring cup"
    beaten(match, players[1], noon)
    assert order(tournament) == ["1", "5", "2", "3", "4", "6"]
    leaving.withdraw_and_resign(tournament.pk, players[2], now=noon)
    assert order(tournament) == ["1", "5", "2", "4", "6"]


@pytest.mark.long
def test_a_loser_from_below_stays_where_they_are(ladder, noon):
    tournament, players = ladder
    beaten(meet(tournament, players[4], players[1], noon), players[4], noon)
    assert order(tournament) == ["1", "2", "3", "4", "5", "6"]


def test_the_same_pair_waits_a_week_and_nobody_challenges_downwards(ladder, noon):
    tournament, players = ladder
    match = meet(tournament, players[4], players[1], noon)
    with pytest.raises(Refused, match="playing_already"):
        meet(tournament, players[4], players[1], noon)
    beaten(match, players[4], noon)
    assert order(tournament) == ["1", "2", "3", "4", "5", "6"], "who loses from below stays"
    with pytest.raises(Refused, match="met_recently") as refusal:
        meet(tournament, players[4], players[1], noon + timedelta(days=6))
    said = "You can challenge them again from 9 March 2026, 12:00 UTC."
    assert explain(refusal.value).endswith(said)
    entrants = {each.number: each.pk for each in Entrant.objects.all()}
    reach = ladders.reachable_entrants(tournament, players[4], noon + timedelta(days=6))
    assert {target for target, against in reach.items() if against is None} == {
        entrants[number] for number in (1, 3, 4)
    }
    waits = reach[entrants[2]]
    assert waits is not None
    assert explain(waits).endswith(said)
    with pytest.raises(Refused, match="not_above"):
        meet(tournament, players[0], players[1], noon)
    assert meet(tournament, players[4], players[1], noon + timedelta(days=8)).is_running


def test_silence_means_off_the_ladder_and_newcomers_begin_at_the_bottom(ladder, person, noon):
    tournament, players = ladder
    meet(tournament, players[5], players[4], noon)
    flags.settle_flags(now=noon + timedelta(days=4))
    match = Match.objects.get()
    assert match.ending == "no_show"
    assert len(order(tournament)) == 5
    (gone,) = Entrant.objects.filter(status=Entrant.Status.WITHDRAWN)
    (stays,) = match.seats.exclude(player=gone.player)
    told = Message.objects.get(key__contains=":off_ladder_")
    said = render(told, noon)
    assert said.subject == "Spring cup: you are no longer on the ladder"
    why = f"Your time ran out in your match against {stays.player.name}, so you have been taken off"
    assert why in " ".join(str(said.body).split())
    assert said.to == [gone.player.address]
    itself = Tournament.objects.filter(pk=tournament.pk)
    itself.update(status="finished", finished_at=noon + timedelta(days=4))
    assert news.read_entry(told, noon, tournament.pk, "withdrawn") == {}, "it is still true"
    itself.update(status="running", finished_at=None)
    persons.enter(tournament.pk, person("Newcomer7"), now=noon)
    assert order(tournament)[-1] == "7"
    numbers = Entrant.objects.playing().filter(tournament=tournament)
    assert sorted(each.number or 0 for each in numbers) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("loser", sampled([5, 4], [4]))
def test_who_resigns_before_the_first_move_stays_on_the_ladder(ladder, loser, noon):
    tournament, players = ladder
    match = meet(tournament, players[5], players[4], noon)
    resign_match(match.pk, players[loser], now=noon)
    assert order(tournament) == (list("123456") if loser == 5 else list("123465"))


def test_whoever_leaves_frees_their_rung(ladder, noon):
    tournament, players = ladder
    leaving.withdraw_and_resign(tournament.pk, players[2], now=noon)
    assert order(tournament) == ["1", "2", "4", "5", "6"]


def test_the_page_offers_challenges_and_the_organiser_ends_it(ladder, client_for, organiser):
    tournament, players = ladder
    client = client_for(players[5])
    url = f"/tournaments/{tournament.pk}/"
    assert text_of(client.get(url)).count('type="submit">Challenge ') == 5
    target = Entrant.objects.get(tournament=tournament, player=players[0])
    answer = client.post(reverse("tournaments:challenge", args=[tournament.pk, target.pk]))
    assert answer.status_code == 303
    assert answer["Location"].startswith("/matches/")
    again = client.post(reverse("tournaments:challenge", args=[tournament.pk, target.pk]))
    assert again.status_code == 409
    page = text_of(client.get(url))
    assert page.count('type="submit">Challenge ') == 4
    assert '<span class="soft small">You are already playing each other.</span>' in page
    end = reverse("tournaments:end", args=[tournament.pk])
    assert client.post(end).status_code == 403
    assert client_for(organiser).post(end).status_code == 303
    top = Entrant.objects.get(tournament=tournament, player=players[0])
    assert top.final_place == 1
    told = Message.objects.filter(kind="standings", thread=tournament.thread)
    assert told.count() == 6
    assert told.get(player=players[0]).context["paragraphs"] == ["You won the tournament."]


def test_a_ladder_has_one_division_and_no_end_in_calendars(hold, people, person, noon):
    tournament = hold(people(6), format="ladder", division_size=3, promoted=1)
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=lambda: SEED)
    late = persons.enter(tournament.pk, person("Late"), now=noon + timedelta(days=1))
    assert late.number == 7
    tournament.refresh_from_db()
    dates = calendar.tournament_calendar(tournament, noon + timedelta(days=1))
    assert b"VEVENT" not in dates


@pytest.mark.long
def test_slow_friends_shield_nobody_from_whoever_stands_directly_below(hold, people, noon):
    players = people(9)
    tournament = hold(players, format="ladder")
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=lambda: SEED)
    for friend in players[2:7]:
        meet(tournament, friend, players[0], noon)
    with pytest.raises(Refused, match="ladder_busy"):
        meet(tournament, players[8], players[0], noon)
    top = Entrant.objects.get(tournament=tournament, player=players[0])
    tournament.refresh_from_db()
    against = ladders.reachable_entrants(tournament, players[8], noon)[top.pk]
    assert against is not None
    assert against.code == "ladder_busy"
    assert ladders.reachable_entrants(tournament, players[1], noon)[top.pk] is None
    assert meet(tournament, players[1], players[0], noon).is_running
    for target in players[3:8]:  # being challenged takes nothing from one's own five
        meet(tournament, players[8], target, noon)
    with pytest.raises(Refused, match="pursues_enough"):
        meet(tournament, players[8], players[2], noon)
    left = ladders.reachable_entrants(tournament, players[8], noon)
    codes = {each and each.code for each in left.values()}
    assert codes == {"pursues_enough", "playing_already"}


@pytest.mark.parametrize("others_moved", sampled([True, False], [False]))
def test_a_ruling_takes_a_climb_back_and_its_undoing_restores_it(
    others_moved, ladder, referee, noon
):
    from tournaments.referees.services import rulings
    from tournaments.referees.services.rulings import RulingRequest

    tournament, players = ladder
    match = meet(tournament, players[4], players[1], noon)
    beaten(match, players[1], noon)
    if others_moved:
        beaten(meet(tournament, players[3], players[2], noon), players[2], noon)
    before = order(tournament)
    words: Any = {"paragraph": "R-4", "reason": "Arranged."}
    (ruling,) = rulings.preview_and_sign(
        RulingRequest("annul", match_id=match.pk, **words), referee, now=noon
    )
    rest = ["1", "2", "4", "3", "5", "6"] if others_moved else ["1", "2", "3", "4", "5", "6"]
    assert order(tournament) == rest
    undo = RulingRequest("undo", case_id=ruling.case_id, undoes=ruling.number, **words)
    rulings.preview_and_sign(undo, referee, now=noon)
    assert order(tournament) == before


@pytest.mark.long
@pytest.mark.parametrize("told_by", ["e-mail", "browser", ""])
def test_whoever_fell_off_by_time_stands_again_where_the_match_goes_on(
    ladder, referee, noon, told_by
):
    from tournaments.referees.services import rulings
    from tournaments.referees.services.rulings import RulingRequest

    tournament, players = ladder
    match = meet(tournament, players[2], players[1], noon)
    flags.settle_flags(now=noon + timedelta(days=4))
    assert len(order(tournament)) == 5
    order_ = RulingRequest("reopen", "R-6", "The server was down.", {"ply": 0}, match_id=match.pk)
    if told_by == "e-mail":
        Message.objects.update(state="sent", sent_at=noon + timedelta(days=4))
    elif told_by:
        Message.objects.update(pushed_at=noon + timedelta(days=4))
    rulings.preview_and_sign(order_, referee, now=noon + timedelta(days=5))
    assert order(tournament) == ["1", "2", "3", "4", "5", "6"]
    told = Message.objects.filter(key__contains=":off_ladder_").order_by("pk")
    if told_by:
        first = "sent" if told_by == "e-mail" else "withdrawn"
        assert [each.state for each in told] == [first, "queued"]
        said = render(told[1], noon + timedelta(days=5))
        assert said.subject == "Spring cup: you are on the ladder again"
    else:
        assert [each.state for each in told] == ["withdrawn"]


@pytest.mark.long
def test_who_came_back_and_left_of_their_own_accord_stays_away_after_a_ruling(
    ladder, referee, noon
):
    from tournaments.referees.services import rulings
    from tournaments.referees.services.rulings import RulingRequest

    tournament, players = ladder
    match = meet(tournament, players[2], players[1], noon)
    flags.settle_flags(now=noon + timedelta(days=4))
    (gone,) = Entrant.objects.filter(status=Entrant.Status.WITHDRAWN)
    persons.enter(tournament.pk, gone.player, now=noon + timedelta(days=5))
    persons.withdraw(tournament.pk, gone.player, now=noon + timedelta(days=6))
    order_ = RulingRequest("reopen", "R-6", "The server was down.", {"ply": 0}, match_id=match.pk)
    rulings.preview_and_sign(order_, referee, now=noon + timedelta(days=7))
    assert len(order(tournament)) == 5
    assert not Message.objects.filter(context__headline__contains="on the ladder again").exists()


@pytest.mark.long
def test_who_fell_off_and_closed_their_account_stays_off_after_a_ruling(ladder, referee, noon):
    from tournaments.referees.services import rulings
    from tournaments.referees.services.rulings import RulingRequest

    tournament, players = ladder
    match = meet(tournament, players[2], players[1], noon)
    flags.settle_flags(now=noon + timedelta(days=4))
    (gone,) = Entrant.objects.filter(status=Entrant.Status.WITHDRAWN)
    close_account(gone.player, now=noon + timedelta(days=5))
    ruling = RulingRequest("annul", "R-6", "The server was down.", match_id=match.pk)
    rulings.preview_and_sign(ruling, referee, now=noon + timedelta(days=6))
    assert len(order(tournament)) == 5


@pytest.mark.long
def test_an_exclusion_is_undone_to_the_rung_after_a_flag_that_had_fallen(ladder, referee, noon):
    """Whoever is excluded had won on time just before, and climbed by it."""
    from tournaments.referees.services import rulings
    from tournaments.referees.services.rulings import RulingRequest

    tournament, players = ladder
    match = meet(tournament, players[2], players[1], noon)
    awaited = match.seats.get(awaited_since__isnull=False)
    winner = match.seats.exclude(pk=awaited.pk).get().player
    entrant = Entrant.objects.get(tournament=tournament, player=winner)
    words: Any = {"paragraph": "R-6", "reason": "Rude."}
    out = RulingRequest("exclude", tournament_id=tournament.pk, params={"entrant": entrant.pk},
                        **words)  # fmt: skip
    later = noon + timedelta(days=4)
    *_others, ruling = rulings.preview_and_sign(out, referee, now=later)
    assert len(order(tournament)) == 4, "the excluded one, and the other whose time had run out"
    undo = RulingRequest("undo", case_id=ruling.case_id, undoes=ruling.number, **words)
    rulings.preview_and_sign(undo, referee, now=later)
    rest = [name for name in "123456" if name != awaited.player.name[-1]]
    assert order(tournament) == rest


@pytest.mark.long
def test_a_climb_whose_news_was_lost_is_made_up_for_within_the_hour(ladder, noon, monkeypatch):
    tournament, players = ladder
    now = noon + timedelta(days=1)
    monkeypatch.setattr(results, "_follow_up_when_free", lambda *_where: None)
    beaten(meet(tournament, players[4], players[1], now), players[1], now)
    assert order(tournament) == ["1", "2", "3", "4", "5", "6"]
    running.advance_all(now=now + timedelta(minutes=59), make_seed=lambda: SEED)
    assert order(tournament) == ["1", "2", "3", "4", "5", "6"]
    running.advance_all(now=now + timedelta(hours=1), make_seed=lambda: SEED)
    assert order(tournament) == ["1", "5", "2", "3", "4", "6"]
