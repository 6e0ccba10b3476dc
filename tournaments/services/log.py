"""The log of a tournament, except changed terms: writing lines and their sentences."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from games.rules.base import JSON
from tournaments.models import Revision, Tournament

Act = Revision.Act
SENTENCES: dict[str, Callable[[], str]] = {
    Act.CO_JOINED: lambda: _("%(player)s has become a co-organiser."),
    Act.CO_LEFT: lambda: _("%(player)s is no longer a co-organiser."),
    Act.HANDED_OVER: lambda: _("%(player)s is now the main organiser."),
    Act.REMOVED: lambda: _("%(player)s was removed from the tournament."),
    Act.ENTERED: lambda: _("%(player)s has entered by invitation of the organiser."),
    Act.ACCEPTED: lambda: _("%(player)s was accepted by the organiser."),
    Act.RETRACTED: lambda: _("The acceptance of %(player)s was withdrawn."),
    Act.SEEDED: lambda: _("The order of the entrants was set by hand."),
    Act.PAIRED: lambda: _("Round %(round)s was changed by hand before it was published."),
    Act.AGAIN: lambda: _("Round %(round)s was paired again before it was published."),
    Act.ROUND_OFF: lambda: _("Round %(round)s was cancelled."),
    Act.ROUND_ON: lambda: _("Round %(round)s takes place after all."),
    Act.FURTHER: lambda: _("The tournament was reopened for round %(round)s."),
    Act.BY_HAND: lambda: _("Round %(round)s was paired by hand, as no legal pairing was left."),
    Act.ENDED: lambda: _(
        "The standings were made final, as no legal pairing was left for round %(round)s."
    ),
    Act.STARTED: lambda: _("The tournament was started by hand."),
    Act.CALLED_OFF: lambda: _("The tournament was cancelled before it started."),
    Act.PUBLISHED: lambda: _("Round %(round)s was published early."),
    Act.BOT_IN: lambda: _("The bot %(player)s was entered."),
    Act.BOT_OUT: lambda: _("The bot %(player)s was removed."),
    Act.LINK_MADE: lambda: _("An entry link was created."),
    Act.LINK_ENDED: lambda: _("An entry link was revoked."),
    Act.REF_JOINED: lambda: _("%(player)s is now a referee of this tournament."),
    Act.REF_LEFT: lambda: _("%(player)s is no longer a referee of this tournament."),
    Act.LADDER_END: lambda: _("The ladder was ended; the standings are final."),
    Act.MESSAGE: lambda: _("A message was sent to players by e-mail."),
}
TEAM_SENTENCES: dict[str, Callable[[], str]] = {
    Act.ACCEPTED: lambda: _(
        "The organiser has accepted the team %(team)s, requested by %(player)s."
    ),
    Act.RETRACTED: lambda: _("The acceptance of the team %(team)s was withdrawn."),
}
UNDO_SENTENCES: dict[str, Callable[[], str]] = {
    Act.CO_JOINED: lambda: _("%(player)s is a co-organiser again: the removal was undone."),
    Act.PAIRED: lambda: _(
        "A manual change to round %(round)s was undone before the round was published."
    ),
    Act.ENTERED: lambda: _("%(player)s is entered again: the removal was undone."),
}


def record_revision(
    tournament: Tournament,
    act: str,
    by: Player,
    now: datetime,
    *,
    about: Player | None = None,
    reason: str = "",
    undoes: Revision | None = None,
    **after: JSON,
) -> Revision:
    """Write a line: who did what to whom; ``after`` holds what undoing it needs."""
    return Revision.objects.create(
        tournament=tournament,
        act=act,
        by=by,
        about=about,
        reason=reason,
        made_at=now,
        after=after,
        undoes=undoes,
    )


def sentence(line: Revision) -> str:
    """Return a line in the active language; "" for changed terms, which are shown as a table."""
    team = line.after.get("team", "")
    special = TEAM_SENTENCES if team else UNDO_SENTENCES if line.undoes_id else {}
    words = special.get(line.act) or SENTENCES.get(line.act)
    if words is None:
        return ""
    named = {
        "player": isolated(line.about.name) if line.about else "",
        "round": line.after.get("round", ""),
    }
    return words() % {**named, "team": isolated(team)}
