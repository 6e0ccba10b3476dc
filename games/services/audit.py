"""Replays the ledgers and reports every difference from the stored state, result and clocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from games import clocks, lots
from games.families.features import puzzles
from games.models import ClockCharge, DailyAttempt, Intervention, Match, Ply, Seat
from games.orders.automatic import forced_move, sole_move
from games.rules import registry
from games.rules.base import CHANCE, AnyRules, AnyState, JSONObject, RulesError
from games.rules.multiplayer import (
    apply_line,
    leaving_reason,
    line_numbers_in_force,
    parse_resumption,
)
from games.services.match.seating import recorded_order
from games.services.solo.daily import result_of

BATCH_SIZE = 200


@dataclass(frozen=True)
class Discrepancy:
    """A stored value that differs from what the ledgers yield."""

    match_id: int
    what: str
    stored: Any
    folded: Any

    def __str__(self) -> str:
        return f"match {self.match_id}: {self.what} is {self.stored!r}, folds to {self.folded!r}"


class Ledgers(NamedTuple):
    """The ledgers of one match, each in order."""

    plies: list[Ply]
    seats: list[Seat]
    charges: list[ClockCharge]
    interventions: list[Intervention]


def replay_matches(matches: Iterable[Match]) -> Iterator[Discrepancy]:
    """Replay state, result, random draws and clocks of each match; yield every difference.

    Reads the ledgers of AT_ONCE matches at a time, to bound memory.
    """
    rest = iter(matches)
    while some := list(islice(rest, BATCH_SIZE)):
        ledgers = _load_ledgers(some)
        for match in some:
            yield from _replay(match, ledgers[match.pk])


def replay_match(match: Match) -> Iterator[Discrepancy]:
    yield from replay_matches([match])


def _load_ledgers(matches: Iterable[Match]) -> dict[int, Ledgers]:
    """Return the ledgers by match id, in four queries."""
    found = {match.pk: Ledgers([], [], [], []) for match in matches}
    for ply in Ply.objects.filter(match__in=found).order_by("match_id", "number"):
        found[ply.match_id].plies.append(ply)
    for seat in Seat.objects.filter(match__in=found).order_by("match_id", "number"):
        found[seat.match_id].seats.append(seat)
    for charge in ClockCharge.objects.filter(match__in=found).order_by("match_id", "turn", "seat"):
        found[charge.match_id].charges.append(charge)
    for row in Intervention.objects.filter(match__in=found).order_by("pk"):
        found[row.match_id].interventions.append(row)
    return found


def _replay(match: Match, ledgers: Ledgers) -> Iterator[Discrepancy]:
    yield from _replay_plies(match, ledgers)
    yield from _replay_clocks(match, ledgers)
    if match.event and "day" in match.event:
        yield from _check_attempt(match)


def _check_attempt(match: Match) -> Iterator[Discrepancy]:
    """Check the puzzle against its seed and the attempt against its match."""
    attempt = DailyAttempt.objects.select_related("puzzle").get(match=match)
    start = puzzles().compose(attempt.puzzle.seed, attempt.puzzle.jumps).start
    if (attempt.puzzle.start, match.options["start"]) != (start, start):
        yield Discrepancy(match.pk, "puzzle", match.options["start"], start)
    if (attempt.points, attempt.sweeps) != result_of(match):
        yield Discrepancy(match.pk, "attempt", (attempt.points, attempt.sweeps), result_of(match))


def _replay_plies(match: Match, ledgers: Ledgers) -> Iterator[Discrepancy]:
    """Replay the plies; compare state, ply count, number of draws, awaited seats and result."""
    plies, seats = ledgers.plies, ledgers.seats
    rules = registry.get(match.ruleset)
    state = rules.start(len(seats), match.options)
    yield from _check_start(match, seats)
    lot = 0 if match.start_lot is None else 1
    states = [state]
    for number, ply in enumerate(plies, start=1):
        if (at := parse_resumption(*ply.line)) is not None:
            yield from _check_resumption(match, ledgers, ply, at)
            state = states[min(at, number - 1)]
            states.append(state)
            continue
        yield from _check_ply(match, rules, state, ply, number)
        if ply.seat == CHANCE:
            yield from _check_lot(match, rules, state, ply, lot)
            lot += 1
        try:
            state = apply_line(rules, state, ply.seat, ply.text)
        except RulesError as error:
            yield Discrepancy(match.pk, f"ply {number}", ply.text, str(error))
            return
        states.append(state)
    yield from _check_departures(match, plies, seats)
    if match.ply_count != len(plies):
        yield Discrepancy(match.pk, "ply count", match.ply_count, len(plies))
    if match.lots_drawn != lot:
        yield Discrepancy(match.pk, "lots", match.lots_drawn, lot)
    if rules.dump(state) != match.state:
        yield Discrepancy(match.pk, "state", match.state, rules.dump(state))
    yield from _check_finish_times(match, seats)
    yield from _check_end(match, rules, state, ledgers)


def _check_resumption(match: Match, ledgers: Ledgers, ply: Ply, at: int) -> Iterator[Discrepancy]:
    """Check that a line resuming the match at an earlier ply has a matching intervention."""
    said = {"line": ply.number, "ply": at}
    if not any(row.effects.get("resumed") == said for row in ledgers.interventions):
        yield Discrepancy(match.pk, f"ruling of ply {ply.number}", None, said)


def _check_departures(match: Match, plies: list[Ply], seats: list[Seat]) -> Iterator[Discrepancy]:
    """Compare ``left_by`` of every seat with the ledger."""
    plies = [plies[number - 1] for number in line_numbers_in_force([ply.line for ply in plies])]
    left = {
        ply.seat: leaving_reason(ply.text)
        for ply in plies
        if ply.seat != CHANCE and not ply.is_move
    }
    for seat in seats:
        if seat.left_by != left.get(seat.number, ""):
            yield Discrepancy(
                match.pk, f"leaving of {seat}", seat.left_by, left.get(seat.number, "")
            )


def _check_start(match: Match, seats: list[Seat]) -> Iterator[Discrepancy]:
    """Compare the order of seats with the random draw that decided it."""
    start = match.start_lot
    if start is None:
        return
    order = recorded_order(match.lots_seed, start)
    said = start.get("order") or [start["among"][start["first"]], *order[1:]]
    if said != order or [seat.rated_player_id for seat in seats] != order:
        yield Discrepancy(match.pk, "lot 0", start, order)


def _check_ply(
    match: Match, rules: AnyRules, state: AnyState, ply: Ply, number: int
) -> Iterator[Discrepancy]:
    """Check a ply's number, its source and, after a fallen flag, its text.

    Random draws and forced moves must be the server's; any other sole legal move may be.
    """
    if ply.number != number:
        yield Discrepancy(match.pk, "ply number", ply.number, number)
    if ply.seat != CHANCE and not ply.is_move:
        return
    if number <= len(match.opening):
        said = (match.opening[number - 1], Ply.Source.SERVER)
        if (ply.text, ply.source) != said:
            yield Discrepancy(match.pk, f"opening, ply {number}", (ply.text, ply.source), said)
        return
    forced = forced_move(rules, state)
    by_server = ply.seat == CHANCE or forced is not None
    if ply.source == Ply.Source.CLOCK:
        idle = rules.spell(rules.idle_move(state, ply.seat))
        if ply.text != idle:
            yield Discrepancy(match.pk, f"skipped turn, ply {ply.number}", ply.text, idle)
    server_did = ply.source == Ply.Source.SERVER
    if by_server != server_did and not (server_did and _was_only_move(rules, state, ply)):
        yield Discrepancy(match.pk, f"source of ply {ply.number}", ply.source, by_server)


def _was_only_move(rules: AnyRules, state: AnyState, ply: Ply) -> bool:
    """Whether the ply was the seat's only legal move, which the server may play."""
    found = sole_move(rules, state)
    return found is not None and (found[0], rules.spell(found[1])) == (ply.seat, ply.text)


