"""Stories about questions, cases and what else waits; told as those of ``waiting_events``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.services.suspensions import suspend_player
from config.offices import services as offices
from games import clocks
from games.models import Match, Outage, Seat
from games.services.challenges import challenges
from games.services.play.terms import Terms
from games.services.time import outages
from notifications.services import subscriptions
from tests.emails import deliver_due
from tests.tournaments.waiting_events import DAY, HOUR, about, lose_hours
from tournaments.models import EntryLink, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import cases, panel, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.admission import by_address, requests
from tournaments.services.clubs import founding, invitations as club_invitations
from tournaments.services.emails import monthly
from tournaments.services.entries import teams
from tournaments.services.revisions import invitation_emails, invitations
from tournaments.services.seasons import announcing


def invited(world: Any, kind: str) -> Iterator[Any]:
    event, rosa = world.hold([]), world.person("Rosa")
    asked = invitations.invite(event.pk, world.organiser, rosa.name, kind, now=world.noon)
    yield about("event_invitation")
    invitations.withdraw(event.pk, world.organiser, asked.pk, now=world.noon + HOUR)
    yield None


def not_to_help(world: Any) -> Iterator[Any]:
    return invited(world, "help")


def not_to_enter(world: Any) -> Iterator[Any]:
    return invited(world, "enter")


def not_to_take_over(world: Any) -> Iterator[Any]:
    return invited(world, "take_over")


def people_of_club(world: Any) -> tuple[Any, Any, Any]:
    """Return the owner of a club, somebody outside, and the club."""
    charter, owner = founding.ClubSettings("Chess Friends"), world.organiser
    club = founding.found_club(owner, charter, secret="5ec7e7" * 3, now=world.noon)
    return owner, world.person("Rosa"), club


def help_accepted(world: Any) -> Iterator[Any]:
    event, rosa = world.hold([]), world.person("Rosa")
    invitations.invite(event.pk, world.organiser, rosa.name, "help", now=world.noon)
    yield about("event_invitation")
    invitations.answer(event.pk, rosa, "help", accept=True, now=world.noon + HOUR)
    yield None


def club_accepted(world: Any) -> Iterator[Any]:
    owner, rosa, club = people_of_club(world)
    club_invitations.invite(club.key, owner, rosa.name, now=world.noon)
    yield about("club_invitation")
    club_invitations.answer(club.pk, rosa, accept=True, now=world.noon + HOUR)
    yield None


def invited_to_team(world: Any) -> tuple[Any, Any, Any]:
    """Return an event, a team of it, and who has been invited to that."""
    event = world.hold([], format="team_match", boards=2, alternates=0)
    captain, rosa = world.person("Carla"), world.person("Rosa")
    reds = teams.found_team(event.pk, captain, "Reds", key="k" * 20, now=world.noon)
    teams.invite_player(reds.pk, captain, rosa, now=world.noon)
    return event, reds, rosa


def another_team_of_the_captain(world: Any) -> Iterator[Any]:
    event, reds, rosa = invited_to_team(world)
    message = about("team_invitation")
    yield message
    teams.withdraw_team(reds.pk, reds.captain, now=world.noon + HOUR)
    blues = teams.found_team(event.pk, reds.captain, "Blues", key="b" * 20, now=world.noon + HOUR)
    teams.invite_player(blues.pk, reds.captain, rosa, now=world.noon + HOUR)
    assert about("team_invitation") == message
    yield "Carla would like you to play for Blues"


def team_season_begun(world: Any) -> Iterator[Any]:
    event, _reds, _rosa = invited_to_team(world)
    yield about("team_invitation")
    Tournament.objects.filter(pk=event.pk).update(status="running", started_at=world.noon)
    yield None


def play_begun(world: Any) -> Iterator[Any]:
    event, rosa = world.hold([]), world.person("Rosa")
    invitations.invite(event.pk, world.organiser, rosa.name, "enter", now=world.noon)
    yield about("event_invitation")
    Tournament.objects.filter(pk=event.pk).update(status="running", started_at=world.noon)
    yield None


def not_to_enter_today(world: Any) -> Iterator[Any]:
    event, rosa = world.hold([]), world.person("Rosa")
    invitations.invite(event.pk, world.organiser, rosa.name, "enter", now=world.noon)
    yield about("event_invitation")
    suspend_player(rosa, world.noon + 3 * DAY)
    yield "If you accept, you will be entered."


def address_while_entries_are_closed(world: Any) -> Iterator[Any]:
    event, who = world.hold([]), ("Urs", "urs@example.net")
    by_address.invite(event, world.organiser, who, lambda: "key", world.noon)
    yield about("address_invitation")
    Tournament.objects.filter(pk=event.pk).update(entries_closed=True)
    yield "invites you"


def team_accepted(world: Any) -> Iterator[Any]:
    _event, reds, rosa = invited_to_team(world)
    yield about("team_invitation")
    teams.answer_invitation(reds.pk, rosa, accept=True, now=world.noon + HOUR)
    yield None


def invited_again(world: Any) -> Iterator[Any]:
    event, rosa, ask = world.hold([]), world.person("Rosa"), invitations.invite
    asked = ask(event.pk, world.organiser, rosa.name, "enter", now=world.noon)
    yield about("event_invitation")
    invitations.withdraw(event.pk, world.organiser, asked.pk, now=world.noon + HOUR)
    ask(event.pk, world.organiser, rosa.name, "enter", now=world.noon + 2 * HOUR)
    yield "If you accept, you will be entered."


def asked_again_after_all(world: Any, ask: Any, withdraw: Any, row: str) -> Iterator[Any]:
    """Ask, take the question back until its e-mail is withdrawn, and ask again on the same day."""
    at = world.noon + HOUR
    ask(world.noon)
    first = about(row)
    withdraw(at)
    deliver_due(first.due_at)
    ask(first.due_at + HOUR)
    yield about(row)
    assert about(row).pk != first.pk
    yield "Rosa"


def entry_asked_again(world: Any) -> Iterator[Any]:
    event, rosa = world.hold([], access="approval"), world.person("Rosa")
    return asked_again_after_all(
        world,
        lambda now: requests.enter_or_request(event.pk, rosa, now=now),
        lambda now: requests.withdraw(event.pk, rosa, now=now),
        "entry_request",
    )


def help_asked_again(world: Any) -> Iterator[Any]:
    event, rosa, olga = world.hold([]), world.person("Rosa"), world.organiser
    return asked_again_after_all(
        world,
        lambda now: invitations.invite(event.pk, olga, rosa.name, "help", now=now),
        lambda now: event.invitations.update(withdrawn_at=now),
        "event_invitation",
    )


def club_asked_again(world: Any) -> Iterator[Any]:
    owner, rosa, club = people_of_club(world)
    return asked_again_after_all(
        world,
        lambda now: club_invitations.invite(club.key, owner, rosa.name, now=now),
        lambda now: club.invitations.update(withdrawn_at=now),
        "club_invitation",
    )


def not_to_the_club(world: Any) -> Iterator[Any]:
    owner, rosa, club = people_of_club(world)
    asked = club_invitations.invite(club.key, owner, rosa.name, now=world.noon)
    yield about("club_invitation")
    club_invitations.withdraw(club.key, owner, asked.pk, now=world.noon + HOUR)
    yield None


def not_asked_to_enter(world: Any) -> Iterator[Any]:
    event, rosa = world.hold([], access="approval"), world.person("Rosa")
    requests.enter_or_request(event.pk, rosa, now=world.noon)
    yield about("entry_request")
    requests.withdraw(event.pk, rosa, now=world.noon + HOUR)
    yield None


def no_team_any_more(world: Any) -> Iterator[Any]:
    event, _reds, _rosa = invited_to_team(world)
    yield about("team_invitation")
    announcing.cancel_tournament(event.pk, world.organiser, now=world.noon + HOUR)
    yield None


def address_of_no_use(world: Any) -> Iterator[Any]:
    event, who = world.hold([]), ("Urs", "urs@example.net")
    made = by_address.invite(event, world.organiser, who, lambda: "key", world.noon)
    yield about("address_invitation")
    EntryLink.objects.filter(pk=made.link_id).update(revoked_at=world.noon + HOUR)
    yield None


def event_without_need_of_a_referee(world: Any) -> Iterator[Any]:
    event, rosa = world.hold([]), world.person("Rosa")
    panel.appoint(event.pk, rosa.name, by=world.organiser, now=world.noon)
    yield about("appointment")
    announcing.cancel_tournament(event.pk, world.organiser, now=world.noon + HOUR)
    yield None


def somebody_leads_it(world: Any) -> Iterator[Any]:
    event = world.hold([])
    organisers = type(world.organiser).objects.filter(pk=world.organiser.pk)
    organisers.update(closed_at=world.noon)
    invitation_emails.notify_ownerless(event, [world.person("Rosa")], now=world.noon)
    yield about("ownerless")
    organisers.update(closed_at=None)
    yield None


def role_taken_back(world: Any) -> Iterator[Any]:
    world.person("Rosa")
    to: Any = {"by": None, "over_operators": True}
    rosa = offices.offer_role("Rosa", "referee", now=world.noon, **to)
    yield about("office")
    offices.remove_role(rosa.pk, "referee", now=world.noon + HOUR, **to)
    yield None


def challenge_after_an_outage(world: Any) -> Iterator[Any]:
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=True)
    offer = challenges.Offer(opponent=world.person("Rosa"))
    challenges.issue_challenge(world.organiser, terms, offer, now=world.noon)
    yield about("challenge")
    lose_hours(world.noon + HOUR)
    yield "16:00"


def downtime_shorter(world: Any) -> Iterator[Any]:
    world.begun()
    due: Any = Seat.objects.filter(deadline_at__isnull=False).latest("deadline_at").deadline_at
    outages.enter_outage(due - HOUR, due + HOUR, note="", by=None, now=world.start)
    message = about("downtime")
    yield message
    Outage.objects.update(until=due + 2 * HOUR)
    yield "6 March, 14:00 UTC."


def month_with_less_to_come(world: Any) -> Iterator[Any]:
    rosa = world.person("Rosa")
    other = world.hold([rosa], name="Autumn cup", starts_at=world.noon + 9 * DAY)
    world.hold([rosa], starts_at=world.noon + 9 * DAY)
    subscriptions.set_preference(rosa, "monthly_summary", wanted=True, now=world.noon)
    monthly.post_summaries(world.noon)
    message = about("month")
    yield message
    assert "Autumn cup" in message.context["sections"][0]["lines"][0]
    Tournament.objects.filter(pk=other.pk).update(status="running")
    yield "Coming up\nSpring cup"


# Cases --------------------------------------------------------------------------------------------
def case_in(world: Any, *, as_referee: bool) -> Any:
    """Let a player call a referee, and return the e-mail to the other player, or to the referee."""
    rita = world.office(world.person("Rita"))
    world.begun()
    match = Match.objects.get()
    player = match.seats.first().player
    now = world.start + HOUR / 2
    cases.open_case(player, kind="rules", text="Look.", match_id=match.pk, now=now)
    reader = rita if as_referee else match.seats.last().player
    return about("case", reader)


def case_withdrawn(world: Any, *, as_referee: bool = False) -> Iterator[Any]:
    yield case_in(world, as_referee=as_referee)
    case = Case.objects.get()
    cases.withdraw_case(case.pk, case.opened_by, now=world.start + HOUR)
    yield None


def case_withdrawn_from_referees(world: Any) -> Iterator[Any]:
    return case_withdrawn(world, as_referee=True)


def case_answered(world: Any) -> Iterator[Any]:
    message = case_in(world, as_referee=False)
    yield message
    cases.give_statement(Case.objects.get().pk, message.player, "No.", now=world.start + HOUR)
    yield None


def case_due_later(world: Any) -> Iterator[Any]:
    message = case_in(world, as_referee=True)
    yield message
    before: Any = Case.objects.get().due_at
    lose_hours(world.start + HOUR)
    assert Case.objects.get().due_at == before + 4 * HOUR
    yield "10 March, 16:30 UTC"


def ruling(world: Any) -> Any:
    message = case_in(world, as_referee=True)
    request = RulingRequest("dismiss", "C-11", "So it is.", case_id=Case.objects.get().pk)
    rulings.preview_and_sign(request, message.player, now=world.start + HOUR)
    return about("ruling", Case.objects.get().opened_by)


def appeal_possible_longer(world: Any) -> Iterator[Any]:
    message = ruling(world)
    yield message
    lose_hours(world.start + 2 * HOUR)
    yield "You can appeal once until Tuesday, 17 March, 17:00 UTC."


def appealed_already(world: Any) -> Iterator[Any]:
    message = ruling(world)
    yield message
    cases.appeal(Case.objects.get().pk, message.player, "Why?", now=world.start + 2 * HOUR)
    yield "So it is."
    assert "You can appeal" not in world.sent()


STORIES = (
    not_to_help,
    not_to_enter,
    not_to_take_over,
    help_accepted,
    club_accepted,
    team_accepted,
    another_team_of_the_captain,
    team_season_begun,
    play_begun,
    not_to_enter_today,
    address_while_entries_are_closed,
    invited_again,
    not_to_the_club,
    not_asked_to_enter,
    entry_asked_again,
    help_asked_again,
    club_asked_again,
    no_team_any_more,
    address_of_no_use,
    event_without_need_of_a_referee,
    somebody_leads_it,
    role_taken_back,
    challenge_after_an_outage,
    downtime_shorter,
    month_with_less_to_come,
    case_withdrawn,
    case_withdrawn_from_referees,
    case_answered,
    case_due_later,
    appeal_possible_longer,
    appealed_already,
)
