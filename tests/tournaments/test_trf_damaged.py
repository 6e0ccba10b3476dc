"""Report files: damaged, cut and rewritten."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.sampling import sampled
from tests.tournaments import worlds
from tests.tournaments.trf_small import FOOTBALL, SMALL, played
from tournaments.errors import TournamentError
from tournaments.pairing.base import Bye
from tournaments.pairing.swiss import PairingInput, pair
from tournaments.standings.base import Event, EventEntrant, Kind, Result, Scoring, System
from tournaments.standings.trf.reader import read
from tournaments.standings.trf.report import TRF_16, TRF_26, write_report
from tournaments.standings.trf.sheet import PlayerCard, Sheet, TrfError


@pytest.mark.long
@given(
    st.integers(0, 2**32),
    st.lists(
        st.tuples(st.integers(0, 700), st.sampled_from(" 0123456789wb-+=1HFUZ\n\t.XA²٣é")),
        max_size=6,
    ),
)
def test_whatever_is_damaged_is_read_or_refused_by_name(seed, damages):
    text = write_report(Sheet(worlds.swiss(seed), initial="w")) if seed % 2 else SMALL
    for place, sign in damages:
        text = text[: place % len(text)] + sign + text[place % len(text) + 1 :]
    told = understood(text)
    assert told == {"line", "column", "found", "expected"} or isinstance(told, tuple)


def understood(text):
    """Return the entrants of a file, or what its error names."""
    try:
        return read(text).event.entered
    except TrfError as error:
        return set(error.params)


CUT = [(seed, year) for year in (TRF_16, TRF_26) for seed in range(8)]


@pytest.mark.parametrize(("seed", "year"), sampled(CUT, [CUT[-1]]))
def test_a_file_cut_after_any_round_and_read_again_is_paired_as_it_was(seed, year):
    event, drafts, initial = played(seed)
    text = write_report(Sheet(event, initial=initial), year=year)
    for draft in drafts:
        width = 89 + 10 * (draft.round - 1)
        cut = "\n".join(
            line[:width] if line.startswith("001") else line for line in text.splitlines()
        )
        sheet = read(cut)
        absent = tuple(bye for bye in draft.byes if bye.kind is not Kind.PAIRED_BYE)
        again = pair(PairingInput(sheet.event, draft.round, sheet.initial, absent))
        assert again.pairings == draft.pairings
        assert set(again.byes) == set(draft.byes)
        assert again.note == draft.note == ""


@pytest.mark.parametrize("seed", sampled(range(4), [2]))
def test_absences_in_the_file_are_those_of_the_round_to_come(seed):
    event, drafts, initial = played(seed)
    for draft in drafts[1:]:
        past = tuple(result for result in event.results if result.round < draft.round)
        absent = tuple(bye for bye in draft.byes if bye.kind is not Kind.PAIRED_BYE)
        sheet = Sheet(
            replace(event, results=past, rounds=draft.round - 1),
            initial=initial,
            absences=tuple(Result(draft.round, (bye.entrant,), kind=bye.kind) for bye in absent),
        )
        back = read(write_report(sheet))
        told = tuple(Bye(each.seats[0], each.kind) for each in back.absences)
        assert (
            pair(PairingInput(back.event, draft.round, back.initial, told)).pairings
            == draft.pairings
        )


def test_kinds_the_format_lacks_become_the_nearest_it_has():
    entered = tuple(map(EventEntrant, range(1, 5)))
    truth = Result(2, (1, 3), (1, 2))
    results = (
        Result(1, (1, 2), (1, 2), Kind.ADJUDICATED),
        Result(1, (3, 4), kind=Kind.ANNULLED),
        replace(truth, places=(1, None), kind=Kind.WITHDRAWN, truth=truth),
        Result(2, (4, 2), (1, 1), rated=False),
    )
    back = read(write_report(Sheet(Event(entered, results, System.ROUND_ROBIN))))
    assert set(back.event.results) == {
        Result(1, (1, 2), (1, 2)),
        Result(1, (3,), kind=Kind.ZERO_BYE),
        Result(1, (4,), kind=Kind.ZERO_BYE),
        truth,
        Result(2, (4, 2), (1, 1), rated=False),
    }


THIRDS = Scoring(((Fraction(1, 3), Fraction(0)),))


TWICE = (Result(1, (1, 2), (1, 2)), Result(1, (2, 1), (1, 2)))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: Sheet(Event((EventEntrant(1, 10000),))), "rating_too_high"),
        (lambda: Sheet(Event((EventEntrant(1),), scoring=THIRDS)), "points_need_tenths"),
        (lambda: Sheet(Event((EventEntrant(1), EventEntrant(2)), TWICE)), "two_results_in_round"),
        (lambda: Sheet(Event(tuple(map(EventEntrant, range(10000))))), "too_many_players"),
        (
            lambda: Sheet(
                Event(tuple(map(EventEntrant, range(3))), (Result(1, (0, 1, 2), (1, 2, 3)),))
            ),
            "two_seats_only",
        ),
        (
            lambda: Sheet(
                Event(
                    (EventEntrant(1), EventEntrant(2)), (Result(1, (1, 2), (1, 1), Kind.FORFEIT),)
                )
            ),
            "forfeit_without_loser",
        ),
    ],
)
def test_what_the_format_cannot_say_is_refused_by_name(call, code):
    with pytest.raises(TournamentError) as caught:
        write_report(call())
    assert caught.value.code == code
    with pytest.raises(TrfError) as other:
        write_report(Sheet(Event((EventEntrant(1),), scoring=FOOTBALL)), year=TRF_16)
    assert other.value.code == "needs_trf26"


def test_names_never_break_a_column():
    long = PlayerCard(
        "A name\nof many\twords that is far too long for its columns", "female", "WGMX", "AUTX"
    )
    text = write_report(Sheet(Event((EventEntrant(7, 1500),)), {7: long}))
    line = text.splitlines()[-1]
    assert line[14:47] == "A name of many words that is far "
    assert (line[9], line[10:13], line[53:56], line[48:52]) == ("f", "WGM", "AUT", "1500")
    assert read(text).cards[1].name == "A name of many words that is far"