def _check_lot(
    match: Match, rules: AnyRules, state: AnyState, ply: Ply, lot: int
) -> Iterator[Discrepancy]:
    """Compare a random draw and its proof with the seed and the rules."""
    outcomes = rules.lots(state)
    weights = [weight for _move, weight in outcomes]
    among = [rules.spell(move) for move, _weight in outcomes]
    proof = {"lot": lot, "among": among, "weights": weights}
    if ply.proof != proof:
        yield Discrepancy(match.pk, f"proof of ply {ply.number}", ply.proof, proof)
    if not outcomes:
        return
    expected = among[lots.draw_weighted(match.lots_seed, lot, weights)]
    if ply.text != expected:
        yield Discrepancy(match.pk, f"lot {lot}", ply.text, expected)


def _check_finish_times(match: Match, seats: list[Seat]) -> Iterator[Discrepancy]:
    """Compare ``finished_at`` of the seats with that of the match."""
    ends = [seat.finished_at for seat in seats]
    if any(end != match.finished_at for end in ends):
        yield Discrepancy(match.pk, "end at the seats", ends, match.finished_at)


def _check_end(
    match: Match, rules: AnyRules, state: AnyState, ledgers: Ledgers
) -> Iterator[Discrepancy]:
    """Compare result and awaited seats with the rules, or with the end set by an official."""
    seats = ledgers.seats
    outcome = rules.outcome(state)
    if match.is_running:
        if outcome is not None:
            yield Discrepancy(match.pk, "status", match.status, outcome.ending)
        running = frozenset(seat.number for seat in seats if seat.awaited)
        if running != rules.awaited(state):
            yield Discrepancy(match.pk, "awaited", running, rules.awaited(state))
        return
    if any(seat.awaited or seat.deadline_at for seat in seats):
        yield Discrepancy(match.pk, "clocks", "running", "stopped")
    stored = [(seat.rank, seat.points) for seat in seats]
    ruled = _ruled_end(ledgers)
    if ruled is not None:
        folded = [(seat["rank"], seat["points"]) for seat in ruled["seats"]]
        ending = ruled["match"]["ending"]
    elif outcome is not None and match.status == Match.Status.FINISHED:
        folded, ending = list(zip(outcome.ranks, outcome.points, strict=True)), outcome.ending
    else:
        return
    if stored != folded or match.ending != ending:
        yield Discrepancy(match.pk, "result", (stored, match.ending), (folded, ending))


