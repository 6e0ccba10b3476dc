"""The checks of a rehearsal find what is wrong: one error of every kind, put in and taken out."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet

from games.models import Match, Ply, Rating, RatingEntry, Seat
from notifications.models import DeliveryEvent, Message
from tests.rehearsal import checks, proof, stage
from tests.rehearsal.proof import records, reports
from tests.rehearsal.stage import Cast
from tournaments import queries
from tournaments.errors import TournamentError
from tournaments.models import Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entries import leaving
from tournaments.services.files import engine_check, trf_files
from tournaments.services.tables import events, finals
from tournaments.standings import tiebreaks, withdrawal
from tournaments.standings.contributions import Addend

pytestmark = [pytest.mark.django_db]
Inject = Callable[[pytest.MonkeyPatch], object]
DAY = timedelta(days=1)


def played(event: str, entrants: int, now: Any, leave: dict[int, int]) -> Tournament:
    """Rehearse an event to its end; ``leave``: who withdraws after how many games, by number."""
    cast = Cast(event, entrants, divisions=1, seasons=1, people=entrants, silent=0, short=True)
    rng = random.Random(5)
    tournament = stage.set_up(cast, rng, now=now)
    ticks = 0
    while tournament.finished_at is None:
        now = stage.next_instant(cast, now)
        if tournament.is_running:
            for number, games in leave.items():
                who = Entrant.objects.get(tournament=tournament, number=number)
                over = FixtureSeat.objects.filter(entrant=who, fixture__settled_at__lt=now)
                if over.count() >= games and who.withdrawn_at is None:
                    leaving.withdraw_and_resign(tournament.pk, who.player, now=now)
            ticks += 1
        stage.tick(cast, rng, now=now)
        tournament.refresh_from_db()
        assert ticks < 100
    judge = queries.get_tournament(tournament.pk).organiser
    referee = type(judge).objects.get(name=stage.REFEREES[0])
    rulings.preview_and_sign(
        RulingRequest("warn", "R-5", "Rude.", player_id=judge.pk), referee, now=now
    )
    stage.tick(cast, rng, now=now + timedelta(days=40))
    return tournament


def found(tournament: Tournament) -> list[str]:
    return list(checks.errors([tournament]))


def missed(tournament: Tournament, injected: dict[str, tuple[Inject, str]]) -> dict[str, list[str]]:
    """Put in every error on its own and return those that were not told with these words."""
    silent = {}
    for name, (inject, words) in injected.items():
        with pytest.MonkeyPatch.context() as patch, transaction.atomic():
            inject(patch)
            told = found(tournament)
            transaction.set_rollback(True)
        if not any(words in each for each in told):
            silent[name] = told
    return silent


def swap(rows: Any, field: str) -> None:
    """Let two rows change what one of their columns holds."""
    one, two = rows
    first, second = getattr(one, field), getattr(two, field)
    assert first != second
    type(one).objects.filter(pk=one.pk).update(**{field: second})
    type(two).objects.filter(pk=two.pk).update(**{field: first})


def a_played(tournament: Tournament) -> Fixture:
    """Return a fixture that somebody has won at the board."""
    own = Fixture.objects.filter(round__division__tournament=tournament, kind="played")
    fixture = own.filter(seats__place=2).order_by("pk").first()
    assert fixture is not None
    return fixture


def in_both_seats(tournament: Tournament) -> None:
    """Reverse a score in the fixture and in the match."""
    fixture = a_played(tournament)
    swap(fixture.seats.all(), "place")
    swap(Seat.objects.filter(match=fixture.match), "rank")


def reversing(patch: pytest.MonkeyPatch, tournament: Tournament) -> None:
    """Let the code of tables read scores the wrong way round, and keep places by it."""
    real = events.result_of

    def reversed_result(fixture: Any) -> Any:
        read = real(fixture)
        return replace(read, places=read.places[::-1]) if read.kind == "played" else read

    patch.setattr(events, "result_of", reversed_result)
    finals.save_final_places(tournament)


def doubled(fixture: Fixture) -> None:
    """Write a fixture a second time."""
    seats = list(fixture.seats.all())
    again = Fixture.objects.create(
        round=fixture.round, board=90, kind="forfeit", settled_at=fixture.settled_at
    )
    for seat in seats:
        FixtureSeat.objects.create(fixture=again, seat=seat.seat, entrant=seat.entrant, place=None)


def lost(kind: str) -> tuple[Inject, str]:
    """Return the loss of one e-mail of a kind."""

    def lose(_patch: pytest.MonkeyPatch) -> None:
        message = Message.objects.filter(kind=kind).order_by("pk").first()
        assert message is not None, kind
        QuerySet(DeliveryEvent).filter(message=message).delete()
        message.delete()

    return lose, kind


def patched_report(change: Callable[[str], str]) -> Inject:
    """Return an error in the code that writes report files."""
    real = trf_files.build_report
    return lambda patch: patch.setattr(
        trf_files, "build_report", lambda *about, **how: change(real(*about, **how))
    )


def of_every_event(tournament: Tournament) -> dict[str, tuple[Inject, str]]:
    """Return errors that any event can have."""
    fixture = a_played(tournament)
    ranked = Entrant.objects.filter(tournament=tournament).order_by("final_place")
    first, second = ranked[0], ranked.reverse()[0]
    sides = fixture.seats.order_by("place")
    ply = Ply.objects.filter(match=fixture.match).order_by("number")[0]
    sent = DeliveryEvent.objects.filter(event="accepted").order_by("pk")[0]
    return {
        "a score reversed": (
            lambda _: swap((sides[0], sides.reverse()[0]), "place"),
            f"fixture {fixture.pk} has",
        ),
        "points over legs changed": (
            lambda _: fixture.seats.filter(seat=0).update(points=77),
            f"fixture {fixture.pk} has",
        ),
        "places swapped": (lambda _: swap((first, second), "final_place"), "is kept at"),
        "a result lost": (
            lambda _: Fixture.objects.filter(pk=fixture.pk).update(settled_at=None),
            "has no result",
        ),
        "a match lost": (
            lambda _: Fixture.objects.filter(pk=fixture.pk).update(match=None),
            "was never played",
        ),
        "a seat doubled in its round": (lambda _: doubled(fixture), "sits twice"),
        "a ply lost": (lambda _: QuerySet(Ply).filter(pk=ply.pk).delete(), f"match {ply.match_id}"),
        "a ply changed": (
            lambda _: QuerySet(Ply).filter(pk=ply.pk).update(text="resign"),
            f"match {ply.match_id}",
        ),
        "a ruling changed": (
            lambda _: QuerySet(Ruling).update(reason="Otherwise."),
            "ruling ",
        ),
        "an e-mail sent twice": (
            lambda _: DeliveryEvent.objects.create(
                message=sent.message, event="accepted", at=sent.at
            ),
            "went out 2 times",
        ),
        "an e-mail given up": (
            lambda _: Message.objects.filter(pk=sent.message_id).update(state="failed"),
            "was given up",
        ),
        **{
            f"an e-mail of the kind {kind} lost": lost(kind)
            for kind in ("tournament_started", "standings", "round_paired")
        },
    }


def of_tables(tournament: Tournament) -> dict[str, tuple[Inject, str]]:
    """Return errors of events with a table and a report file."""
    fixture = a_played(tournament)

    def told_wrong(text: str) -> str:
        lines = text.split("\r\n")
        at = next(n for n, line in enumerate(lines) if line.startswith("001") and line[98] in "1W")
        lines[at] = lines[at][:98] + "0" + lines[at][99:]
        return "\r\n".join(lines)

    def refused(_text: str) -> str:
        raise TournamentError("points_need_tenths")

    def other(key: str) -> Inject:
        wrong = tiebreaks.CRITERIA[key]._replace(
            function=lambda book, group: {
                who: [Addend(Fraction(-who))] for who in book.event.entrants
            }
        )
        return lambda patch: patch.setitem(tiebreaks.CRITERIA, key, wrong)

    last = Entrant.objects.filter(tournament=tournament).order_by("-number")[0]
    return of_every_event(tournament) | {
        "a score reversed in match and fixture": (
            lambda _: in_both_seats(tournament),
            f"match {fixture.match_id}",
        ),
        "scores read the wrong way round": (
            lambda patch: reversing(patch, tournament),
            "the table shows",
        ),
        "a wrongly computed tie-break": (other("leg_points"), "the table shows leg_points"),
        "a report with a wrong result": (patched_report(told_wrong), "report: "),
        "a report with wrong points": (
            patched_report(
                lambda text: text.replace("  1.0 ", "  1.5 ").replace("  2.0 ", "  2.5 ")
            ),
            "report: ",
        ),
        "a report without a player": (
            patched_report(lambda text: text.split(f"001 {last.number:>4}")[0]),
            "report: it has the numbers",
        ),
        "a report that cannot be written": (patched_report(refused), "cannot be written"),
        "a rating changed": (
            lambda _: Rating.objects.update(value=1234567),
            "rating ",
        ),
        "a rating entry changed": (
            lambda _: QuerySet(RatingEntry).update(after=1234567),
            "rating ",
        ),
        **{
            f"an e-mail of the kind {kind} lost": lost(kind)
            for kind in ("match_started", "your_turn", "match_finished")
        },
    }


@pytest.fixture
def in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rounds of the league come one after the other, so that somebody leaves early."""
    from tests.rehearsal import plans

    monkeypatch.setitem(
        plans.EVENTS,
        "league",
        lambda _entrants: {"format": "round_robin", "round_days": 7},
    )


