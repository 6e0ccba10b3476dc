"""Personal data from tournaments: as an entrant, captain, organiser or referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db.models import Q

from accounts.models import Player
from games.models import EventStake, Listener
from tournaments.models import (
    Absence,
    AddressInvitation,
    CalendarKey,
    ClubInvitation,
    ClubLine,
    ClubMember,
    ClubNews,
    CoOrganiser,
    Entrant,
    EntryLink,
    EntryRequest,
    EventInvitation,
    EventReferee,
    LinkUse,
    OrganiserNote,
    ReportJob,
    Revision,
    Series,
    Team,
    TeamInvitation,
    Tournament,
)

Row = Mapping[str, object]
EVENT = ("tournament", "tournament__name")


def entries(player: Player) -> Iterator[Row]:
    """Yield the player's entries with their absences, and the events they have a stake in."""
    fields = (
        *(*EVENT, "id", "status", "team__name", "team_rank", "led_team", "number", "rating"),
        *("re_enters", "seed", "placed", "first_round", "offered_until", "asked_at"),
        *("confirmed_at", "entered_at", "withdrawn_at", "withdrawn_round", "final_place"),
    )
    rows = Entrant.objects.filter(player=player).order_by("pk")
    for entry in rows.values(*fields):
        absences = Absence.objects.filter(entrant=entry.pop("id")).order_by("round")
        yield {**entry, "absences": list(absences.values("round", "announced_at"))}
    for own in Listener.objects.filter(player=player).order_by("pk").values("audience"):
        yield {"what": "may watch private boards", **own}
    for stake in EventStake.objects.filter(player=player).order_by("pk"):
        yield {"takes_over_no_seat_in": stake.event}


def admissions(player: Player) -> Iterator[Row]:
    """Yield requests to enter, links used and invitations, but not who else was asked."""
    asked = EntryRequest.objects.filter(player=player).order_by("pk")
    for row in asked.values(
        *EVENT, "at", "answered_at", "accepted", "reason", "team_name", "club__name"
    ):
        yield {"what": "request", **row}
    used = LinkUse.objects.filter(player=player).order_by("pk")
    for row in used.values("link__tournament", "link__tournament__name", "at"):
        yield {"what": "link", **row}
    invited = EventInvitation.objects.filter(player=player).order_by("pk")
    for row in invited.values(*EVENT, "kind", "at", "accepted_at", "declined_at", "withdrawn_at"):
        yield {"what": "invitation", **row}
    named = TeamInvitation.objects.filter(player=player).order_by("pk")
    for row in named.values("team", "team__name", "invited_at", "accepted_at", "declined_at"):
        yield {"what": "team invitation", **row}


def teams(player: Player) -> Iterator[Row]:
    """Yield the teams whose captain the player is or was."""
    fields = (*EVENT, "name", "status", "number", "re_enters", "entered_at", "withdrawn_at")
    yield from (
        Team.objects.filter(captain=player).order_by("pk").values(*fields, "final_place").iterator()
    )


def organised_events(player: Player) -> Iterator[Row]:
    """Yield the tournaments that the player organises or helps to organise."""
    fields = (
        *("id", "name", "season", "text", "format", "ruleset", "options", "seats", "control"),
        *("rated", "access", "status", "starts_at", "created_at", "announced_at", "finished_at"),
    )
    for row in Tournament.objects.filter(organiser=player).order_by("pk").values(*fields):
        yield {"what": "organises", **row}
    for row in CoOrganiser.objects.filter(player=player).order_by("pk").values(*EVENT, "since"):
        yield {"what": "helps to organise", **row}


def organising(player: Player) -> Iterator[Row]:
    """Yield the player's actions and texts as an organiser, and actions of others on them.

    Others are not named.
    """
    for row in OrganiserNote.objects.filter(by=player).order_by("pk").values(*EVENT, "at", "text"):
        yield {"what": "note", **row}
    changes = Revision.objects.filter(Q(by=player) | Q(about=player)).order_by("pk")
    for change in changes.select_related("tournament"):
        yield {"what": "change", **_change(player, change)}
    for row in (
        EntryLink.objects.filter(by=player)
        .order_by("pk")
        .values(*EVENT, "note", "made_at", "most", "until", "revoked_at")
    ):
        yield {"what": "link to enter", **row}
    for row in Series.objects.filter(organiser=player).order_by("pk").values("name", "created_at"):
        yield {"what": "series", **row}
    for row in AddressInvitation.objects.filter(by=player).order_by("pk").values(*EVENT, "at"):
        yield {"what": "invitation by e-mail address", **row}
    for row in (
        EventInvitation.objects.filter(by=player).order_by("pk").values(*EVENT, "kind", "at")
    ):
        yield {"what": "invited somebody", **row}
    answered = EntryRequest.objects.filter(by=player).order_by("pk")
    for row in answered.values(*EVENT, "answered_at", "accepted", "reason"):
        yield {"what": "answered a request", **row}


def _change(player: Player, change: Revision) -> Row:
    row: dict[str, object] = {
        "tournament": change.tournament_id,
        "tournament__name": change.tournament.name,
        "act": change.act,
        "made_at": change.made_at,
        "by_me": change.by_id == player.pk,
        "about_me": change.about_id == player.pk,
        "reason": change.reason,
    }
    if change.act == Revision.Act.TERMS:
        row |= {"before": change.before, "after": change.after}
    return row


def event_referee(player: Player) -> Iterator[Row]:
    """Yield events the player judges, and events for which they appointed a referee."""
    judged = EventReferee.objects.filter(player=player).order_by("pk")
    for row in judged.values(*EVENT, "at", "accepted_at"):
        yield {"what": "judges", **row}
    for row in EventReferee.objects.filter(appointed_by=player).order_by("pk").values(*EVENT, "at"):
        yield {"what": "appointed somebody", **row}


def tools(player: Player) -> Iterator[Row]:
    """Yield the secret calendar address (only that there is one) and pending report files."""
    for row in CalendarKey.objects.filter(player=player).values("made_at"):
        yield {"what": "calendar address", **row}
    jobs = ReportJob.objects.filter(player=player).order_by("asked_at")
    for job in jobs.values("text", "year", "asked_at", "taken_at", "answer"):
        yield {"what": "report file", **job}


def clubs(player: Player) -> Iterator[Row]:
    """Yield memberships, invitations, announcements, and the player's log entries in clubs.

    Actions of others on the player are listed with what and when, but not who.
    """
    stays = ClubMember.objects.filter(player=player).order_by("pk")
    for stay in stays.values("club", "club__name", "role", "since", "left_at"):
        yield {"what": "membership", **stay}
    fields = ("club", "club__name", "at", "accepted_at", "declined_at", "withdrawn_at")
    for asked in ClubInvitation.objects.filter(player=player).order_by("pk").values(*fields):
        yield {"what": "invitation to me", **asked}
    for asked in ClubInvitation.objects.filter(by=player).order_by("pk").values(*fields):
        yield {"what": "invitation by me", **asked}
    for made in (
        ClubNews.objects.filter(by=player)
        .order_by("pk")
        .values("club", "club__name", "at", "title", "text")
    ):
        yield {"what": "announcement", **made}
    for line in (
        ClubLine.objects.filter(by=player).order_by("pk").values("club", "club__name", "at", "act")
    ):
        yield {"what": "done by me", **line}
    for line in (
        ClubLine.objects.filter(about=player)
        .order_by("pk")
        .values("club", "club__name", "at", "act")
    ):
        yield {"what": "about me", **line}
