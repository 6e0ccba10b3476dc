"""E-mails about events, clubs, challenges and cases are true when they go out, or are not sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import time, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core import mail

from config.emails.composing import READERS, compose
from notifications.models import DeliveryEvent, Message
from notifications.services import outbox
from tests.emails import deliver_due
from tests.sampling import sampled
from tests.tournaments import waiting_acts, waiting_events, waiting_questions, waiting_teams
from tests.tournaments.waiting_events import DAY, advance

pytestmark = pytest.mark.django_db
Story = Callable[[Any], Iterator[Any]]
LATER = "2026-03-09T12:00:00+00:00"
MODULES = (waiting_acts, waiting_events, waiting_questions, waiting_teams)
STORIES = tuple(story for module in MODULES for story in module.STORIES)
TWINS = {
    *("round_of_tree_moved", "one_of_two_lost", "match_lost_before_claims", "tried_longer"),
    *("goes_on_by_a_round", "watched_and_won_by_a_ruling", "waits_after_moving_up"),
    *("left_after_being_entered_again", "no_place_wanted", "entered_before_told"),
    *("postponed_and_off", "not_to_enter", "not_to_take_over", "help_accepted", "club_accepted"),
    *("team_accepted", "team_season_begun", "invited_again", "help_asked_again"),
    *("club_asked_again", "case_withdrawn_from_referees", "case_answered", "appealed_already"),
    *("member_left_after_joining", "start_moved_again", "start_moved_back"),
    *("link_renewed_by_another_captain", "replaced_in_a_cancelled_round"),
}  # each is about a reader of which another story tells


@pytest.fixture
def person(person: Any) -> Any:
    """Return a maker of players who sleep in the afternoon."""
    return partial(person, quiet_from=time(11), quiet_to=time(20), time_zone="UTC")


@pytest.fixture
def world(hold: Any, people: Any, person: Any, organiser: Any, noon: Any, office: Any) -> Any:
    def begun(count: int = 2, **fields: Any) -> Any:
        event = hold(people(count), **{"least": 2} | fields)
        advance(event, noon + DAY)
        return event

    names = {"hold": hold, "people": people, "person": person, "organiser": organiser}
    return SimpleNamespace(**names, noon=noon, office=office, begun=begun, start=noon + DAY)


def sent(message: Message) -> str:
    """Send it and all news in the evening, and return this e-mail as text."""
    others = Message.objects.filter(state="queued").exclude(kind="tournament_news")
    others.exclude(pk=message.pk).update(state="withdrawn")
    deliver_due(message.due_at + timedelta(minutes=1))
    message.refresh_from_db()
    own = [each for each in mail.outbox if message.message_id in each.extra_headers.values()]
    return " ".join(str(each.body) for each in own)


@pytest.mark.parametrize(
    "story", sampled(STORIES, [each for each in STORIES if each.__name__ not in TWINS])
)
def test_an_e_mail_that_waited_tells_what_is_true_now_or_is_not_sent(story: Story, world: Any):
    told = story(world)
    message = next(told)
    assert compose(message, message.due_at + timedelta(minutes=1)), "as long as nothing changes"
    expected = next(told)
    text = sent(message)
    if expected is None:
        assert (message.state, text) == (Message.State.WITHDRAWN, "")
        assert DeliveryEvent.objects.filter(message=message).last().detail == "no longer true"
    else:
        assert expected in text
    world.sent = lambda: text
    assert next(told, None) is None


@pytest.mark.long
@pytest.mark.parametrize("story", STORIES)
def test_an_e_mail_that_is_still_true_is_sent(story: Story, world: Any):
    message = next(story(world))
    assert sent(message) != ""
    assert message.state == Message.State.SENT


def rows_named(files: Iterable[Path], naming: str) -> set[str]:
    return {row for path in files for row in re.findall(naming, path.read_text())}


def test_every_row_has_a_reader_and_every_reader_a_story():
    root = Path(settings.BASE_DIR)
    folders = (root / name for name in ("config", "games", "tournaments"))
    written = (path for folder in folders for path in folder.rglob("*.py"))
    told = (Path(str(module.__file__)) for module in MODULES)
    assert rows_named(written, r'\brow"?\W+\["(\w+)"') == set(READERS)
    assert rows_named(told, r'about\("(\w+)"') == set(READERS)


@pytest.mark.parametrize(
    "context",
    [{"closes_at": LATER}, {"rounds_at": [LATER]}, {"open_until": LATER}, {"hint": "claims"}],
)
def test_an_instant_to_come_or_a_question_without_its_row_is_not_written(
    alice: Any, noon: Any, context: Any
):
    write = partial(outbox.post, kind="tournament_news", player=alice, now=noon)
    past = {"opened_at": noon.isoformat(), "starts_at": None, "hint": "none"}
    assert write(key="old", context=past) is not None
    assert write(key="read", context=context | {"row": ["start", 1]}) is not None
    with pytest.raises(ValueError, match="must name the row"):
        write(key="new", context=context)
