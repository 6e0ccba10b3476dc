"""Whether a report file is that of a team event or merely lists the players' clubs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tournaments.standings.trf.lines import PlayerLine, Source

TEAM_RECORDS = ("310", "320", "330", "352", "362", "801", "802")
TEAM_TYPE_PATTERN = re.compile(r"TEAM|MANNSCHAFT|[EÉ]QUIPE|SQUADR|EQUIPO|SCHILLER|SCHEVENINGEN")
MEMBERS_COLUMN = 40


def find_team_record(
    records: Mapping[str, Sequence[Source]], players: Mapping[int, PlayerLine]
) -> Source | None:
    """Return the record that shows it, or None for an event of individuals.

    Records 013 list teams, or clubs in an event of individuals. They are teams if the file says so,
    or if in every round each team met one other.
    """
    for code in TEAM_RECORDS:
        if code in records:
            return records[code][0]
    if "013" not in records:
        return None
    types = " ".join(s.value for code in ("092", "192") for s in records.get(code, ())).upper()
    first = records["013"][0]
    if TEAM_TYPE_PATTERN.search(types):
        return first
    if "INDIVIDUAL" in types or "FIDE_" in types:
        return None
    return first if _meet_in_teams(_parse_teams(records["013"]), players) else None


def _parse_teams(sources: Sequence[Source]) -> dict[int, int]:
    """Return the team index of every player in records 013, ignoring what is no number."""
    return {
        int(word): number
        for number, source in enumerate(sources)
        for _, word in source.words(MEMBERS_COLUMN - 3)
        if word.isascii() and word.isdigit() and len(word) <= 4
    }


def _meet_in_teams(teams: Mapping[int, int], players: Mapping[int, PlayerLine]) -> bool:
    """Whether in each round all members of a team met members of one other team."""
    met: dict[tuple[int, int], set[int | None]] = {}
    for number, line in players.items():
        if number in teams:
            for cell in line.cells:
                if cell.opponent:
                    own = met.setdefault((teams[number], cell.round), set())
                    own.add(teams.get(cell.opponent))
    one_other = (
        len(others) == 1 and not others & {None, team} for (team, _round), others in met.items()
    )
    return bool(met) and all(one_other)
