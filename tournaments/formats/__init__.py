"""Tournament formats, one object each; no other module tests a format by its key."""

from __future__ import annotations

from tournaments.formats.base import Format
from tournaments.formats.contest import Contest
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.knockout import Knockout
from tournaments.formats.ladder import Ladder
from tournaments.formats.mcmahon import McMahon
from tournaments.formats.pods import Pods
from tournaments.formats.round_robin import Groups, RoundRobin
from tournaments.formats.swiss import Swiss
from tournaments.formats.teams import TeamMatch, Teams, TeamSwiss

ROUND_ROBIN = RoundRobin("round_robin")
SWISS = Swiss("swiss")
KNOCKOUT = Knockout("knockout")
CONTEST = Contest("solitaire")
FORMATS: dict[str, Format] = {
    each.key: each
    for each in (
        ROUND_ROBIN,
        RoundRobin("double", twice=True),
        Groups("groups", groups=ROUND_ROBIN, playoff=KNOCKOUT),
        SWISS,
        McMahon("mcmahon"),
        KNOCKOUT,
        DoubleElimination("double_elim"),
        Ladder("ladder"),
        Pods("pods"),
        CONTEST,
        TeamMatch("team_match", of=ROUND_ROBIN),
        Teams("team_league", of=ROUND_ROBIN),
        TeamSwiss("team_swiss", of=SWISS),
    )
}


def get_format(key: str) -> Format:
    """Return the format with this key; for an unknown key one that allows no table size."""
    return FORMATS.get(key) or Format(key)
