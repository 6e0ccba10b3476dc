"""Whatever is sent to whatever address of the schema: never an error of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.api.caller import schema
from tests.sampling import sampled

pytestmark = pytest.mark.django_db

NAUGHTY = [
    "",
    "b2",
    "B2 b2",
    "\x00",
    "🚦" * 30,
    "a" * 100,
    "slide E",
    "resign",
    "%s %(x)s",
    "\u202e",
    "9" * 400,
]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 0, 1, 2**31, 2**63, 2**64, 10**400]),
    st.floats(),
    st.sampled_from(NAUGHTY),
    st.text(max_size=20),
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
FITTING: dict[str, Any] = {
    "ruleset": st.sampled_from(["traffic_lights.4x3", "traffic_lights.simple", "chess960"]),
    "options": st.dictionaries(st.sampled_from(["legs", "max_extra_pairs", "x"]), SCALARS),
    "control": st.one_of(
        st.sampled_from(["day", "untimed", "x"]),
        st.dictionaries(
            st.sampled_from(
                [
                    "bank",
                    "increment",
                    "cap",
                    "per_turn",
                    "periods",
                    "period",
                    "stops",
                    "on_flag",
                    "block_moves",
                    "block_span",
                    "quantum",
                    "silence",
                ]
            ),
            st.one_of(SCALARS, st.lists(st.sampled_from(["night", "leave", "x"]), max_size=3)),
        ),
    ),
    "kind": st.sampled_from(["named", "seek", "link", "x"]),
    "opponent": st.integers(min_value=0, max_value=99),
    "move": st.sampled_from(["b2", "a1", "c3", "z9", *NAUGHTY]),
    "seen": st.integers(min_value=0, max_value=3),
    "until": st.sampled_from(
        [
            "0001-01-01T00:00:00+14:00",
            "9999-12-31T23:59:59-12:00",
            "2026-13-01",
            "2030-01-01T00:00:00Z",
        ]
    ),
    "round_dates": st.lists(
        st.sampled_from(
            ["0001-01-01T00:00:00", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59", "2030-01-01"]
        ),
        max_size=3,
    ),
}


def bodies(operation: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return bodies for an operation: nearly right ones, wrong ones, and no JSON at all."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    reference = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    fields = schema()["components"]["schemas"].get(reference, {}).get("properties", {})
    values = {name: st.one_of(FITTING.get(name, SCALARS), ANYTHING) for name in fields}
    right = {name: FITTING.get(name, SCALARS) for name in fields}
    objects = [st.fixed_dictionaries(right), st.fixed_dictionaries({}, optional=values), ANYTHING]
    dumped = st.one_of(*objects).map(lambda value: json.dumps(value).encode())
    return st.one_of(dumped, dumped, st.binary(max_size=60))


OPERATIONS = [
    (method.upper(), path) for path, methods in schema()["paths"].items() for method in methods
]

# Of every verb that writes on every kind of thing the first address; all under --long.
FIRST = {(method, path.split("/")[3]): (method, path) for method, path in OPERATIONS[::-1]}
LISTS = ("challenges", "leaderboards", "matches")  # with a query, or with a word in their address
TELLING = [each for (method, of), each in FIRST.items() if method != "GET" or of in LISTS]


@pytest.mark.parametrize(("method", "path"), sampled(OPERATIONS, TELLING))
def test_no_request_is_answered_with_a_fault_of_ours(
    method: str, path: str, api: Any, alice: Any, bob: Any, start: Any, today: Any
) -> None:
    operation = schema()["paths"][path][method.lower()]
    match = start(alice, bob, now=today)
    callers = [api(alice), api(bob), api()]
    numbers = st.one_of(st.just(str(match.pk)), st.integers(min_value=0).map(str))
    words = st.one_of(
        numbers,
        st.sampled_from(
            ["traffic_lights.4x3", "traffic_lights", "%00", "%FF%FE", "..", "%2F", "ä"]
        ),
    )
    asked = [each["name"] for each in operation["parameters"] if each["in"] == "query"]
    query = st.dictionaries(
        st.sampled_from([*asked, "x"]),
        st.one_of(
            numbers, st.sampled_from(["", "true", "-1", "mine", "seeks", "%00", "%FF", "1e9"])
        ),
    )

    @settings(max_examples=settings().max_examples // 10)
    @given(data=st.data())
    def ask(data: Any) -> None:
        whole = path
        for each in operation["parameters"]:
            if each["in"] == "path":
                choice = numbers if each["name"] in ("id", "ply") else words
                whole = whole.replace(f"{{{each['name']}}}", data.draw(choice, each["name"]))
        asks = "&".join(f"{name}={value}" for name, value in data.draw(query, "query").items())
        body = None if method == "GET" else data.draw(bodies(operation), "body")
        caller = data.draw(st.sampled_from(callers), "caller")
        answer = caller.send(method, f"{whole}?{asks}" if asks else whole, body)
        assert answer.status < 500

    ask()
