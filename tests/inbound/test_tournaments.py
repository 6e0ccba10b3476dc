"""Entering, withdrawing, claims and appeals by an answer, in the reader's language."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games import clocks
from inbound.models import InboundMessage
from notifications.addresses import About, Matter, reply_address
from tests.inbound.conftest import newest, reply_to, written
from tests.sampling import sampled
from tests.tournaments.conftest import hold, organiser, plan
from tournaments.models import Entrant, Fixture, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import claims, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.seasons import running
from tournaments.services.seasons.announcing import draft_tournament

__all__ = ["hold", "organiser", "plan"]
ALICE, BOB = "alice@example.org", "bob@example.org"
DAY = 86_400


def about(tournament: Any, player: Any) -> str:
    """Return where an e-mail about a tournament is answered."""
    return reply_address(Matter(About.TOURNAMENT, player.pk, tournament.pk))


def entrants(player: Any) -> list[str]:
    """Return in what states a player is in tournaments."""
    return list(Entrant.objects.filter(player=player).values_list("status", flat=True))


@pytest.mark.parametrize(
    ("language", "enter", "entered", "leave", "left"),
    sampled(
        [
            ("en", "enter", "You have entered", "withdraw", "You have withdrawn"),
            ("de", "Ich bin dabei!", "angemeldet", "Ich melde mich ab.", "abgemeldet"),
            ("fr", "inscription", "inscri", "je me retire", "retrait"),
            ("it", "mi iscrivo", "iscri", "mi ritiro", "ritir"),
        ],
        1,
    ),
)
def test_a_tournament_is_entered_and_left_once(
    alice, hold, receive, language, enter, entered, leave, left
):
    alice.language = language
    alice.save()
    tournament = hold([])
    address = about(tournament, alice)
    assert receive(written(f"{enter}\n", address, ALICE))["commands"] == ["enter"]
    assert entered in newest(alice, "answer").body
    assert len(entrants(alice)) == 1
    again = receive(written(f"{enter}\n", address, ALICE))
    assert again["answer"] == "answer"
    assert len(entrants(alice)) == 1
    assert receive(written(f"{leave}\n", address, ALICE))["commands"] == ["withdraw"]
    assert left in newest(alice, "answer").body
    assert entrants(alice) in ([], ["withdrawn"])
    assert receive(written(f"{leave}\n", address, ALICE))["answer"] == "answer"
    assert entrants(alice) in ([], ["withdrawn"])


def test_what_cannot_be_entered_says_why(alice, bob, hold, organiser, plan, noon, start, receive):
    start(alice, bob)
    assert receive(written("enter\n", reply_to(alice), ALICE))["code"] == "not_about_tournament"
    draft = draft_tournament(organiser, plan(), seed="ef" * 32, now=noon)
    report = receive(written("enter\n", about(draft, alice), ALICE))
    assert (report["outcome"], report["code"]) == ("refused", "no_such_tournament")
    opened = hold([])
    text = "enter\nleave 2026-04-09 2026-04-08\n"
    assert receive(written(text, about(opened, alice), ALICE))["outcome"] == "refused"
    assert entrants(alice) == []


@pytest.mark.parametrize(
    ("text", "wanted", "words"),
    sampled(
        [
            ("claim win They are away.", "win", "They are away."),
            ("Anspruch: Remis", "tie", ""),
            ("reclamo tempo", "time", ""),
            ("je réclame la victoire", "win", ""),
        ],
        1,
    ),
)
def test_a_match_that_its_round_has_left_unfinished_is_claimed_once(
    alice, bob, hold, noon, receive, text, wanted, words
):
    tournament = hold([alice, bob], format="knockout", round_days=2, least=2)
    start, end = noon + timedelta(days=1), noon + timedelta(days=3, minutes=1)
    running.advance_all(now=start, make_seed=lambda: "cd" * 32)
    Tournament.objects.filter(pk=tournament.pk).update(due_at=end)
    claims.process_due_claims(now=end)
    fixture = Fixture.objects.exclude(claims_until=None).get()
    address = reply_to(alice, thread=f"match:{fixture.match_id}")
    unclear = receive(written("claim the moon\n", address, ALICE), after=3 * DAY + 100)
    assert (unclear["outcome"], unclear["code"]) == ("refused", "bad_claim")
    assert not Case.objects.exists()
    report = receive(written(f"{text}\n", address, ALICE), after=3 * DAY + 120)
    assert report["outcome"] == "done"
    assert "Your claim has been filed," in newest(alice, "answer").body
    case = Case.objects.get()
    assert (case.claim, case.opened_by) == (wanted, alice)
    assert words in case.text
    again = receive(written(f"{text}\n", address, ALICE), after=3 * DAY + 180)
    assert (again["outcome"], again["code"]) == ("refused", "case_pending")
    assert Case.objects.count() == 1


@pytest.mark.parametrize(
    "text", sampled(["claim win", "Anspruch Sieg", "réclamer le gain", "reclamo tempo"], 1)
)
def test_the_win_on_time_is_claimed_where_the_control_asks_for_it(alice, bob, start, receive, text):
    control = clocks.TimeControl(per_turn=timedelta(days=1), on_flag="claim")
    match = start(alice, bob, control=control)
    for player, sender, move in ((alice, ALICE, "b2"), (bob, BOB, "a1"), (alice, ALICE, "c1")):
        report = receive(written(f"{move}\n", reply_to(player), sender))
        assert report["outcome"] == "done"
    address = newest(alice, "answer").reply_to[0]
    early = receive(written(f"{text}\n", address, ALICE), after=DAY / 2)
    assert (early["outcome"], early["code"]) == ("refused", "nothing_to_claim")
    assert receive(written(f"{text}\n", address, ALICE), after=2 * DAY)["outcome"] == "done"
    match.refresh_from_db()
    assert match.ending == "timeout"


def test_a_referee_is_called_and_a_ruling_appealed_once(alice, bob, referee, start, noon, receive):
    match = start(alice, bob)
    address = reply_to(bob) if match.seats.get(number=1).player == alice else reply_to(alice)
    assert receive(written("appeal It is wrong.\n", address, ALICE))["code"] == "no_ruling_here"
    report = receive(written("claim Bob writes under two names.\n", address, ALICE))
    assert report["outcome"] == "done"
    case = Case.objects.get()
    assert str(case.pk) in newest(alice, "answer").body
    no_words = receive(written("appeal\n", address, ALICE))
    assert (no_words["outcome"], no_words["code"]) == ("refused", "text_missing")
    request = RulingRequest("dismiss", "C-11", "No ground.", case_id=case.pk)
    rulings.preview_and_sign(request, referee, now=noon + timedelta(minutes=5))
    about_case = reply_address(Matter(About.CASE, alice.pk, case.pk))
    text = "Berufung: Es waren zwei Namen.\n"
    assert receive(written(text, about_case, ALICE), after=600)["outcome"] == "done"
    case.refresh_from_db()
    assert case.state == "appealed"
    again = receive(written(text, address, ALICE), after=700)
    assert again["outcome"] == "refused"
    stranger = reply_address(Matter(About.CASE, bob.pk, case.pk))
    assert receive(written(text, stranger, BOB), after=700)["outcome"] == "refused"
    assert InboundMessage.objects.filter(outcome="done").count() == 2
