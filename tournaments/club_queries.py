"""Queries about clubs: visibility, membership, events and results."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from accounts.models import Player
from tournaments.models import (
    UNANSWERED,
    Club,
    ClubInvitation,
    ClubLine,
    ClubMember,
    ClubNews,
    Entrant,
    FixtureSeat,
    Team,
    Tournament,
)

MEMBER_COUNT = Count("members", filter=Q(members__left_at=None), distinct=True)


def visible_clubs(viewer: Player | None) -> QuerySet[Club]:
    """Return the open clubs visible to the viewer, by name, with their member counts."""
    found = Club.objects.open().visible_to(viewer)
    return found.annotate(present=MEMBER_COUNT).order_by("name", "pk")


def memberships_of(player: Player) -> QuerySet[ClubMember]:
    """Return a player's memberships in open clubs, by club name."""
    own = ClubMember.objects.present().filter(player=player, club__closed_at=None)
    return own.select_related("club").order_by("club__name", "pk")


def visible_memberships(player: Player, viewer: Player | None) -> list[ClubMember]:
    """Return a player's memberships in clubs that are visible to the viewer."""
    known = Club.objects.visible_to(viewer)
    return list(memberships_of(player).filter(club__in=known.values("pk")))


def visible_club(viewer: Player | None, key: str) -> Club | None:
    """Return the club with a key if it is visible to the viewer; it may be closed."""
    if "\x00" in key:
        return None
    return Club.objects.visible_to(viewer).filter(key=key).first()


def get_club(pk: int) -> Club:
    """Return a club without checking visibility, which is up to the caller."""
    return Club.objects.get(pk=pk)


def club_if_visible(viewer: Player | None, club: Club | None) -> Club | None:
    if club is None or not club.private:
        return club
    return club if viewer is not None and is_member(club, viewer) else None


def club_by_key(key: str) -> Club | None:
    """Return the club with a key without checking visibility."""
    return None if "\x00" in key else Club.objects.filter(key=key).first()


def membership(club: Club, player: Player | None) -> ClubMember | None:
    """Return a player's current membership in a club, or None."""
    if player is None:
        return None
    return ClubMember.objects.present().filter(club=club, player=player).first()


def is_member(club: Club | None, player: Player) -> bool:
    return club is not None and membership(club, player) is not None


def can_watch_boards(tournament: Tournament, player: Player | None) -> bool:
    """Whether a player may watch an event's private matches: members of its private club."""
    return player is not None and tournament.is_private and is_member(tournament.club, player)


def clubs_led_by(player: Player) -> list[Club]:
    """Return the open clubs in which a player is owner or officer."""
    own = memberships_of(player).exclude(role=ClubMember.Role.MEMBER)
    return [each.club for each in own]


def is_club_leader(club: Club, player: Player | None) -> bool:
    """Whether a player is owner or officer of a club."""
    own = membership(club, player)
    return own is not None and own.leads


def leaders_of(club: Club | None) -> list[ClubMember]:
    """Return a club's owner and officers, owner first."""
    if club is None:
        return []
    led = ClubMember.objects.present().filter(club=club).exclude(role=ClubMember.Role.MEMBER)
    return sorted(
        led.select_related("player__user").order_by("pk"),
        key=lambda each: each.role != ClubMember.Role.OWNER,
    )


def owner_of(club: Club) -> Player | None:
    first = next(iter(leaders_of(club)), None)
    return first.player if first is not None else None


def members_of(club: Club) -> list[ClubMember]:
    """Return a club's members by role (owner first), then by length of membership."""
    rank = {ClubMember.Role.OWNER: 0, ClubMember.Role.OFFICER: 1, ClubMember.Role.MEMBER: 2}
    found = ClubMember.objects.present().filter(club=club).select_related("player__user")
    return sorted(found, key=lambda each: (rank[ClubMember.Role(each.role)], each.since, each.pk))


def open_invitations(club: Club) -> QuerySet[ClubInvitation]:
    """Return a club's unanswered invitations."""
    found = ClubInvitation.objects.filter(UNANSWERED, club=club)
    return found.filter(player__closed_at=None).select_related("club", "player__user", "by")


def invitations_to(player: Player) -> QuerySet[ClubInvitation]:
    found = ClubInvitation.objects.filter(UNANSWERED, player=player)
    return found.filter(club__closed_at=None).select_related("club", "player", "by")


def news_of(club: Club) -> QuerySet[ClubNews]:
    return ClubNews.objects.filter(club=club).select_related("by").order_by("-pk")


def log_entries_of(club: Club) -> QuerySet[ClubLine]:
    """Return the log of a club, newest first."""
    return ClubLine.objects.filter(club=club).select_related("by", "about").order_by("-pk")


def events_of(club: Club, viewer: Player | None = None) -> QuerySet[Tournament]:
    """Return a club's events, newest first; drafts only for its leaders."""
    found = Tournament.objects.filter(club=club).visible_to(viewer).order_by("-created_at", "-pk")
    return found if is_club_leader(club, viewer) else found.listed()


def has_events(club: Club) -> bool:
    return Tournament.objects.listed().filter(club=club).exists()


def teams_of(club: Club) -> QuerySet[Team]:
    """Return the teams of a club, newest first."""
    found = Team.objects.filter(club=club).exclude(status=Team.Status.WITHDRAWN)
    return found.select_related("tournament").order_by("-pk")


def visible_teams(club: Club, viewer: Player | None) -> QuerySet[Team]:
    """Return a club's teams in events that are visible to the viewer, newest first."""
    events = Tournament.objects.visible_to(viewer)
    return teams_of(club).filter(tournament__in=events.order_by().values("pk"))


def final_places_of(club: Club) -> list[Entrant]:
    """Return the final places in a club's finished events, in the order of the events."""
    over = Entrant.objects.filter(
        tournament__club=club,
        tournament__status=Tournament.Status.FINISHED,
        number__isnull=False,
    )
    found = over.select_related("tournament", "player", "division", "team__division")
    return list(found.order_by("tournament__finished_at", "tournament", "final_place", "pk"))


def finished_seats_of(club: Club) -> QuerySet[FixtureSeat]:
    """Return the seats of finished matches in a club's events, in the order they ended."""
    found = FixtureSeat.objects.filter(
        fixture__round__division__tournament__club=club,
        fixture__settled_at__isnull=False,
        fixture__match__isnull=False,
        place__isnull=False,
    )
    return found.select_related("entrant").order_by("fixture__settled_at", "fixture", "seat")


def winners_of_events(events: Iterable[Tournament]) -> QuerySet[Entrant]:
    """Return the winners of the finished events: of the play-off, else the highest division."""
    over = Entrant.objects.filter(
        tournament__in=[each.pk for each in events if each.status == Tournament.Status.FINISHED]
    )
    alone = over.in_top_division().filter(team=None, final_place=1)
    together = over.filter(team__final_place=1, team__division__number=1)
    found = (alone | together).select_related("player", "team")
    return found.order_by("tournament", "player__name", "pk")