@pytest.mark.long
def test_every_kind_of_fault_is_found_in_a_league(noon, in_turn):
    league = played("league", 6, noon, {1: 1, 5: 3})
    assert found(league) == []
    gone = Entrant.objects.filter(tournament=league, status="withdrawn").order_by("number")
    assert [each.number for each in gone] == [1, 5]
    fixture = a_played(league)
    injected = of_tables(league) | {
        "a fixture missing": (
            lambda _: Fixture.objects.filter(pk=fixture.pk).delete(),
            "have 0 fixtures, should have 1",
        ),
        "a fixture doubled": (
            lambda _: doubled(fixture),
            "have 2 fixtures, should have 1",
        ),
        "the half rule left out": (
            lambda patch: patch.setattr(events, "withdraw", lambda results, *_more: results),
            "report: 1 has",
        ),
        "the half rule applied to all": (
            lambda patch: patch.setattr(withdrawal, "_less_than_half", lambda *_about: True),
            "the table shows",
        ),
        "the half rule applied to nobody": (
            lambda patch: patch.setattr(withdrawal, "_less_than_half", lambda *_about: False),
            "report: 1 has",
        ),
    }
    assert missed(league, injected) == {}
    assert found(league) == []


def other_colours(made: Round) -> None:
    """Let a round say that it was paired from a record with the other first colour."""
    one, other = ("152 W", "152 B") if "152 W" in made.engine_input else ("152 B", "152 W")
    assert one in made.engine_input
    Round.objects.filter(pk=made.pk).update(engine_input=made.engine_input.replace(one, other))


