"""Taking a move back by agreement: who may ask, who answers, and what the ledgers say of it."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone, translation

from accounts.models import Player
from games import clocks, match_queries
from games.models import Intervention, Match, Order, Ply
from games.services import audit
from games.services.errors import Refused
from games.services.interventions import agreement
from games.services.match import take_backs
from games.services.match.loaded import load_match
from games.services.play import ties
from games.services.wording import order_words
from notifications.models import Message

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def casual(alice: Any, bob: Any, start: Any) -> Any:
    """Return a casual match of Alice, who begins, with Bob."""
    return start(alice, bob, rated=False, preset="week_bank")


def budgets(match: Match) -> list[Any]:
    return [seat.budget for seat in match.seats.order_by("number")]


def give_back(match: Match, player: Any, *, now: Any) -> None:
    """Answer what was asked last."""
    question = max(match.seats.values_list("question", flat=True))
    agreement.accept_take_back(match.pk, player, question, now=now)


def waiting(match: Match, kind: str) -> list[Message]:
    found = Message.objects.filter(thread=match.thread, kind=kind)
    return list(found.filter(state=Message.State.QUEUED))


def test_a_move_is_given_back_with_its_time_and_stays_in_the_ledger(
    casual: Any, alice: Any, bob: Any, play: Any, noon: Any
) -> None:
    play(casual, "b2", noon + MINUTE)
    play(casual, "a1", noon + HOUR)
    casual.refresh_from_db()
    before, state = budgets(casual), casual.state
    play(casual, "c3", noon + 9 * HOUR)
    assert budgets(casual) != before
    agreement.request_take_back(casual.pk, alice, now=noon + 10 * HOUR)
    agreement.request_take_back(casual.pk, alice, now=noon + 10 * HOUR)
    assert len(waiting(casual, "take_back_asked")) == 1
    give_back(casual, bob, now=noon + 20 * HOUR)
    casual.refresh_from_db()
    assert (casual.state, budgets(casual)) == (state, before)
    assert waiting(casual, "take_back_asked") == []
    assert len(waiting(casual, "your_turn")) == 1
    lines = list(casual.plies.order_by("number").values_list("seat", "text", "source"))
    assert [line[:2] for line in lines] == [(0, "b2"), (1, "a1"), (0, "c3"), (-2, lines[3][1])]
    assert lines[3][2] == Ply.Source.AGREED
    assert [seat.awaited for seat in casual.seats.order_by("number")] == [True, False]
    assert all(seat.take_back_at_ply is None for seat in casual.seats.all())
    assert Intervention.objects.get().number is None
    give_back(casual, bob, now=noon + 20 * HOUR)  # who is told the same again
    assert casual.plies.count() == 4
    with pytest.raises(Refused, match="no_take_back_asked"):
        give_back(casual, alice, now=noon + 20 * HOUR)
    play(casual, "c4", noon + 21 * HOUR)
    assert list(audit.replay_match(Match.objects.get(pk=casual.pk))) == []
    with pytest.raises(Refused, match="no_take_back_asked"):
        give_back(casual, bob, now=noon + 22 * HOUR)
    agreement.request_take_back(casual.pk, alice, now=noon + 22 * HOUR)  # the move played instead


def test_open_pages_of_the_players_alone_hear_of_the_request(
    casual: Any, alice: Any, bob: Any, carol: Any, play: Any, noon: Any
) -> None:
    def versions() -> list[Any]:
        return [match_queries.version_of(each, casual.pk) for each in (alice, bob, carol, None)]

    play(casual, "b2", noon)
    before = versions()
    agreement.request_take_back(casual.pk, alice, now=noon)
    asked = versions()
    changed = [one != other for one, other in zip(before, asked, strict=True)]
    assert changed == [True, True, False, False]
    with pytest.raises(Refused, match="not_asked_any_more"):
        agreement.decline_take_back(casual.pk, bob, 7, now=noon)
    agreement.decline_take_back(casual.pk, bob, now=noon)
    assert versions() == before


def test_the_first_move_can_be_taken_back_too(
    casual: Any, alice: Any, bob: Any, play: Any, noon: Any
) -> None:
    play(casual, "b2", noon)
    agreement.request_take_back(casual.pk, alice, now=noon)
    give_back(casual, bob, now=noon)
    casual.refresh_from_db()
    assert not any(seat.moved for seat in casual.seats.all())
    with pytest.raises(Refused, match="no_move_to_take_back"):
        agreement.request_take_back(casual.pk, alice, now=noon)
    assert list(audit.replay_match(casual)) == []
    play(casual, "a1", noon + MINUTE)
    assert list(audit.replay_match(Match.objects.get(pk=casual.pk))) == []


def test_whoever_is_asked_may_decline_or_play_on(
    casual: Any, alice: Any, bob: Any, play: Any, noon: Any
) -> None:
    play(casual, "b2", noon)
    agreement.request_take_back(casual.pk, alice, now=noon)
    agreement.decline_take_back(casual.pk, bob, now=noon)
    assert waiting(casual, "take_back_asked") == []
    with pytest.raises(Refused, match="no_take_back_asked"):
        agreement.decline_take_back(casual.pk, bob, now=noon)
    agreement.request_take_back(casual.pk, alice, now=noon)
    play(casual, "a1", noon + MINUTE)
    assert casual.seats.filter(take_back_at_ply=None).count() == 2
    assert waiting(casual, "take_back_asked") == []
    with pytest.raises(Refused, match="no_take_back_asked"):
        give_back(casual, bob, now=noon + MINUTE)
    with pytest.raises(Refused, match="take_back_answered"):
        agreement.request_take_back(casual.pk, alice, now=noon + MINUTE)


def test_nobody_asks_themselves_and_strangers_ask_nothing(
    casual: Any, alice: Any, bob: Any, carol: Any, play: Any, noon: Any
) -> None:
    play(casual, "b2", noon)
    agreement.request_take_back(casual.pk, alice, now=noon)
    with pytest.raises(Refused, match="no_take_back_asked"):
        give_back(casual, alice, now=noon)
    with pytest.raises(Refused, match="no_move_to_take_back"):
        agreement.request_take_back(casual.pk, bob, now=noon)
    with pytest.raises(Refused, match="not_your_match"):
        give_back(casual, carol, now=noon)
    for act in (agreement.request_take_back, agreement.decline_take_back):
        with pytest.raises(Refused, match="not_your_match"):
            act(casual.pk, carol, now=noon)


def test_one_question_at_a_time(casual: Any, alice: Any, play: Any, noon: Any) -> None:
    play(casual, "b2", noon)
    ties.offer_tie(casual.pk, alice, now=noon)
    agreement.request_take_back(casual.pk, alice, now=noon)
    seat = casual.seats.get(number=0)
    assert (seat.tie_offered_at_ply, seat.take_back_at_ply) == (None, 1)
    assert waiting(casual, "tie_offered") == []
    ties.offer_tie(casual.pk, alice, now=noon)
    seat.refresh_from_db()
    assert (seat.tie_offered_at_ply, seat.take_back_at_ply) == (1, None)


def test_rated_matches_and_those_of_tournaments_are_final(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    rated = start(alice, bob)
    play(rated, "b2", noon)
    with pytest.raises(Refused, match="take_back_counts"):
        agreement.request_take_back(rated.pk, alice, now=noon)
    event = start(alice, bob, rated=False)
    Match.objects.filter(pk=event.pk).update(event={"name": "Cup", "url": "/tournaments/1/"})
    play(event, "b2", noon)
    with pytest.raises(Refused, match="take_back_counts"):
        agreement.request_take_back(event.pk, alice, now=noon)


def test_what_a_conditional_move_has_answered_stays(
    casual: Any, alice: Any, bob: Any, order: Any, play: Any, noon: Any
) -> None:
    order(casual, bob, "if b2 then a1")
    play(casual, "b2", noon)
    with pytest.raises(Refused, match="take_back_answered"):
        agreement.request_take_back(casual.pk, alice, now=noon)


def test_orders_that_lapse_with_it_say_so_and_blame_no_referee(
    casual: Any, alice: Any, bob: Any, order: Any, play: Any, noon: Any
) -> None:
    play(casual, "b2", noon)
    order(casual, alice, "if a1 then c1")
    agreement.request_take_back(casual.pk, alice, now=noon)
    give_back(casual, bob, now=noon)
    lapsed = Order.objects.get()
    assert (lapsed.state, lapsed.reason) == ("lapsed", "given_back")
    with translation.override("en"):
        fate = order_words.order_status_sentence(lapsed, "if a1 then c1")
    assert fate == "Lapsed because a move was taken back by agreement: if a1 then c1"


def test_what_was_drawn_or_hidden_is_known(casual: Any, play: Any, noon: Any) -> None:
    play(casual, "b2", noon)
    table = load_match(Match.objects.get(pk=casual.pk))
    mover, plies = table.seats[0], list(casual.plies.all())
    assert take_backs.take_back_problem(table, mover, plies) == ""
    drawn = [*plies, Ply(match=casual, number=2, seat=-1, text="R", source=Ply.Source.SERVER)]
    assert take_backs.take_back_problem(table, mover, drawn) == "take_back_after_lot"
    table.rules = SimpleNamespace(seen_by=lambda state, _seat: (state, "hidden"))  # type: ignore[assignment]
    assert take_backs.take_back_problem(table, mover, plies) == "take_back_hidden"


def test_bots_and_tables_of_three_give_nothing_back(
    alice: Any, bob: Any, three: Any, start: Any, play: Any, noon: Any
) -> None:
    match = three(rated=False)
    table = load_match(match)
    play(match, table.rules.spell(table.rules.moves(table.state, 0)[0]), noon)
    with pytest.raises(Refused, match="take_back_among_many"):
        agreement.request_take_back(match.pk, alice, now=noon)
    machine = Player.objects.create(name="Robot", kind=Player.Kind.BOT, created_at=noon)
    duel = start(alice, machine, rated=False)
    play(duel, "b2", noon)
    with pytest.raises(Refused, match="take_back_from_bot"):
        agreement.request_take_back(duel.pk, alice, now=noon)


def test_whoever_has_run_out_of_time_gives_nothing_back(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob, rated=False, control=clocks.TimeControl(per_turn=timedelta(days=1)))
    play(match, "b2", noon)
    agreement.request_take_back(match.pk, alice, now=noon)
    with pytest.raises(Refused, match="match_over"):
        give_back(match, bob, now=noon + timedelta(days=3))


def test_through_pages_and_their_words(
    alice: Any, bob: Any, client_for: Any, start: Any, play: Any
) -> None:
    alice.language = bob.language = "en"
    bob.save()
    now = timezone.now()
    casual = start(alice, bob, rated=False, now=now)
    play(casual, "b2", now)
    address = f"/matches/{casual.pk}/take-back/"
    page = f"/matches/{casual.pk}/"
    mine, theirs, nobody = client_for(alice), client_for(bob), client_for(None)
    assert "Ask to take my move back" in mine.get(page).content.decode()
    assert "take-back" not in theirs.get(page).content.decode()
    assert mine.post(address).status_code in (302, 303)
    assert "You have asked to take your move back" in mine.get(page).content.decode()
    assert "Allow it" in theirs.get(page).content.decode()
    assert "Allow it" not in nobody.get(page).content.decode()
    assert nobody.post(address, {"answer": "accept"}).status_code in (302, 303, 403)
    assert casual.seats.filter(take_back_at_ply=1).count() == 1
    old = {"answer": "accept", "question": 0}
    assert theirs.post(address, old).status_code == 409
    assert '<input type="hidden" name="question" value="1">' in theirs.get(page).content.decode()
    for _time in range(2):
        assert theirs.post(address, old | {"question": 1}).status_code in (302, 303)
    shown = theirs.get(page).content.decode()
    assert "both players" in shown
    assert theirs.post(address, {"answer": "decline"}).status_code == 409
    ledger = nobody.get(f"{page}ledger.txt").content.decode()
    assert "2. players " in ledger
