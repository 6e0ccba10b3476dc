"""`manage.py rules list|perft|show|playout`: explore the rules from the command line."""

import json
import random
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import registry
from games.rules.base import (
    CHANCE,
    JSON,
    AnyMove,
    AnyRules,
    AnyState,
    BadOption,
    IllegalMove,
    JSONObject,
    MalformedMove,
    Outcome,
    Seat,
    min_seats,
)
from games.rules.series import SeriesState, as_series

MAX_MOVE_WORDS = 4
MAX_SHOWN_MOVES = 40


class Command(BaseCommand):
    help = "Look at the rules: list rulesets, count plies (perft), show a position, play at random."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        listing = verbs.add_parser("list", help="keys, seats and options with their defaults")
        listing.add_argument("--json", action="store_true", dest="as_json")
        perft = _add_verb(verbs, "perft", "count sequences of plies from the start, depth by depth")
        perft.add_argument("depth", type=int)
        perft.add_argument("--after", default="", help='start after these moves, "b2 a1"')
        show = _add_verb(verbs, "show", "the board, who is awaited, legal moves, outcome")
        show.add_argument("--moves", default="", help='the moves so far, "b2 a1"')
        playout = _add_verb(verbs, "playout", "a random match ply by ply")
        playout.add_argument("--seed", type=int, default=0)

    def handle(self, *args: object, **options: JSON) -> None:  # noqa: ARG002 - Django's signature
        """Run a subcommand; invalid input gives one sentence and exit code 2."""
        verb: Callable[..., tuple[list[str], JSON]] = VERBS[options["verb"]]
        try:
            lines, data = verb(options)
        except BadOption as error:
            allowed = ", ".join(json.dumps(value) for value in error.allowed) or "none"
            known = "the known options are" if error.code == "unknown_option" else "allowed are"
            sentence = (
                f"Option {error.name} cannot be {json.dumps(error.value)}; {known} {allowed}."
            )
            raise CommandError(sentence, returncode=2) from None
        if options["as_json"]:
            lines = [json.dumps(data)]
        for line in lines:
            self.stdout.write(line)


def _add_verb(verbs: Any, name: str, text: str) -> ArgumentParser:
    parser: ArgumentParser = verbs.add_parser(name, help=text)
    parser.add_argument("key", help="a ruleset, see `rules list`")
    parser.add_argument("--options", default="{}", help='JSON, such as {"legs": 4}')
    parser.add_argument("--seats", type=int, help="how many sit down (default: as few as fit)")
    parser.add_argument("--leg", action="store_true", help="one leg alone, without the series")
    parser.add_argument("--json", action="store_true", dest="as_json")
    return parser


def list_rulesets(_: JSONObject) -> tuple[list[str], JSON]:
    """Return every ruleset with its seats and options, and whether the site offers it."""
    offered = set(registry.offered_keys())
    data: list[JSONObject] = [
        {
            "key": key,
            "version": rules.version,
            "offered": key in offered,
            "seats": list(rules.seats),
            "pool": rules.pool,
            "options": {
                name: {"default": option.default, "allowed": list(option.allowed)}
                | ({"by_seats": dict(option.by_seats)} if option.by_seats else {})
                for name, option in rules.options.items()
            },
        }
        for key, rules in ((key, registry.get(key)) for key in registry.keys())  # noqa: SIM118
    ]
    lines = []
    for row in data:
        seats = " or ".join(str(number) for number in row["seats"])
        options = "; ".join(
            f"{name} {_format_values(option['allowed'], option['default'])}"
            for name, option in row["options"].items()
        )
        sign = "*" if row["offered"] else " "
        lines.append(f"{sign} {row['key']}  seats {seats}  {options}".rstrip())
    lines.append("* offered on the site; the others are played by command only")
    return lines, data


def perft(options: JSONObject) -> tuple[list[str], JSON]:
    """Return the number of sequences of plies for every depth up to the requested one."""
    if options["depth"] < 1:
        raise CommandError(f"The depth must be 1 or more, not {options['depth']}.", returncode=2)
    rules, state = _load_ruleset(options)
    state = _replay(rules, state, options["after"])
    counts = [count_plies(rules, state, depth) for depth in range(1, options["depth"] + 1)]
    return [str(count) for count in counts], counts


def show_position(options: JSONObject) -> tuple[list[str], JSON]:
    """Return the position after some moves."""
    rules, state = _load_ruleset(options)
    state = _replay(rules, state, options["moves"])
    awaited = sorted(rules.awaited(state))
    data = {
        "key": rules.key,
        "board": rules.letters(state).split("\n"),
        "awaited": awaited,
        "moves": {
            str(seat): _legal_moves(rules, state, seat) for seat in awaited if seat != CHANCE
        },
        "lots": [[rules.spell(move), weight] for move, weight in rules.lots(state)],
        "outcome": _outcome_json(rules.outcome(state)),
        "state": rules.dump(state),
        **_legs_json(state),
    }
    lines = [*data["board"], f"awaited: {_format_value(awaited)}"]
    lines += [f"{name}: {_format_value(data[name])}" for name in _legs_json(state)]
    lines += [f"moves of {seat}: {', '.join(moves)}" for seat, moves in data["moves"].items()]
    lines += [f"lot: {text} (weight {weight})" for text, weight in data["lots"]]
    lines.append(f"outcome: {json.dumps(data['outcome']) if data['outcome'] else 'none yet'}")
    return lines, data


