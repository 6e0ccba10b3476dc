"""Who organises a tournament, or its next season, when its main organiser no longer can."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from accounts.queries import players_with
from accounts.roles import OPERATOR
from tournaments import club_queries, panel_queries, queries, staff_queries
from tournaments.models import CoOrganiser, EventInvitation, Revision, Tournament
from tournaments.services.locks import open_tournament
from tournaments.services.reserving import reserve_seats
from tournaments.services.revisions import invitation_emails, log


def pass_on_events(player: Player, now: datetime) -> None:
    """Give everything unfinished that a player leads to somebody else.

    Operators are told of announced tournaments that nobody is left for; drafts stay unseen.
    """
    for pk in queries.unfinished_of(player).values_list("pk", flat=True):
        tournament = open_tournament(pk)
        if tournament.organiser_id == player.pk and tournament.finished_at is None:
            _pass_on(tournament, player, now)


def heir_to(tournament: Tournament) -> Player | None:
    """Return the longest co-organiser, else who leads the club, its owner first; None if nobody.

    A draft is no business of the club. Referees of the tournament never organise it.
    """
    helpers = staff_queries.organisers_of(tournament)[1:]
    leaders: list[Player] = []
    if tournament.status != Tournament.Status.DRAFT:
        leaders = [each.player for each in club_queries.leaders_of(tournament.club)]
    return next(
        (
            each
            for each in [*helpers, *leaders]
            if each.pk != tournament.organiser_id
            and each.closed_at is None
            and not panel_queries.is_appointed(each, tournament)
        ),
        None,
    )


def leader_of_next(tournament: Tournament) -> Player | None:
    """Return who leads the next season; None if there is none, as nobody may announce it.

    An event of a club is announced only by who leads the club, and not once that is closed.
    """
    club = tournament.club
    if club is not None and club.closed_at is not None:
        return None
    organisers = staff_queries.organisers_of(tournament)
    for each in organisers:
        leads = club is None or club_queries.is_club_leader(club, each)
        if leads and each.closed_at is None:
            return each
    return None if club is None else heir_to(tournament)


def make_main_organiser(tournament: Tournament, heir: Player, by: Player, now: datetime) -> None:
    """Write down that somebody leads a tournament now; their help, and questions to it, end."""
    CoOrganiser.objects.filter(tournament=tournament, player=heir).delete()
    asked = EventInvitation.objects.filter(tournament=tournament)
    asked.filter(player=heir, kind=EventInvitation.Kind.HELP).delete()
    tournament.organiser = heir
    tournament.save(update_fields=["organiser"])
    log.record_revision(tournament, Revision.Act.HANDED_OVER, by, now, about=heir)


def _pass_on(tournament: Tournament, before: Player, now: datetime) -> None:
    asked = staff_queries.invitations_for(tournament).filter(by=before)
    asked.filter(kind=EventInvitation.Kind.TAKE_OVER).update(withdrawn_at=now)
    heir = heir_to(tournament)
    if heir is not None:
        make_main_organiser(tournament, heir, before, now)
        invitation_emails.notify_inherited(tournament, now=now)
        reserve_seats(tournament)
    elif tournament.status != Tournament.Status.DRAFT:
        operators = [each for each in players_with([OPERATOR]) if each.pk != before.pk]
        invitation_emails.notify_ownerless(tournament, operators, now=now)
