"""A flag that falls in chess is a draw where the other could not mate (FIDE 6.9)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import clocks, queries
from games.families.chess.rules import Chess
from games.models import Match, RatingEntry
from games.services.play import flags, matches
from games.services.solo import studies
from games.services.wording import result_words
from notifications.models import Message
from tests.emails import composed, render

pytestmark = pytest.mark.django_db
CLAIM = clocks.TimeControl(per_turn=timedelta(days=1), on_flag="claim")


@pytest.fixture
def begun(alice, bob, start, play, noon):
    """Return a starter of matches that stand at a position, white to move."""

    def begin(fen, **terms):
        match = start(alice, bob, ruleset="chess", **terms)
        play(match, "e2e4,e7e5", noon)
        state = {"fen": f"{fen} w - - 0 2", "seen": []}
        Match.objects.filter(pk=match.pk).update(state=state)
        return match

    return begin


def after_the_flag(match, noon):
    flags.settle_flags(now=noon + timedelta(days=9))
    match.refresh_from_db()
    return match.ending, [seat.rank for seat in match.seats.order_by("number")]


def flat(text):
    return " ".join(text.split())


def email(name, kind):
    return Message.objects.filter(player__name=name, kind=kind).latest("pk")


@pytest.mark.parametrize(
    ("fen", "ending", "ranks"),
    [
        ("4k3/8/8/8/8/P7/8/K7", "timeout_tie", [1, 1]),
        ("4k3/8/8/8/8/n7/8/K1Q5", "timeout_tie", [1, 1]),
        ("4k3/8/8/8/8/n7/7P/K7", "timeout", [2, 1]),
    ],
)
def test_time_loses_only_to_those_who_could_still_mate(begun, fen, ending, ranks, noon):
    assert after_the_flag(begun(fen), noon) == (ending, ranks)


def test_everything_says_that_it_was_a_draw(begun, alice, noon):
    match = begun("4k3/8/8/8/8/P7/8/K7")
    after_the_flag(match, noon)
    why = "Time ran out, but the opponent could not have checkmated"
    told = composed(email("Alice", "match_finished"))
    assert (told["result"], told["ending"][: len(why)]) == ("The match was drawn.", why)
    seats = list(match.seats.order_by("number"))
    assert result_words.ending_sentence(match, seats).startswith(why)
    assert result_words.reason_text(match.ending) == "time"
    position = queries.position_for(alice, match.pk)
    assert position is not None
    pgn = studies.match_pgn(position, "https://x.example/")
    assert '[Result "1/2-1/2"]' in pgn
    assert '[Termination "time forfeit"]' in pgn
    before, after = RatingEntry.objects.filter(match=match).values_list("after", flat=True)
    assert before == after == 150_000  # a draw between equals changes nothing


def test_a_draw_on_time_is_claimed_like_a_win(begun, bob, noon, monkeypatch):
    match = begun("4k3/8/8/8/8/P7/8/K7", control=CLAIM)
    late = noon + timedelta(days=9)
    monkeypatch.setattr(Chess, "may_win", lambda *_: False)  # e-mails go by the ledger
    flags.settle_flags(now=late)
    said = render(email("Bob", "flagged"), late).body  # in German
    assert "Du kannst das Unentschieden auf der Seite der Partie beanspruchen" in flat(said)
    assert "Antworte „Anspruch Sieg“, um die Partie durch Zeitüberschreitung zu beenden." in said
    assert matches.claim_win(match.pk, bob, now=late).ending == "timeout_tie"


def test_where_it_is_not_worked_out_the_flag_decides_and_a_referee_is_named(
    begun, noon, monkeypatch
):
    match = begun("4k3/8/8/8/8/n7/7P/K7")
    monkeypatch.setattr(Chess, "may_win", lambda *_: None)
    assert after_the_flag(match, noon) == ("timeout", [2, 1])
    assert composed(email("Alice", "match_finished"))["ending"] == (
        "You ran out of time. The server could not work out whether a win on the board was still "
        "possible. If it was not, the match is a draw: ask a referee."
    )


def test_programs_are_told_to_ask_a_referee_like_readers_of_the_page(
    begun, alice, noon, monkeypatch, client_for
):
    match = begun("4k3/8/8/8/8/n7/7P/K7")
    monkeypatch.setattr(Chess, "may_win", lambda *_: None)
    after_the_flag(match, noon)
    found = client_for(alice).get(f"/api/v1/matches/{match.pk}/").json()
    assert found["ending_words"].endswith("the match is a draw: ask a referee.")
    drawn = begun("4k3/8/8/8/8/P7/8/K7")
    monkeypatch.setattr(Chess, "may_win", lambda *_: False)
    assert after_the_flag(drawn, noon)[0] == "timeout_tie"
    found = client_for(alice).get(f"/api/v1/matches/{drawn.pk}/").json()
    assert "referee" not in found["ending_words"]