def play_random_match(options: JSONObject) -> tuple[list[str], JSON]:
    """Return a random match, determined by the seed."""
    rules, state = _load_ruleset(options)
    chance = random.Random(options["seed"])  # noqa: S311 - a sample, no lot of a match
    plies: list[JSONObject] = []
    while awaited := rules.awaited(state):
        seat = min(awaited)
        legal = _legal_moves(rules, state, seat)
        if seat == CHANCE:
            lots = sorted((rules.spell(move), weight) for move, weight in rules.lots(state))
            chosen = chance.choices([text for text, _ in lots], [each for _, each in lots])[0]
        else:
            chosen = chance.choice(legal)
        plies.append({"seat": seat, "move": chosen, "legal": legal})
        state = rules.play(state, seat, rules.parse(chosen))
    outcome = _outcome_json(rules.outcome(state))
    lines = [f"{ply['seat']:2}  {ply['move']}  of: {', '.join(ply['legal'])}" for ply in plies]
    data = {"key": rules.key, "seed": options["seed"], "plies": plies, "outcome": outcome}
    return [*lines, f"outcome: {json.dumps(outcome)}"], data


def count_plies(rules: AnyRules, state: AnyState, depth: int) -> int:
    """Return the number of sequences of exactly `depth` plies from here."""
    branches = _branches(rules, state)
    if depth == 1:
        return sum(1 for _ in branches)
    return sum(
        count_plies(rules, rules.play(state, seat, move), depth - 1) for seat, move in branches
    )


def _branches(rules: AnyRules, state: AnyState) -> Iterator[tuple[Seat, AnyMove]]:
    for seat in sorted(rules.awaited(state)):
        if seat == CHANCE:
            yield from ((seat, move) for move in {move: 0 for move, _ in rules.lots(state)})
        else:
            yield from ((seat, move) for move in rules.moves(state, seat))


def _load_ruleset(options: JSONObject) -> tuple[AnyRules, AnyState]:
    """Return the ruleset and its initial state."""
    try:
        rules = registry.get(options["key"])
    except registry.UnknownRuleset as error:
        known = ", ".join(error.known)
        sentence = f"There is no ruleset {error.key!r}; there are {known}."
        raise CommandError(sentence, returncode=2) from None
    given = _parse_object(options["options"])
    seats = options["seats"]
    start = rules.start(min_seats(rules, given) if seats is None else seats, given)
    if not options["leg"]:
        return rules, start
    series = as_series(rules)
    if series is None:
        raise CommandError(f"{rules.key} is not played in legs: leave out --leg.", returncode=2)
    own = {name: value for name, value in given.items() if name in series.inner.options}
    return series.inner, series.inner.start(2, own)


def _parse_object(text: str) -> JSONObject:
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        sentence = f'--options must be a JSON object such as {{"legs": 4}}, not {text!r}.'
        raise CommandError(sentence, returncode=2)
    return given


def _replay(rules: AnyRules, state: AnyState, text: str) -> AnyState:
    """Play moves separated by blanks, commas or semicolons; the error names a wrong one."""
    number = 0
    for part in text.replace(";", ",").split(","):
        words = part.split()
        while words:
            number += 1
            state, used = _advance(rules, state, words, number)
            words = words[used:]
    return state


def _advance(
    rules: AnyRules, state: AnyState, words: Sequence[str], number: int
) -> tuple[AnyState, int]:
    """Play the longest legal move at the front, since moves may contain blanks ("slide E")."""
    first_error: CommandError | None = None
    for used in range(min(len(words), MAX_MOVE_WORDS), 0, -1):
        try:
            move = rules.parse(" ".join(words[:used]))
        except MalformedMove as error:
            sentence = f"Ply {number}: {words[0]!r} is no move of {rules.key} ({error.code})."
            unread = CommandError(sentence, returncode=2)
            continue
        try:
            return _play_move(rules, state, move, number), used
        except CommandError as error:
            first_error = first_error or error
    raise first_error or unread


def _play_move(rules: AnyRules, state: AnyState, move: AnyMove, number: int) -> AnyState:
    awaited = sorted(rules.awaited(state))
    if not awaited:
        sentence = f"Ply {number}: the match is over before {rules.spell(move)!r}."
        raise CommandError(sentence, returncode=2)
    able = [seat for seat in awaited if move in rules.moves(state, seat)] or awaited
    try:
        return rules.play(state, able[0], move)
    except IllegalMove as error:
        legal = ", ".join(_legal_moves(rules, state, able[0])[:MAX_SHOWN_MOVES])
        sentence = f"Ply {number}: {rules.spell(move)!r} is not legal ({error}); legal are {legal}."
        raise CommandError(sentence, returncode=2) from None


def _legal_moves(rules: AnyRules, state: AnyState, seat: Seat) -> list[str]:
    if seat == CHANCE:
        return sorted({rules.spell(move) for move, _ in rules.lots(state)})
    return sorted(rules.spell(move) for move in rules.moves(state, seat))


def _outcome_json(outcome: Outcome | None) -> JSONObject | None:
    if outcome is None:
        return None
    lines = [line._asdict() for line in outcome.lines]
    return {**outcome._asdict(), "lines": lines}


def _legs_json(state: AnyState) -> JSONObject:
    if not isinstance(state, SeriesState):
        return {}
    names = ("leg", "starter", "legs_total", "totals")
    return {name: getattr(state, name) for name in names}


def _format_values(allowed: Sequence[object], default: object) -> str:
    return "|".join(f"[{value}]" if value == default else str(value) for value in allowed)


def _format_value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


VERBS: dict[str, Callable[..., tuple[list[str], JSON]]] = {
    "list": list_rulesets,
    "perft": perft,
    "show": show_position,
    "playout": play_random_match,
}
