"""Stories about what organisers and entrants do and undo; told as those of ``waiting_events``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.services.play import flags
from tests.tournaments.test_revisions import make
from tests.tournaments.waiting_events import DAY, HOUR, about, advance, day, place_offered
from tournaments.models import CoOrganiser, Entrant, Revision, Tournament
from tournaments.services import log
from tournaments.services.emails import news
from tournaments.services.entries import persons, teams
from tournaments.services.revisions import emails, removing
from tournaments.services.rounds import ladders


def start_moved(world: Any) -> Any:
    event = world.hold(world.people(1), starts_at=world.noon + 9 * DAY)
    make(event, world.organiser, world.noon, starts_at=world.noon + 14 * DAY)
    return event, about("revised")


def start_moved_again(world: Any) -> Iterator[Any]:
    event, message = start_moved(world)
    yield message
    make(event, world.organiser, world.noon + HOUR, starts_at=world.noon + 20 * DAY)
    yield None


def helped(world: Any) -> tuple[Tournament, Any]:
    """Return an event of one entrant, and its co-organiser."""
    event = world.hold(world.people(1), starts_at=world.noon + 9 * DAY)
    helper = world.person("Hana")
    CoOrganiser.objects.create(tournament=event, player=helper, since=world.noon)
    return event, helper


def start_moved_again_by_its_reader(world: Any) -> Iterator[Any]:
    event, helper = helped(world)
    make(event, world.organiser, world.noon, starts_at=world.noon + 14 * DAY)
    yield about("revised", helper)
    make(event, helper, world.noon + HOUR, starts_at=world.noon + 20 * DAY)
    yield None


def start_moved_by_two(world: Any) -> Iterator[Any]:
    """Name who has changed what is told, also where nobody is told of the second change alone."""
    event, helper = helped(world)
    make(event, world.organiser, world.noon, starts_at=world.noon + 14 * DAY, text="All play.")
    yield about("revised", event.entrants.get().player)
    make(event, helper, world.noon + HOUR, text="All may play.")
    yield "Changed by Olga and Hana"


def start_moved_twice(world: Any) -> Iterator[Any]:
    """Tell of both moves in one e-mail, and of a title that was changed with the first in its."""
    event = world.hold(world.people(1), starts_at=world.noon + 9 * DAY)
    titled = {"name": "Summer cup", "starts_at": world.noon + 14 * DAY}
    make(event, world.organiser, world.noon, **titled)
    message = about("revised")
    yield message
    make(event, world.organiser, world.noon + HOUR, starts_at=world.noon + 20 * DAY)
    yield "“Summer cup”"
    assert day(world.noon + 14 * DAY) not in world.sent()
    newer = Revision.objects.latest("pk").pk
    told = str(emails.read_revised(message, message.due_at + HOUR, newer))
    assert "11 March" in told
    assert "22 March" in told


def start_moved_back(world: Any) -> Iterator[Any]:
    """Move it back before the second e-mail is looked at, which tells nothing then."""
    event, _message = start_moved(world)
    make(event, world.organiser, world.noon + HOUR, starts_at=world.noon + 20 * DAY)
    yield about("revised")
    Tournament.objects.update(starts_at=world.noon + 9 * DAY)
    newest = Revision.objects.latest("pk")
    Revision.objects.filter(pk=newest.pk).update(
        after={"starts_at": (world.noon + 9 * DAY).isoformat()}
    )
    yield None


def entered_after_a_removal(world: Any) -> Iterator[Any]:
    event = world.hold(world.people(2), starts_at=world.noon + 9 * DAY)
    entrant = Entrant.objects.first()
    token = removing.propose(event.pk, world.organiser, entrant.pk, now=world.noon).preview_token
    given = {"reason": "So.", "preview_token": token, "now": world.noon}
    removing.remove(event.pk, world.organiser, entrant.pk, **given)
    yield about("removed")
    Entrant.objects.update(status="entered", withdrawn_at=None)
    yield None


def over_again(world: Any) -> Iterator[Any]:
    event = world.begun(format="swiss", rounds=2)
    act = Revision.Act.FURTHER
    line = log.record_revision(event, act, world.organiser, world.start, round=2)
    emails.notify_reopened(line, [event.entrants.first().player], None, now=world.start)
    yield about("further")
    Tournament.objects.update(status="finished", finished_at=world.start + HOUR)
    yield None


def reopened_after_the_last_was_skipped(world: Any) -> Iterator[Any]:
    event = world.begun(format="swiss", rounds=2)
    news.notify_skipped(event, event.divisions.get(), [2], now=world.start)
    message = about("skipped", event.entrants.first().player)
    yield message
    assert "There are no more rounds" in str(message.context)
    Tournament.objects.update(rounds=3)
    yield "The next round starts when the time for this one is over."


def on_the_ladder_again(world: Any) -> Iterator[Any]:
    event = world.begun(format="ladder")
    high, low = Entrant.objects.order_by("number")
    ladders.challenge(event.pk, low.player, high.pk, seed="ab" * 32, now=world.start)
    off = world.start + 4 * DAY
    flags.settle_flags(now=off)
    message = about("entry")
    yield message
    assert "no longer on the ladder" in message.context["headline"]
    persons.enter(event.pk, message.player, now=off + HOUR)
    yield None


def waits_again_after_a_place_was_passed_on(world: Any) -> Iterator[Any]:
    reader, event = place_offered(world).player, Tournament.objects.get()
    advance(event, world.noon + 2 * DAY)
    message = about("entry", reader)
    yield message
    assert "passed on" in message.context["headline"]
    persons.enter(event.pk, reader, now=world.noon + 2 * DAY + HOUR)
    yield None


def new_team(world: Any, boards: int) -> tuple[Any, Any]:
    """Let somebody join the team of a captain."""
    event = world.hold([], format="team_match", boards=boards, least=2)
    captain, mate = world.people(2)
    teams.found_team(event.pk, captain, "Reds", key="Reds" * 5, now=world.noon)
    teams.join_team("Reds" * 5, mate, now=world.noon)
    return captain, mate


def member_left_after_joining(world: Any) -> Iterator[Any]:
    captain, mate = new_team(world, 3)
    yield about("joined", captain)
    persons.withdraw(Tournament.objects.get().pk, mate, now=world.noon + HOUR)
    yield None


def others_joined_as_well(world: Any) -> Iterator[Any]:
    captain, _mate = new_team(world, 4)
    message = about("joined", captain)
    yield message
    assert "The team has 2 members." in str(message.context)
    teams.join_team("Reds" * 5, world.person("Rosa"), now=world.noon + HOUR)
    yield "The team has 3 members."


def complete_no_more(world: Any) -> Iterator[Any]:
    captain, mate = new_team(world, 2)
    yield about("complete", captain)
    persons.withdraw(Tournament.objects.get().pk, mate, now=world.noon + HOUR)
    yield None


def in_the_team_again(world: Any) -> Iterator[Any]:
    captain, mate = new_team(world, 3)
    member = Entrant.objects.get(player=mate)
    teams.remove_member(member.team_id or 0, captain, member.pk, now=world.noon)
    message = about("entry", mate)
    yield message
    assert message.context["headline"].startswith("You are no longer in")
    teams.join_team("Reds" * 5, mate, now=world.noon + HOUR)
    yield None


STORIES = (
    on_the_ladder_again,
    waits_again_after_a_place_was_passed_on,
    in_the_team_again,
    member_left_after_joining,
    others_joined_as_well,
    complete_no_more,
    start_moved_again,
    start_moved_again_by_its_reader,
    start_moved_by_two,
    start_moved_twice,
    start_moved_back,
    entered_after_a_removal,
    over_again,
    reopened_after_the_last_was_skipped,
)
