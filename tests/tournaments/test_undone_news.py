"""News of an act that is undone before its e-mail goes out: neither it nor the undoing is told."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core import mail

from notifications import pushing
from notifications.models import EmailSettings, Message, PushSubscription
from notifications.services.sending.delivery import LEASE
from tests.emails import deliver_due
from tests.sampling import sampled
from tests.tournaments.test_revised_while_running import begun
from tests.tournaments.test_revisions import make
from tests.tournaments.test_sitting_out import advance, played
from tournaments.models import Division, Revision, Tournament
from tournaments.services import log
from tournaments.services.emails import delays
from tournaments.services.revisions import (
    cancelling,
    emails,
    late,
    manual_pairing,
    removing,
    reopening,
    revising,
)

pytestmark = pytest.mark.django_db
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def people(person: Any) -> Any:
    """Return a maker of players who sleep in the afternoon, except for the first."""

    def make_people(count: int) -> list[Any]:
        asleep = {"quiet_from": time(11), "quiet_to": time(20), "time_zone": "UTC"}
        return [person(f"Player{each}", **(asleep if each else {})) for each in range(count)]

    return make_people


def told(player: Any) -> list[str]:
    """Return the subjects of what a player has got."""
    return [str(each.subject) for each in mail.outbox if player.address in each.to]


def evening(noon: Any) -> None:
    deliver_due(noon + 9 * HOUR)


def cancel(event: Tournament, by: Any, now: Any) -> Revision:
    token = cancelling.propose(event.pk, by, 2, now=now).preview_token
    return cancelling.cancel(event.pk, by, 2, preview_token=token, now=now)


def take_place(event: Tournament, by: Any, line: Revision, now: Any) -> None:
    token = cancelling.propose_undo(event.pk, by, line.pk, now=now).preview_token
    cancelling.undo(event.pk, by, line.pk, preview_token=token, now=now)


@pytest.fixture
def cup(hold: Any, people: Any, noon: Any) -> Tournament:
    """Return a tournament of four in its first round; nothing waits to be sent."""
    event = begun(hold, people, noon + MINUTE, round_days=10)
    Message.objects.filter(state="queued").update(state="withdrawn")
    return event


def test_a_round_that_was_cancelled_and_is_not_is_told_who_had_read_of_it(cup, organiser, noon):
    awake, *asleep = (each.player for each in cup.entrants.order_by("pk"))
    line = cancel(cup, organiser, noon + HOUR)
    deliver_due(noon + HOUR)
    take_place(cup, organiser, line, noon + 2 * HOUR)
    deliver_due(noon + 2 * HOUR)
    off, on = told(awake)
    assert "round 2 is cancelled" in off
    assert "round 2 takes place" in on
    cancel(cup, organiser, noon + 3 * HOUR)
    evening(noon)
    assert [told(each) for each in asleep] == [[off]] * 3
    assert told(awake) == [off, on, off]


@pytest.fixture
def shown(monkeypatch: Any) -> list[str]:
    """Return what a push service, which takes everything, has got."""
    texts: list[str] = []
    monkeypatch.setattr(pushing, "push", lambda _browser, text, *_, **__: texts.append(text))
    return texts


def show_news(player: Any, now: Any) -> None:
    """Let a browser of a player show news; e-mails go out as well, in a digest."""
    EmailSettings.objects.create(player=player, email_too=True, digest_after=0)
    session = Session.objects.create(session_key=f"of {player.pk}", expire_date=now + 30 * DAY)
    PushSubscription.objects.create(
        player=player,
        session=session,
        endpoint=f"https://push.example.org/{player.pk}",
        kinds=["tournament_news"],
        created_at=now,
    )


def test_what_a_browser_has_shown_is_told_to_be_undone(cup, organiser, noon, shown):
    reader = cup.entrants.order_by("pk").first().player
    show_news(reader, noon)
    line = cancel(cup, organiser, noon + HOUR)
    deliver_due(noon + HOUR)
    assert Message.objects.filter(player=reader, state="merged").exists()
    take_place(cup, organiser, line, noon + 2 * HOUR)
    deliver_due(noon + 2 * HOUR)
    off, on = shown
    assert "round 2 is cancelled" in off
    assert "round 2 takes place" in on


@pytest.mark.long
def test_a_cancellation_is_no_news_twice(cup, organiser, noon):
    _awake, reader, *_others = (each.player for each in cup.entrants.order_by("pk"))
    line = cancel(cup, organiser, noon + MINUTE)
    evening(noon)
    (off,) = told(reader)
    later = noon + DAY
    take_place(cup, organiser, line, later)
    cancel(cup, organiser, later + HOUR)
    evening(later)
    assert told(reader) == [off]


@pytest.mark.parametrize("by_hand", sampled([False, True], 1))
def test_a_start_moved_and_moved_back_is_told_who_had_read_of_it(
    hold, people, organiser, noon, by_hand
):
    awake, asleep = players = people(2)
    was = noon + 9 * DAY
    event = hold(players, starts_at=was)
    line = make(event, organiser, noon, starts_at=was + DAY)
    deliver_due(noon)
    if by_hand:
        make(event, organiser, noon + HOUR, starts_at=was)
    else:
        token = revising.propose_undo(event.pk, organiser, line.pk, now=noon).preview_token
        revising.undo(event.pk, organiser, line.pk, preview_token=token, now=noon + HOUR)
    evening(noon)
    assert (len(told(awake)), told(asleep)) == (2, [])
    first, second = (str(each.body) for each in mail.outbox)
    assert first.index("11 March") < first.index("12 March")
    assert second.index("12 March") < second.index("11 March")


@pytest.mark.long
def test_of_a_start_moved_twice_one_e_mail_tells(hold, people, organiser, noon):
    players = people(2)
    was = noon + 9 * DAY
    event = hold(players, starts_at=was)
    make(event, organiser, noon, starts_at=was + DAY)
    make(event, organiser, noon + HOUR, starts_at=was + 2 * DAY)
    evening(noon)
    (sent,) = (each for each in mail.outbox if players[1].address in each.to)
    assert str(sent.body).index("11 March") < str(sent.body).index("13 March")
    assert "12 March" not in str(sent.body)


def test_a_change_in_a_digest_that_is_being_sent_is_known(hold, people, organiser, noon):
    (reader,) = people(1)
    EmailSettings.objects.create(player=reader, digest_after=0)
    event = hold([reader], starts_at=noon + 9 * DAY)
    make(event, organiser, noon, starts_at=noon + 10 * DAY)
    deliver_due(noon)
    sending, now = noon + 6 * HOUR, noon + 6 * HOUR + MINUTE
    digest = Message.objects.filter(kind="daily_digest")
    assert digest.update(claimed_until=sending + LEASE) == 1
    line = make(event, organiser, now, starts_at=noon + 11 * DAY)
    message = Message.objects.filter(context__row__0="revised").latest("pk")
    told: Any = emails.read_revised(message, now + MINUTE, line.pk)
    assert "12 March" in told["paragraphs"][1]
    assert "11 March" not in told["paragraphs"][1]


def test_a_removal_and_its_undoing_are_told_who_had_read_of_it(hold, people, organiser, noon):
    players = people(2)
    event = hold(players, starts_at=noon + 9 * DAY)
    for player in players:
        pk = event.entrants.get(player=player).pk
        token = removing.propose(event.pk, organiser, pk, now=noon).preview_token
        given = {"reason": "By mistake.", "preview_token": token, "now": noon}
        removing.remove(event.pk, organiser, pk, **given)
        deliver_due(noon)
        token = late.propose(event.pk, organiser, pk).preview_token
        late.enter_again(event.pk, organiser, pk, preview_token=token, now=noon + HOUR)
    evening(noon)
    assert [len(told(each)) for each in players] == [2, 0]


def test_a_delay_and_its_end_are_told_who_had_read_of_it(hold, people, noon):
    event = hold(people(2))
    owner = event.organiser
    owner.quiet_from, owner.quiet_to, owner.time_zone = time(11), time(20), "UTC"
    owner.save()
    for since in (noon, noon + DAY):
        event.held_since = since
        delays.notify_delayed(event, now=since)
        if since > noon:
            evening(since)
        delays.notify_continued(event, now=since + HOUR)
    evening(noon + 2 * DAY)
    held, goes_on = told(owner)
    assert "is delayed" in held
    assert "continues" in goes_on


@pytest.mark.parametrize(
    ("reopened_first", "sent"),
    sampled([(True, True), (False, False), (True, False), (False, True)], 1),
)
def test_reopening_and_ending_undo_each_other(cup, organiser, noon, sent, reopened_first):
    Division.objects.update(unpaired_round=2, unpaired_why="kept_apart")
    division = Division.objects.get()
    readers = emails.get_recipients(cup, organiser)

    def write(act: Revision.Act, now: Any) -> None:
        line = log.record_revision(cup, act, organiser, now, round=2)
        if act == Revision.Act.FURTHER:
            emails.notify_reopened(line, readers, None, now=now)
        else:
            emails.notify_no_further_round(line, division, now=now)

    acts = [Revision.Act.FURTHER, Revision.Act.ENDED]
    first, second = acts if reopened_first else acts[::-1]
    write(first, noon + HOUR)
    if sent:
        evening(noon)
    write(second, noon + 10 * HOUR)
    evening(noon + DAY)
    assert [len(told(each)) for each in readers] == [2 if sent else 0] * 4


def test_who_has_read_that_it_is_over_is_told_that_it_goes_on(hold, people, organiser, noon):
    reader, asleep = people(2)
    EmailSettings.objects.create(player=reader, digest_after=0)
    event = hold([reader, asleep], format="swiss", rounds=3, least=2)
    now = noon + DAY
    advance(now)
    played(None, now)
    advance(now)
    Message.objects.update(state="withdrawn")
    manual_pairing.end_waiting(event.pk, organiser, 1, now=now)
    advance(now)
    mail.outbox.clear()
    deliver_due(now)
    assert told(reader) == ["Spring cup is over"]
    token = reopening.propose(event.pk, organiser, now=now).preview_token
    reopening.reopen(event.pk, organiser, preview_token=token, now=now + HOUR)
    deliver_due(now + HOUR)
    evening(now)
    _over, digest = (str(each.body) for each in mail.outbox if reader.address in each.to)
    assert "goes on with round 2" in digest
    assert "no further round" not in digest
    assert told(asleep) == []
