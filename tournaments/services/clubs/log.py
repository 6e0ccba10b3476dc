from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from tournaments.models import Club, ClubLine

Act = ClubLine.Act
SENTENCES: Mapping[str, Callable[[], str]] = {
    Act.FOUNDED: lambda: _("%(by)s has founded the club."),
    Act.CHANGED: lambda: _("%(by)s has changed the settings."),
    Act.JOINED: lambda: _("%(by)s has joined."),
    Act.LEFT: lambda: _("%(by)s has left."),
    Act.REMOVED: lambda: _("%(by)s has removed %(about)s."),
    Act.PROMOTED: lambda: _("%(by)s has made %(about)s an officer."),
    Act.DEMOTED: lambda: _("%(about)s is no longer an officer."),
    Act.HANDED_OVER: lambda: _("%(about)s is now the owner."),
    Act.RENAMED: lambda: _("The operators have replaced the name of the club."),
    Act.CLOSED: lambda: _("The club has been closed."),
}


def record_act(
    club: Club, act: ClubLine.Act, by: Player, now: datetime, *, about: Player | None = None
) -> ClubLine:
    return ClubLine.objects.create(club=club, act=act, by=by, about=about, at=now)


def sentence(line: ClubLine) -> str:
    about = isolated(line.about.name) if line.about is not None else ""
    return SENTENCES[line.act]() % {"by": isolated(line.by.name), "about": about}
