"""How a tournament stands, asked for by a word."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match
from games.services.play import matches
from inbound.grammar import Verb
from inbound.grammar.spellings import COMMAND_SPELLINGS
from inbound.services.acts import standings
from notifications.addresses import About, Matter, reply_address
from tests.inbound.conftest import newest, reply_to, written
from tests.sampling import sampled
from tests.tournaments.conftest import hold, organiser, people, plan
from tournaments.models import Club, Tournament
from tournaments.services.seasons import running

__all__ = ["hold", "organiser", "people", "plan"]
DAY = 86_400


def ask(receive, player, text, to):
    """Send a word and return the report with the text of its answer."""
    report = receive(written(f"{text}\n", to, player.address), after=2 * DAY)
    return {**report, "body": newest(player, "answer").body}


def about(tournament, player):
    return reply_address(Matter(About.TOURNAMENT, player.pk, tournament.pk))


def begin(noon):
    """Start what is due a day later."""
    running.advance_all(now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)


def give_up_one(player, noon):
    """Let a player lose their first match by word."""
    match = Match.objects.filter(seats__player=player).order_by("pk").first()
    matches.resign_match(match.pk, player, now=noon + timedelta(days=1, hours=1))
    return match


@pytest.mark.parametrize("language", sampled(sorted(COMMAND_SPELLINGS), ["fr"]))
def test_the_table_and_the_own_pairings_answer_an_e_mail_about_the_event_or_its_match(
    alice, bob, people, hold, noon, receive, language
):
    alice.language = language
    alice.save()
    tournament = hold([alice, bob, *people(2)], rated=False)
    word = COMMAND_SPELLINGS[language][Verb.STANDINGS]
    before = ask(receive, alice, word, about(tournament, alice))
    assert (before["outcome"], before["commands"]) == ("done", ["standings"])
    assert tournament.title in before["body"]
    assert "Bob" not in before["body"]
    begin(noon)
    match = Match.objects.get(seats__player=alice)
    lost = Match.objects.exclude(pk=match.pk).get()
    loser = lost.seats.get(number=0).player
    matches.resign_match(lost.pk, loser, now=noon + timedelta(days=1, hours=1))
    to = reply_to(alice, thread=f"match:{match.pk}")
    for address in (about(tournament, alice), to):
        told = ask(receive, alice, word, address)
        assert told["commands"] == ["standings"]
        winner = lost.seats.get(number=1).player
        assert f"1. {winner.name} (" in told["body"]
        assert "Alice – " in told["body"] or " – Alice" in told["body"]
        assert "play+" in told["body"]


def test_the_lines_say_points_matches_and_who_is_the_reader(alice, bob, hold, noon, receive):
    tournament = hold([alice, bob], rated=False, least=2)
    begin(noon)
    match = give_up_one(bob, noon)
    body = ask(receive, alice, "Show the standings, please", about(tournament, alice))["body"]
    assert "1. Alice (you, 1 point, 1 match finished)" in body
    assert "2. Bob (0 points, 1 match finished)" in body
    seats = [seat.player.name for seat in match.seats.order_by("number")]
    assert f"Round 1: {' – '.join(seats)}" in body
    assert "Result: + : −" in body or "Result: − : +" in body


def test_whoever_is_far_down_still_finds_their_own_line(people, hold, noon, receive, monkeypatch):
    monkeypatch.setattr(standings, "MAX_ROWS", 2)
    known = people(4)
    tournament = hold(known, format="swiss", rounds=2, rated=False)
    begin(noon)
    give_up_one(known[3], noon)
    body = ask(receive, known[3], "standings", about(tournament, known[3]))["body"]
    table = [
        line for line in body.partition("http")[0].splitlines() if "Player0" in line or line == "…"
    ]
    assert [line == "…" for line in table[1:]] == [False, False, True, False]
    assert "Player04 (you, 0 points" in table[-1]


def test_an_event_is_found_by_its_title_where_only_one_fits(alice, bob, hold, noon, receive, start):
    start(alice, bob)
    hold([alice, bob], name="Spring cup", rated=False)
    hold([], name="Spring cup of Basel", rated=False)
    hold([], name="Winter league", rated=False)
    to = reply_to(alice)
    one = ask(receive, alice, "standings “spring CUP”", to)
    assert (one["outcome"], one["commands"]) == ("done", ["standings spring CUP"])
    assert "Spring cup" in one["body"]
    assert ask(receive, alice, "Tabelle: winter", to)["outcome"] == "done"
    several = ask(receive, bob, "standings cup", reply_to(bob))
    assert several["outcome"] == "done", "the own event comes before others"
    hold([alice], name="Summer cup", rated=False)
    several = ask(receive, alice, "standings cup", to)
    assert (several["outcome"], several["code"]) == ("refused", "several_tournaments")
    assert "Spring cup" in several["body"]
    assert "Summer cup" in several["body"]
    none = ask(receive, alice, "standings of the moon", to)
    assert (none["outcome"], none["code"]) == ("refused", "no_tournament_called")
    assert "of the moon" in none["body"]


def test_without_a_title_the_only_event_of_the_reader_is_meant(alice, bob, hold, start, receive):
    match = start(alice, bob)
    to = reply_address(Matter(About.PLAYER, alice.pk))
    assert ask(receive, alice, "standings", to)["code"] == "not_about_tournament"
    hold([alice], name="Spring cup", rated=False)
    assert "Spring cup" in ask(receive, alice, "standings", to)["body"]
    hold([alice], name="Winter league", rated=False)
    alice.language = "de"
    alice.save()
    which = ask(receive, alice, "Rangliste", to)
    assert (which["outcome"], which["code"]) == ("refused", "which_tournament")
    assert "„Tabelle“" in which["body"]
    friendly = ask(receive, alice, "Tabelle", reply_to(alice, thread=f"match:{match.pk}"))
    assert friendly["code"] == "not_about_tournament"


def test_a_private_event_is_known_only_to_whom_it_concerns(alice, bob, hold, noon, start, receive):
    club = Club.objects.create(name="Hidden club", key="hidden", private=True, founded_at=noon)
    start(alice, bob)
    tournament = hold([bob], name="Hidden cup", rated=False)
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    assert ask(receive, alice, "standings hidden cup", reply_to(alice))["code"] == (
        "no_tournament_called"
    )
    assert ask(receive, alice, "standings", about(tournament, alice))["code"] == (
        "no_such_tournament"
    )
    assert ask(receive, bob, "standings hidden cup", reply_to(bob))["outcome"] == "done"
