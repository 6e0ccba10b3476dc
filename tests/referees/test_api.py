"""Cases over the API: every answer fits the schema, and nobody reads what does not concern them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tournaments.referees.models import Case
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db


@pytest.fixture
def called(api: Any, bob: Any, table: Any) -> Any:
    """Return a case that Bob has opened about their match."""
    answer = api(bob).post("cases/", {"kind": "tie", "text": "We agreed.", "match": table.pk})
    assert answer.status == 201
    return answer.json


def test_a_case_from_call_to_appeal(api, alice, bob, called, referee, today):
    path = f"cases/{called['id']}/"
    assert called["state"] == "open"
    assert api(alice).get(path).json["owes_statement"] is True
    said = api(alice).post(path + "statement/", {"text": "We did not."})
    assert (said.json["state"], said.json["owes_statement"]) == ("answered", False)
    assert api(alice).post(path + "withdraw/").brief == (403, "not_your_case")
    assert api(bob).post(path + "appeal/", {"text": "Now."}).brief == (409, "nothing_to_appeal")
    request = RulingRequest("dismiss", "15", "No offer was made.", case_id=called["id"])
    rulings.preview_and_sign(request, referee, now=today)
    decided = api(bob).get(path).json
    assert [ruling["act"] for ruling in decided["rulings"]] == ["dismiss"]
    appealed = api(bob).post(path + "appeal/", {"text": "There was."})
    assert appealed.json["state"] == "appealed"
    assert [line["event"] for line in appealed.json["lines"]] == [
        *("opened", "asked", "said", "ruled", "appealed")
    ]
    assert [case["id"] for case in api(alice).get("cases/").json["results"]] == [called["id"]]


@pytest.mark.long
def test_cases_are_nobody_elses_business(api, carol, guest, called, referee):
    path = f"cases/{called['id']}/"
    for stranger in (carol, guest, referee):
        caller = api(stranger)
        assert caller.get(path).brief == (404, "no_such_case")
        assert caller.post(path + "statement/", {"text": "Me."}).brief == (404, "no_such_case")
        assert caller.post(path + "appeal/", {"text": "Me."}).brief == (404, "no_such_case")
        assert caller.post(path + "withdraw/").brief == (404, "no_such_case")
        assert caller.get("cases/").json["results"] == []
    for verb in ("statement/", "appeal/", "withdraw/"):
        assert api().post(path + verb, {"text": "Me."}).brief == (401, "not_authenticated")
    assert api().get(path).brief == (401, "not_authenticated")
    assert api().get("cases/").brief == (401, "not_authenticated")


@pytest.mark.parametrize(
    ("body", "brief"),
    [
        ({"kind": "weather", "text": "x"}, (400, "invalid")),
        ({"kind": "tie"}, (400, "invalid")),
        ({"kind": "tie", "text": "x", "match": 10**15}, (404, "no_such_match")),
        ({"kind": "tie", "text": "x"}, (422, "bad_case_kind")),
        ({"kind": "conduct", "text": "x"}, (422, "case_about_nothing")),
        ({"kind": "conduct", "text": "x", "player": 10**15}, (404, "no_such_player")),
        ({"kind": "conduct", "text": "x" * 3000, "player": 1}, (422, "too_long")),
    ],
)
def test_what_is_no_case_is_refused(api, bob, body, brief):
    assert api(bob).post("cases/", body).brief == brief
    assert not Case.objects.exists()


def test_a_private_match_of_others_is_none(api, carol, alice, bob, start, today):
    match = start(alice, bob, now=today, private=True)
    body = {"kind": "conduct", "text": "x", "match": match.pk}
    assert api(carol).post("cases/", body).brief == (404, "no_such_match")


def test_a_second_call_names_the_first(api, bob, table, called, today):
    body = {"kind": "tie", "text": "Again.", "match": table.pk}
    answer = api(bob).post("cases/", body)
    assert (*answer.brief, answer.json["case"]) == (409, "case_pending", called["id"])
    Case.objects.update(opened_at=today - timedelta(days=1))
