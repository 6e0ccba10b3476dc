"""E-mails to players who lose their place on a ladder on time, or get it back."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.naming import isolated
from tournaments.models import Entrant, Fixture
from tournaments.services.emails import news


def notify_removed(fixture: Fixture, removed: int, opponent: int, *, now: datetime) -> None:
    """Notify an entrant that losing on time has taken them off the ladder."""
    entrant, by = _get_entrant(removed), _get_entrant(opponent)
    names = {"name": isolated(entrant.tournament.title), "player": isolated(by.player.name)}

    def content() -> dict[str, object]:
        why = _(
            "Your time ran out in your match against %(player)s, so you have been taken off the "
            "ladder."
        )
        return {
            "headline": _("%(name)s: you are no longer on the ladder") % names,
            "paragraphs": [
                why % names,
                _("While the ladder runs, you can enter again and begin at the bottom."),
            ],
            "row": ["entry", entrant.tournament_id, Entrant.Status.WITHDRAWN.value],
        }

    news.notify_news(entrant.tournament, entrant.player, _key_suffix(fixture, now), content, now)


def notify_returned(fixture: Fixture, returned: int, *, now: datetime) -> None:
    """Notify an entrant that they are on the ladder again, unless the first e-mail is unsent."""
    entrant = _get_entrant(returned)
    tournament, player = entrant.tournament, entrant.player
    if entrant.withdrawn_at is None:
        return
    mark = _key_suffix(fixture, entrant.withdrawn_at)
    if news.withdraw_news(tournament, player, [mark], now):
        return

    def content() -> dict[str, object]:
        return {
            "headline": _("%(name)s: you are on the ladder again")
            % {"name": isolated(tournament.title)},
            "paragraphs": [_("The result that took you off the ladder no longer stands.")],
        }

    news.notify_news(tournament, player, f"{mark}_returned", content, now)


def _get_entrant(pk: int) -> Entrant:
    return Entrant.objects.select_related("tournament", "player__user").get(pk=pk)


def _key_suffix(fixture: Fixture, at: datetime) -> str:
    return f"off_ladder_{fixture.pk}_{at.isoformat()}"
