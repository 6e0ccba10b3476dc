"""Puts the rule book's cases for TRI-Plan to the kernel."""

import pytest

from games.families.tri_plan.auction import contract_ranks, proxy_contract
from games.families.tri_plan.rules import TriPlan
from games.families.tri_plan.turns import Position, points_of
from games.rules.base import IllegalMove, MalformedMove

RULES = TriPlan()
GYB = "GYB"


def three(values, default=0):
    """List a case's values by colour."""
    return [values.get(colour, default) for colour in GYB]


def position(vector):
    """Set up the case's board; what it leaves out is as at the start of a match."""
    given, options = vector["given"], vector["options"]
    start = RULES.dump(RULES.start(3, options))
    return RULES.load(
        start
        | {
            "stones": three(given.get("stones", {}), ""),
            "turn": GYB.index(given.get("turn", "G")),
            "credits": three(given.get("to_play", {})),
            "prisoners": three(given.get("prisoners", {})),
            "passes": given.get("passes", 0),
        }
    )


def actions(do):
    """List seat (or None) and text of everything the case does."""
    for text in [do] if isinstance(do, str) else do:
        colour, _, rest = text.rpartition(": ")
        yield (GYB.index(colour) if colour else None), rest


def check(vector):
    """Play what the case says and compare all it expects."""
    given, expect, do = vector["given"], dict(vector["expect"]), vector["do"]
    if do == "resolve":
        check_auction(three(given["max_bids"]), expect)
    elif do == "finish":
        check_contract(given, expect)
    elif do == "score":
        assert list(points_of(position(vector))) == three(expect["points"])
    else:
        check_play(position(vector), list(actions(do)), expect)


def check_auction(maxima, expect):
    """Compare holder and contract of a proxy auction."""
    contract = proxy_contract(maxima)
    if expect.get("holder") is None:
        assert contract is None
    else:
        assert contract == (GYB.index(expect["holder"]), expect["contract"])


def check_contract(given, expect):
    """Compare who wins under a contract."""
    points, holder = three(given["final_points"]), GYB.index(given["holder"])
    ranks = contract_ranks(points, holder, given["contract"])
    assert [int(rank == 1) for rank in ranks] == three(expect["result"])


def check_play(state, texts, expect):
    """Play turns one after the other; `after` says what each of them does."""
    before, notes = state, expect.pop("after", None) or ["-"] * len(texts)
    for (seat, text), note in zip(texts, notes, strict=True):
        (awaited,) = RULES.awaited(state)
        assert seat in (None, awaited)
        if note.startswith("error") or "error" in expect or expect.get("legal") is False:
            with pytest.raises((IllegalMove, MalformedMove)) as refusal:
                RULES.play(state, awaited, RULES.parse(text))
            for code in ("suicide", "repetition"):
                assert code not in note or refusal.value.code == code
            continue
        before, state = state, RULES.play(state, awaited, RULES.parse(text))
        check_note(before, state, note)
    expect.pop("error", None)
    expect.pop("legal", None)
    for name, value in expect.items():
        if name == "stones":
            value = {colour: sorted_words(points) for colour, points in value.items()}
        assert CLAIMS[name](before, state) == value, name


def check_note(before: Position, state: Position, note):
    """Compare a remark such as "G a1 expelled"."""
    if note in ("-", ""):
        return
    colour, point, what = note.split()
    seat = GYB.index(colour)
    assert point in RULES.dump(before)["stones"][seat].split()
    assert point not in RULES.dump(state)["stones"][seat].split()
    assert (state.credits[seat] > before.credits[seat]) == (what == "expelled")


def sorted_words(text):
    """Put the points of a colour in order."""
    return " ".join(sorted(text.split()))


def named(values):
    """Give values by colour."""
    return dict(zip(GYB, values, strict=True))


def bonus(before, state):
    """Count the bonus stones that the last turn has earned: one if it expelled enemies."""
    return int(any(state.credits[s] > before.credits[s] for s in range(3) if s != before.turn))


CLAIMS = {
    "stones": lambda _, state: named(map(sorted_words, RULES.dump(state)["stones"])),
    "expelled": lambda _, state: named(state.credits),
    "to_play_next": lambda _, state: {"G": state.credits[0]},
    "prisoners": lambda _, state: named(state.prisoners),
    "points": lambda _, state: named(points_of(state)),
    "turn": lambda _, state: GYB[state.turn],
    "bonus": bonus,
    "legal_bonus": bonus,
    "moves": lambda _, state: sorted(RULES.spell(move) for move in RULES.moves(state, state.turn)),
}
