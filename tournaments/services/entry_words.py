"""Who may enter a tournament, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext

from accounts.models import Player
from accounts.naming import isolated
from games import rating_queries
from games.models import Rating
from games.rules import registry
from games.services.wording.game_words import pool_name
from games.services.wording.result_words import rating_words
from tournaments import club_queries
from tournaments.models import EntryRequest, Tournament


def who_may_enter(tournament: Tournament) -> list[str]:
    """Return the conditions in the active language, one phrase each; empty: everybody may."""
    access = {
        Tournament.Access.APPROVAL: _("approval by the organiser"),
        Tournament.Access.INVITED: _("an invitation by the organiser"),
    }
    club = tournament.club if tournament.for_members else None
    member = _("membership of %(club)s") % {"club": isolated(club.name)} if club is not None else ""
    by_whom = [member, access.get(Tournament.Access(tournament.access), "")]
    return [each for each in by_whom if each] + achievements(tournament)


def achievements(tournament: Tournament) -> list[str]:
    """Return what must have been achieved, which holds for those with a link as well."""
    said = [_rating(tournament)]
    if least := tournament.finished_least:
        words = ngettext("%(count)d finished match", "%(count)d finished matches", least)
        said.append(words % {"count": least})
    if least := tournament.reliability_least:
        said.append(_("reliability of at least %(percent)d%%") % {"percent": least})
    return [each for each in said if each]


def about_player(tournament: Tournament, player: Player) -> str:
    """Return what an organiser wants to know of somebody who asks to enter."""
    said = []
    pool = registry.get(tournament.ruleset).pool
    known = Rating.objects.filter(player=player, pool=pool or "").first()
    if known is not None:
        words = {"rating": rating_words(known.value, known.games), "pool": pool_name(pool or "")}
        said.append(_("Rating in %(pool)s: %(rating)s.") % words)
    finished = rating_queries.finished_against_others(player).count()
    said.append(_("Finished matches: %(count)d.") % {"count": finished})
    reliability = rating_queries.reliability_of(player)
    if reliability is not None:
        said.append(_("Reliability: %(percent)d%%.") % {"percent": reliability.percent})
    return " ".join(said)


def about_team(request: EntryRequest, reader: Player) -> list[str]:
    """Return what a captain has asked for, where it is a team; a private club only to members."""
    if not request.team_name:
        return []
    said = [_("Team: %(team)s.") % {"team": request.team_name}]
    if (club := club_queries.club_if_visible(reader, request.club)) is not None:
        said.append(_("Club: %(club)s.") % {"club": isolated(club.name)})
    return [" ".join(said)]


def _rating(tournament: Tournament) -> str:
    low, high = tournament.rating_from, tournament.rating_to
    pool = registry.get(tournament.ruleset).pool
    if pool is None or not (low or high):
        return ""
    words = {"low": low, "high": high, "pool": pool_name(pool)}
    if low and high:
        return _("rating %(low)d–%(high)d in %(pool)s") % words
    if low:
        return _("rating of at least %(low)d in %(pool)s") % words
    return _("rating of at most %(high)d in %(pool)s") % words
