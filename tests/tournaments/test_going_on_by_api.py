"""Programs decide how a Swiss goes on as the pages do, with the same refusals."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from tests.api.conftest import api, guest
from tests.tournaments.test_further_round import over
from tests.tournaments.test_paired_by_hand import keys, noon, stuck
from tests.tournaments.test_sitting_out import advance
from tournaments.models import CoOrganiser, Entrant, Fixture, Revision, Round, Tournament

__all__ = ["api", "guest", "noon", "over", "stuck"]

pytestmark = pytest.mark.django_db
DECIDES = {"organiser", "co-organiser", "referee"}
NOBODY = {"nobody": (401, "not_authenticated"), "guest": (403, "not_your_tournament")}
REFUSED = (403, "not_your_tournament")


@pytest.fixture
def everybody(organiser: Any, person: Any, referee: Any, guest: Any) -> dict[str, Player | None]:
    """Return one person of every role there is, besides an entrant."""
    return {
        "organiser": organiser,
        "referee": referee,
        "guest": guest,
        "nobody": None,
        "stranger": person("Sam"),
        "co-organiser": person("Carla"),
    }


def roles_at(event: Tournament, everybody: dict[str, Any]) -> dict[str, Any]:
    helper = everybody["co-organiser"]
    CoOrganiser.objects.create(tournament=event, player=helper, since=timezone.now())
    return everybody | {"entrant": Entrant.objects.filter(tournament=event).first().player}


def test_a_round_is_shown_previewed_and_paired_by_hand(stuck, organiser, api):
    caller, at = api(organiser), f"tournaments/{stuck.pk}/by-hand/1/"
    one, two = keys()
    shown = caller.get(at).json
    assert (shown["round"], [each["id"] for each in shown["available"]]) == (2, [one, two])
    assert shown["why"].startswith("All players who are available")
    wanted = {"act": "pair", "pairs": [[two, one]]}
    seen = caller.post(at, wanted).json
    assert (seen["made"], seen["pairs"], seen["free"]) == (None, [[two, one]], [])
    assert "have met before" in seen["remarks"][0]
    assert Round.objects.count() == 1
    assert caller.post(at, {**wanted, "preview_token": "x"}).brief == (409, "revised_meanwhile")
    done = caller.post(at, {**wanted, "preview_token": seen["preview_token"]}).json
    assert done["made"] == Revision.objects.get(act="by_hand").pk
    seats = Fixture.objects.get(round__number=2).seats.order_by("seat")
    assert list(seats.values_list("entrant", flat=True)) == [two, one]
    assert caller.get(at).brief == (409, "nothing_to_decide")


@pytest.mark.long
def test_pairs_that_are_none_are_refused(stuck, organiser, api):
    caller, at = api(organiser), f"tournaments/{stuck.pk}/by-hand/1/"
    one, two = keys()
    for pairs in ([[one, one]], [[one, 999_999]], [[one, two], [two, one]]):
        refused = caller.post(at, {"act": "pair", "pairs": pairs})
        assert refused.brief == (409, "bad_pairs")
    for body in ({"act": "pair", "pairs": [[one]]}, {"act": "shuffle"}, {}):
        assert caller.post(at, body).brief == (400, "invalid")
    assert caller.post(at, {"act": "pair", "preview_token": "x"}).brief == (409, "bad_pairs")
    assert caller.get(f"tournaments/{stuck.pk}/by-hand/7/").brief == (409, "nothing_to_decide")
    assert caller.get("tournaments/999999/by-hand/1/").brief == (404, "no_such_tournament")


@pytest.mark.long
@pytest.mark.parametrize("act", ["show", "pair", "end"])
def test_who_decides_about_a_round(stuck, everybody, api, act):
    at, reading = f"tournaments/{stuck.pk}/by-hand/1/", act == "show"
    body = {"act": act, "pairs": [keys()]} if act == "pair" else {"act": act}
    for role, player in roles_at(stuck, everybody).items():
        if act == "end" and role in DECIDES - {"referee"}:
            continue  # it can be ended once
        caller = api(player)
        answer = caller.get(at) if reading else caller.post(at, body)
        if role in DECIDES:
            assert answer.status == 200, role
            if act == "end":
                assert datetime.fromisoformat(answer.json["tried_until"]) <= timezone.now()
        else:
            expected = REFUSED if reading else NOBODY.get(role, REFUSED)
            assert answer.brief == expected, role
    if act == "end":
        assert Revision.objects.get().act == "ended"


def test_a_swiss_that_is_over_goes_on_by_api(over, organiser, api):
    caller, at = api(organiser), f"tournaments/{over.pk}/further-round/"
    seen = caller.post(at, {}).json
    assert (seen["made"], seen["round"], seen["rounds"], seen["left"]) == (None, 2, 2, 4)
    assert caller.post(at, {"preview_token": "x"}).brief == (409, "revised_meanwhile")
    assert (
        caller.post(at, {"preview_token": seen["preview_token"]}).json["made"]
        == Revision.objects.get().pk
    )
    assert caller.post(at, {}).brief == (409, "tournament_not_over")
    advance(timezone.now())
    assert Round.objects.count() == 2


@pytest.mark.long
def test_who_reopens_a_swiss(over, everybody, api):
    at = f"tournaments/{over.pk}/further-round/"
    for role, player in roles_at(over, everybody).items():
        answer = api(player).post(at, {})
        if role in DECIDES:
            assert answer.status == 200, role
        else:
            assert answer.brief == NOBODY.get(role, REFUSED), role
