"""Evidence of unfair play: shared devices, early ends, time-outs, move times; never a verdict.

Every pattern has an innocent explanation (a family, a club's computer, an illness, early mornings),
so nothing here has consequences: referees look, ask, and decide for themselves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from statistics import median, quantiles

MAX_ADDRESS_PLAYERS = 8  # an address with more players (a school, a mobile network) means nothing
MIN_MATCHES_TOGETHER = 4
MIN_EARLY_ENDS = 3
MIN_TIMEOUTS = 3
MIN_ANSWERS = 40
MIN_SLEEPLESS_ANSWERS = 150
QUICK_SECONDS = 5  # seconds
MIN_QUICK_SHARE = 0.9
MAX_EVEN_SPREAD = 0.25  # interquartile range of the answer times divided by their median
MIN_SLEEPLESS_HOURS = 22  # different hours of the day, out of 24

Pair = tuple[int, int]
ABANDONED_ENDINGS = frozenset({"resigned", "timeout", "timeout_tie", "no_show"})


@dataclass
class SharedAccess:
    """Devices and network addresses that two players have in common.

    ``days``: of the mark they share most, the number of days on which the one who used it less did
    so.
    """

    devices: int = 0
    addresses: int = 0
    days: int = 0


def find_shared_access(marks: Iterable[tuple[str, str, int, int]]) -> dict[Pair, SharedAccess]:
    """Return the pairs of players who share a device or an address.

    ``marks`` are (kind, mark, player, days) with the kind "device" or "address". Addresses of more
    than ``CROWD`` players are ignored.
    """
    holders: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for kind, mark, player, days in marks:
        holders[kind, mark][player] = days
    found: dict[Pair, SharedAccess] = defaultdict(SharedAccess)
    for (kind, _mark), players in holders.items():
        if kind == "address" and len(players) > MAX_ADDRESS_PLAYERS:
            continue
        for one, other in combinations(sorted(players), 2):
            pair = found[one, other]
            pair.devices += kind == "device"
            pair.addresses += kind == "address"
            pair.days = max(pair.days, min(players[one], players[other]))
    return dict(found)


@dataclass(frozen=True)
class TwoPlayerMatch:
    """A finished match of two players; ``winner`` is None for a draw."""

    match: int
    ruleset: str
    pair: Pair
    winner: int | None
    ending: str
    plies: int


@dataclass
class WinTrading:
    """The matches of a pair: wins of each, changes of the winner, and the ones that ended early."""

    pair: Pair
    matches: list[int] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    changes: int = 0
    early: list[int] = field(default_factory=list)


def find_win_trading(meetings: Sequence[TwoPlayerMatch]) -> list[WinTrading]:
    """Return pairs whose matches often end early, the most frequent changes of winner first.

    Early is a resignation or time-out before half the usual length of the game's matches.
    """
    usual = _usual_length(meetings)
    by_pair: dict[Pair, list[TwoPlayerMatch]] = defaultdict(list)
    for meeting in meetings:
        by_pair[meeting.pair].append(meeting)
    found = []
    for pair, met in by_pair.items():
        early = [
            one.match
            for one in met
            if one.ending in ABANDONED_ENDINGS and one.plies < usual[one.ruleset] / 2
        ]
        if len(met) < MIN_MATCHES_TOGETHER or len(early) < MIN_EARLY_ENDS:
            continue
        winners = [one.winner for one in met if one.winner is not None]
        changes = sum(one != other for one, other in pairwise(winners))
        found.append(WinTrading(pair, [one.match for one in met], Counter(winners), changes, early))
    return sorted(found, key=lambda each: (-each.changes, -len(each.early), each.pair))


def _usual_length(meetings: Iterable[TwoPlayerMatch]) -> Mapping[str, float]:
    """Return the median number of plies, by game, of matches that were played out."""
    lengths: dict[str, list[int]] = defaultdict(list)
    for one in meetings:
        if one.ending not in ABANDONED_ENDINGS:
            lengths[one.ruleset].append(one.plies)
    return defaultdict(float, {key: float(median(plies)) for key, plies in lengths.items()})


@dataclass
class Timeouts:
    """A player's time-outs out of ``ended`` matches; ``times`` of them against one opponent."""

    player: int
    ended: int
    matches: list[int]
    against: int
    times: int

    @property
    def share(self) -> int:
        """Percentage of finished matches in which the player ran out of time."""
        return round(100 * len(self.matches) / self.ended)


def find_timeouts(ends: Iterable[tuple[int, int, bool, int]]) -> list[Timeouts]:
    """Return players who often run out of time.

    ``ends`` are (player, match, whether the player ran out of time, an opponent).
    """
    ended: Counter[int] = Counter()
    lost: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for player, match, out, opponent in ends:
        ended[player] += 1
        if out:
            lost[player].append((match, opponent))
    found = []
    for player, cases in lost.items():
        if len(cases) < MIN_TIMEOUTS:
            continue
        against, times = Counter(opponent for _, opponent in cases).most_common(1)[0]
        matches = [match for match, _ in cases]
        found.append(Timeouts(player, ended[player], matches, against, times))
    return sorted(found, key=lambda each: (-each.share, -len(each.matches), each.player))


@dataclass(frozen=True)
class AnswerTimes:
    """A player's answer times in seconds.

    ``quick``: percentage within ``QUICK`` seconds. ``spread``: interquartile range divided by the
    median. ``hours``: number of different hours of the day.
    """

    player: int
    answers: int
    median: int
    quick: int
    spread: float
    hours: int

    @property
    def signs(self) -> tuple[str, ...]:
        """The unusual patterns found: "quick", "even", "sleepless"."""
        told = []
        if self.quick >= MIN_QUICK_SHARE * 100:
            told.append("quick")
        if self.median > QUICK_SECONDS and self.spread < MAX_EVEN_SPREAD:
            told.append("even")
        if self.answers >= MIN_SLEEPLESS_ANSWERS and self.hours >= MIN_SLEEPLESS_HOURS:
            told.append("sleepless")
        return tuple(told)


def find_unusual_times(answers: Mapping[int, Sequence[tuple[int, int]]]) -> list[AnswerTimes]:
    """Return players with unusual answer times, given (seconds, hour of the day) of each answer."""
    found = [
        summarise_times(player, given)
        for player, given in answers.items()
        if len(given) >= MIN_ANSWERS
    ]
    return sorted(
        (each for each in found if each.signs), key=lambda each: (-len(each.signs), each.player)
    )


def summarise_times(player: int, given: Sequence[tuple[int, int]]) -> AnswerTimes:
    """Summarise a player's answers, given as (seconds, hour of the day)."""
    seconds = sorted(one for one, _ in given)
    low, middle, high = quantiles(seconds, n=4)
    quick = sum(one <= QUICK_SECONDS for one in seconds)
    return AnswerTimes(
        player,
        len(seconds),
        round(middle),
        round(100 * quick / len(seconds)),
        (high - low) / middle if middle else 0.0,
        len({hour for _, hour in given}),
    )
