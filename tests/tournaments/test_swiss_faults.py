"""Swiss rounds: what cannot be paired, and an engine that fails."""

import pytest

from tests.tournaments.swiss_events import FOOTBALL, after, fresh
from tournaments.errors import TimeLimitExceeded, TournamentError
from tournaments.pairing import dutch, matching
from tournaments.pairing.base import Bye, Draft, Pairing, PairingError, players_of
from tournaments.pairing.swiss import PairingInput, pair, repeat
from tournaments.standings.base import Kind, Result, System


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: pair(PairingInput(fresh(4), 2, "w")), "round_not_next"),
        (lambda: pair(PairingInput(fresh(4), 1, "")), "no_initial_colour"),
        (lambda: pair(PairingInput(fresh(1), 1, "w")), "too_few"),
        (lambda: pair(PairingInput(fresh(4, system=System.ROUND_ROBIN), 1, "w")), "no_swiss"),
        (lambda: pair(PairingInput(fresh(4), 1, "w", (), ((1, 2),))), "not_entered"),
        (lambda: pair(PairingInput(fresh(4), 1, "w", (Bye(1, Kind.ZERO_BYE),))), "not_entered"),
        (
            lambda: pair(PairingInput(fresh(4), 1, "w", (Bye(100, Kind.FULL_BYE),))),
            "no_requested_bye",
        ),
        (
            lambda: pair(PairingInput(fresh(4), 1, "w", (Bye(100, Kind.ZERO_BYE),) * 2)),
            "absent_twice",
        ),
        (lambda: pair(PairingInput(fresh(3), 1, "w", (), ((100, 101, 102),))), "no_legal_pairing"),
        (lambda: repeat(Draft(1, (), engine="berger")), "unknown_engine"),
        (lambda: dutch.pair("012 no record of ours"), "no_record"),
        (lambda: dutch.pair("### round 1\n### entrants 1\n152 W\n001 x"), "engine_refused"),
    ],
)
def test_what_cannot_be_paired_is_refused_by_name(call, code):
    with pytest.raises(TournamentError) as caught:
        call()
    assert caught.value.code == code


def test_an_engine_that_breaks_a_rule_is_not_believed(monkeypatch):
    def twice(record):
        return [(100, 101), (100, 102)], []

    monkeypatch.setattr(dutch, "pair", twice)
    draft = pair(PairingInput(fresh(4), 1, "w"))
    assert (draft.engine, draft.note) == ("matching", "engine_wrong")
    monkeypatch.setattr(matching, "pair", twice)
    with pytest.raises(PairingError) as caught:
        pair(PairingInput(fresh(4), 1, "w"))
    assert caught.value.code == "engine_wrong"


def fails_with(error):
    def broken(*_args):
        raise error

    return broken


UNKNOWN = (
    ZeroDivisionError("by zero"),
    AssertionError("wrong state"),
    RecursionError("too deep"),
    MemoryError(),
    OSError("no file"),
    KeyError(7),
    type("Unheard", (Exception,), {})("of"),
)


@pytest.mark.parametrize("error", [*UNKNOWN, SystemExit(2)], ids=lambda error: type(error).__name__)
def test_whatever_the_engine_raises_our_matching_pairs_the_round(error, monkeypatch, caplog):
    monkeypatch.setattr("gacrux.pairingdutch.pairing_dutch", fails_with(error))
    draft = pair(PairingInput(fresh(5), 1, "w"))
    assert (draft.engine, draft.note) == ("matching", "engine_failed")
    assert len(draft.pairings) == 2
    assert repeat(draft)._replace(note=draft.note) == draft
    assert "the engine has failed" in caplog.text


@pytest.mark.parametrize("error", UNKNOWN, ids=lambda error: type(error).__name__)
def test_whatever_its_record_raises_our_matching_pairs_the_round(error, monkeypatch):
    monkeypatch.setattr(dutch, "record_of", fails_with(error))
    draft = pair(PairingInput(fresh(5), 1, "w"))
    assert (draft.engine, draft.note) == ("matching", "engine_failed")


@pytest.mark.parametrize("answer", [None, [(1, 2, 3)], [(1, 99)], [("one", "two")], [(2, 2)]])
def test_nonsense_from_the_engine_is_no_pairing(answer, monkeypatch):
    monkeypatch.setattr(dutch, "_run_engine", lambda *_args: answer)
    draft = pair(PairingInput(fresh(4), 1, "w"))
    assert draft.engine == "matching"
    assert draft.note in ("engine_failed", "engine_wrong")


def test_the_end_of_a_callers_time_is_no_fault_of_the_engine(monkeypatch):
    monkeypatch.setattr("gacrux.pairingdutch.pairing_dutch", fails_with(TimeLimitExceeded()))
    with pytest.raises(TimeLimitExceeded):
        pair(PairingInput(fresh(4), 1, "w"))


def test_boards_are_in_the_order_of_scores():
    event = fresh(8, scoring=FOOTBALL)
    draft = pair(PairingInput(event, 1, "w"))
    event = after(event, draft, [Result(1, p.seats, (1, 2)) for p in draft.pairings])
    second = pair(PairingInput(event, 2, "w"))
    points = {player.entrant: player.score for player in players_of(event)}
    assert [sum(points[who] for who in p.seats) for p in second.pairings] == [6, 6, 0, 0]
    assert isinstance(second.pairings[0], Pairing)
