"""Entry terms as text."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from accounts.models import Player
from accounts.naming import isolated
from games import rating_queries
from games.models import Rating
from games.rules import registry
from games.services.wording.game_words import pool_name
from games.services.wording.result_words import rating_text
from tournaments import club_queries
from tournaments.models import Club, EntryRequest, Tournament
from tournaments.services.entry_plans import ENTRY_TERMS


@dataclass(frozen=True)
class EntryTerms:
    """The entry terms of an event, or of a form being filled in."""

    ruleset: str = ""
    club: Club | None = None
    access: str = Tournament.Access.PUBLIC
    rating_from: int | None = None
    rating_to: int | None = None
    finished_least: int | None = None
    reliability_least: int | None = None
    answer_days: int | None = None
    asks_silent: bool = False

    @property
    def for_members(self) -> bool:
        private = self.club is not None and self.club.private
        return private or self.access == Tournament.Access.CLUB


NO_ENTRY_TERMS = EntryTerms()


def terms_of(tournament: Tournament) -> EntryTerms:
    names = ("ruleset", "club", *ENTRY_TERMS)
    return EntryTerms(**{name: getattr(tournament, name) for name in names})


def who_may_enter(tournament: Tournament) -> list[str]:
    """Return the conditions in the active language, one phrase each; [] if everybody may enter."""
    return _conditions(terms_of(tournament))


def achievements(tournament: Tournament) -> list[str]:
    """Return the requirements that also apply to people with a link."""
    return _achievements(terms_of(tournament))


def sentences(terms: EntryTerms) -> list[str]:
    """Return a sentence for each entry term."""
    said = []
    if needed := _conditions(terms):
        said.append(f"{_('To enter:')} {', '.join(needed)}.")
    if days := terms.answer_days:
        words = ngettext(
            "A free place must be accepted within %(count)d day.",
            "A free place must be accepted within %(count)d days.",
            days,
        )
        said.append(words % {"count": days})
    if terms.asks_silent:
        said.append(_("Inactive players are asked before the start."))
    return said


def _conditions(terms: EntryTerms) -> list[str]:
    access = {
        Tournament.Access.APPROVAL: _("approval by the organiser"),
        Tournament.Access.INVITED: _("an invitation by the organiser"),
    }
    club = terms.club if terms.for_members else None
    member = _("membership of %(club)s") % {"club": isolated(club.name)} if club is not None else ""
    by_whom = [member, access.get(Tournament.Access(terms.access), "")]
    return [each for each in by_whom if each] + _achievements(terms)


def _achievements(terms: EntryTerms) -> list[str]:
    said = [_rating_range(terms)]
    if least := terms.finished_least:
        words = ngettext("%(count)d finished match", "%(count)d finished matches", least)
        said.append(words % {"count": least})
    if least := terms.reliability_least:
        said.append(_("reliability of at least %(percent)d%%") % {"percent": least})
    return [each for each in said if each]


def player_facts(tournament: Tournament, player: Player) -> str:
    """Return facts for the organiser about a player who asks to enter."""
    said = []
    pool = registry.get(tournament.ruleset).pool
    known = Rating.objects.filter(player=player, pool=pool or "").first()
    if known is not None:
        words = {"rating": rating_text(known.value, known.games), "pool": pool_name(pool or "")}
        said.append(_("Rating in %(pool)s: %(rating)s.") % words)
    finished = rating_queries.counted_finished_seats(player).count()
    said.append(_("Finished matches: %(count)d.") % {"count": finished})
    reliability = rating_queries.reliability_of(player)
    if reliability is not None:
        said.append(_("Reliability: %(percent)d%%.") % {"percent": reliability.percent})
    return " ".join(said)


def team_facts(request: EntryRequest, reader: Player) -> list[str]:
    """Return facts about a team whose captain asks; a private club is named to its members only."""
    if not request.team_name:
        return []
    said = [_("Team: %(team)s.") % {"team": isolated(request.team_name)}]
    if (club := club_queries.club_if_visible(reader, request.club)) is not None:
        said.append(_("Club: %(club)s.") % {"club": isolated(club.name)})
    return [" ".join(said)]


def _rating_range(terms: EntryTerms) -> str:
    low, high = terms.rating_from, terms.rating_to
    pool = registry.get(terms.ruleset).pool if terms.ruleset else None
    if pool is None or not (low or high):
        return ""
    words = {"low": low, "high": high, "pool": pool_name(pool)}
    if low and high:
        return _("rating %(low)d–%(high)d in %(pool)s") % words
    if low:
        return _("rating of at least %(low)d in %(pool)s") % words
    return _("rating of at most %(high)d in %(pool)s") % words
