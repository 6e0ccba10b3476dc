from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from tournaments import club_queries
from tournaments.models import Club, ClubInvitation, ClubLine, ClubMember
from tournaments.services.clubs import founding, log, members


def leave_all_clubs(player: Player, now: datetime) -> list[Club]:
    """Remove a player from all clubs; return those they led.

    A club they own passes to its longest-serving officer, else member; without anybody left it
    closes.
    """
    stays = ClubMember.objects.present().filter(player=player).order_by("club").values("club")
    clubs = (
        Club.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=stays)
        .order_by("pk")
    )
    led = []
    for club in clubs:
        own = ClubMember.objects.present().select_related("player", "club")
        stay = own.filter(club=club, player=player).first()
        if stay is None:  # has left or been removed meanwhile
            continue
        if stay.leads:
            led.append(club)
        members.end_membership(stay, now)
        log.record_act(club, ClubLine.Act.LEFT, player, now)
        if stay.role == ClubMember.Role.OWNER and club.closed_at is None:
            _hand_over_or_close(club, player, now)
    ClubInvitation.objects.filter(player=player).delete()
    return led


def _hand_over_or_close(club: Club, player: Player, now: datetime) -> None:
    left = club_queries.members_of(club)  # officers first, then by length of membership
    if left:
        left[0].club = club
        members.make_owner(left[0], player, now)
    else:
        founding.end_club(club, player, now)