def _ruled_end(ledgers: Ledgers) -> JSONObject | None:
    """Return the end set by an official, or None if the rules decide."""
    ends: list[JSONObject] = [
        row.effects["after"] for row in ledgers.interventions if "after" in row.effects
    ]
    if not ends or ends[-1]["match"]["status"] == Match.Status.RUNNING:
        return None
    return ends[-1]


def _replay_clocks(match: Match, ledgers: Ledgers) -> Iterator[Discrepancy]:
    """Recompute every charge from its recorded pauses, following the budgets from the start."""
    control, seats = match.time_control, ledgers.seats
    budgets = {seat.number: clocks.initial_budget(control).to_json() for seat in seats}
    granted = [row for row in ledgers.interventions if "budgets" in row.effects]
    for line in ledgers.charges:
        yield from _apply_grants(match, granted, budgets, line.turn)
        if line.before != budgets[line.seat]:
            yield Discrepancy(match.pk, f"budget before {line}", line.before, budgets[line.seat])
        charge = clocks.compute_charge(
            control,
            clocks.Budget.from_json(line.before),
            clocks.ClockPauses.from_json(line.stops),
            line.since,
            line.until,
        )
        folded = (int(charge.charged.total_seconds()), charge.budget.to_json())
        if (line.charged, line.after) != folded:
            yield Discrepancy(match.pk, f"charge {line}", (line.charged, line.after), folded)
        budgets[line.seat] = charge.budget.to_json()
    yield from _apply_grants(match, granted, budgets, None)
    for seat in seats:
        if seat.budget != budgets[seat.number]:
            yield Discrepancy(match.pk, f"budget of {seat}", seat.budget, budgets[seat.number])


def _apply_grants(
    match: Match, granted: list[Intervention], budgets: dict[int, Any], turn: int | None
) -> Iterator[Discrepancy]:
    """Apply the grants made before this turn's charges (None: all remaining) and check them."""
    while granted and (turn is None or granted[0].effects["budgets"]["turn"] <= turn):
        cause = granted.pop(0)
        for number, (before, after) in cause.effects["budgets"]["seats"].items():
            seat = int(number)
            if budgets[seat] != before:
                what = f"budget before ruling {cause.number}"
                yield Discrepancy(match.pk, what, before, budgets[seat])
            budgets[seat] = after