def other_past(made: Round) -> None:
    """Let a round say that it was paired from other results."""
    lines = made.engine_input.split("\r\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("001") and line[98:99] in "1W")
    lines[at] = f"{lines[at][:98]}0{lines[at][99:]}"
    Round.objects.filter(pk=made.pk).update(engine_input="\r\n".join(lines))


def met_again(tournament: Tournament) -> None:
    """Let the pair of a board in round one sit at a board of round two, too."""
    fixture = a_played(tournament)
    later = Fixture.objects.filter(
        round__division=fixture.round.division, round__number=2, kind="played"
    )[0]
    FixtureSeat.objects.filter(fixture=later).delete()
    for seat in fixture.seats.all():
        FixtureSeat.objects.create(
            fixture=later, seat=seat.seat, entrant=seat.entrant, place=seat.place
        )


def second_bye(tournament: Tournament) -> None:
    """Give the bye of a round to whoever had that of the round before."""
    one, two = FixtureSeat.objects.filter(
        fixture__kind="paired_bye", fixture__round__division__tournament=tournament
    ).order_by("fixture__round__number")[:2]
    two.entrant = one.entrant
    two.save()


@pytest.mark.long
def test_every_kind_of_fault_is_found_in_a_swiss(noon):
    swiss = played("swiss", 7, noon, {})
    assert found(swiss) == []
    first, second = Round.objects.order_by("number")[:2]
    injected = of_tables(swiss) | {
        "a pairing that is not the engine's": (
            lambda _: other_colours(first),
            "round 1: published are",
        ),
        "results that were not those of the day": (
            lambda _: other_past(second),
            "round 2: its record has",
        ),
        "a round without the input of its pairing": (
            lambda _: Round.objects.filter(pk=first.pk).update(engine_input=""),
            "round 1: it does not say",
        ),
        "a round by our own matching": (
            lambda _: Round.objects.filter(pk=second.pk).update(
                engine="matching 1", note="engine_failed"
            ),
            "though FIDE's engine could",
        ),
        "two who meet twice": (lambda _: met_again(swiss), "have met 2 times"),
        "two byes for one": (lambda _: second_bye(swiss), "was given two byes"),
        "wrongly computed Buchholz": (
            lambda patch: patch.setitem(
                tiebreaks.CRITERIA,
                "buchholz",
                tiebreaks.CRITERIA["buchholz"]._replace(
                    function=tiebreaks.CRITERIA["sonneborn_berger"].function
                ),
            ),
            "the table shows buchholz",
        ),
    }
    assert missed(swiss, injected) == {}
    assert found(swiss) == []


@pytest.mark.long
def test_every_kind_of_fault_is_found_at_tables_of_three(noon):
    pods = played("pods", 6, noon, {4: 1})
    assert found(pods) == []
    injected = of_every_event(pods) | {
        "scores read the wrong way round": (
            lambda patch: reversing(patch, pods),
            "the table shows",
        ),
    }
    assert missed(pods, injected) == {}


@pytest.mark.long
def test_every_kind_of_fault_is_found_in_a_knock_out(noon):
    tree = played("knockout", 5, noon, {})
    assert found(tree) == []
    first = Fixture.objects.filter(round__number=1, kind="played")[0]

    def other_winner(_patch: object) -> None:
        swap(first.seats.all(), "place")
        swap(Seat.objects.filter(match=first.match), "rank")

    injected = of_every_event(tree) | {
        "the loser goes through": (other_winner, "by mistake"),
    }
    assert missed(tree, injected) == {}


def test_only_those_who_have_played_have_met():
    sides = (records.Side(1, 1), records.Side(2, 2))
    games = tuple(
        records.Game(number, number, 1, kind, sides)
        for number, kind in enumerate((records.UNPLAYED, records.ANNULLED, records.PLAYED), 1)
    )
    assert list(records.met(games)) == [frozenset({1, 2})]


def test_a_line_of_a_report_is_read_by_its_columns():
    name = "Player, One"
    line = f"001    2 m    {name:<33} 1987 {'':3} {'':11} {'':10}  1.5    1     1 b =  0000 - U"
    (read,) = reports.lines_of(line)
    assert (read.number, read.points, read.place) == (2, Fraction(3, 2), 1)
    assert read.cells == {1: (1, "b", "="), 2: (0, "", "U")}


SOME = (
    *("a score reversed", "places swapped", "a result lost", "a ply changed"),
    *("an e-mail sent twice", "a report with a wrong result", "a rating changed"),
)


@pytest.mark.long
def test_some_faults_are_found_in_a_swiss_of_four_that_the_engine_has_paired(noon):
    swiss = played("swiss", 4, noon, {})
    assert list(engine_check.fallbacks_in(swiss)) == []
    assert Match.objects.filter(fixture__isnull=False).exists()
    assert found(swiss) == []
    every = of_tables(swiss)
    assert missed(swiss, {name: every[name] for name in SOME}) == {}


def test_the_second_computation_shares_no_code_with_what_it_checks():
    rows = {"games.models", "games.lots", "tournaments.models", "tournaments.referees.models"}
    found: set[str] = set()
    for path in Path(proof.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                inside = [f"games.{each.name}" for each in node.names if node.module == "games"]
                found.update(inside or [str(node.module)])
            elif isinstance(node, ast.Import):
                found.update(each.name for each in node.names)
    ours = ("config", "inbound", "tournaments", "games", "notifications", "accounts", "tests")
    asked = {name for name in found if name.partition(".")[0] in ours}
    assert {name for name in asked if not name.startswith("tests.rehearsal.proof")} == rows
