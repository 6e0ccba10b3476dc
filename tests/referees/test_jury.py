"""Appeals before a jury: who is asked, how votes decide, who signs, and who takes a silent seat."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.services.roles import remove_role
from games.models import Match, Seat
from games.services.errors import Refused
from notifications.models import Message
from tests.emails import render
from tournaments.models import Entrant
from tournaments.referees.models import Case, Juror, Ruling
from tournaments.referees.queries import jury as jury_queries, queue
from tournaments.referees.services import assigning, cases, private_data, rulings
from tournaments.referees.services.jury import seating, voting
from tournaments.referees.services.permissions import require_no_case_between
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.services.rulings_check import check_rulings
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def bench(person: Any, office: Any) -> dict[str, Any]:
    return {name: office(person(name)) for name in ("Rita", "Ravi", "Rosa", "Ruth", "Rolf")}


@pytest.fixture
def appealed(hold: Any, people: Any, bench: Any, noon: Any) -> Callable[..., Case]:
    """Return a maker of a case under appeal, ruled in by Rita, in an event with a jury."""

    def make(**fields: Any) -> Case:
        event = hold(people(2), least=2, round_days=90, jury=True, **fields)
        running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
        match = Match.objects.filter(fixture__round__division__tournament=event).first()
        assert match is not None
        player = Seat.objects.filter(match=match).first().player
        now = noon + 2 * DAY
        case = cases.open_case(player, kind="rules", text="Look.", match_id=match.pk, now=now)
        rule(case, bench["Rita"], "dismiss", now)
        return cases.appeal(case.pk, player, "Look again.", now=now)

    return make


def rule(case: Case, judge: Any, act: str, now: Any) -> list[Ruling]:
    request = RulingRequest(act, "C-11", "So it is.", case_id=case.pk)
    return rulings.preview_and_sign(request, judge, now=now)


def seated(case: Case) -> list[str]:
    return [each.player.name for each in jury_queries.sitting_jurors(case)]


def refused(code: str, verb: Callable[..., object], *args: object, **more: object) -> None:
    with pytest.raises(Refused) as refusal:
        verb(*args, **more)
    assert refusal.value.code == code


def told(step: str) -> list[str]:
    found = Message.objects.filter(kind="case_opened", context__step=step).order_by("pk")
    return list(found.values_list("player__name", flat=True))


def test_three_who_have_not_ruled_are_asked_and_nobody_takes_the_case_alone(appealed, bench, noon):
    case, now = appealed(), noon + 2 * DAY
    assert seated(case) == ["Ravi", "Rosa", "Ruth"]
    assert told("jury") == ["Ravi", "Rosa", "Ruth"]
    for name in ("Rolf", "Ravi"):
        refused("jury_decides", assigning.take_case, case.pk, bench[name], now=now)
        refused("jury_decides", rule, case, bench[name], "uphold", now)
    refused("own_ruling", assigning.take_case, case.pk, bench["Rita"], now=now)
    refused("no_juror", voting.cast_vote, case.pk, bench["Rolf"], "stands", "Yes.", now=now)
    refused(
        "jury_decides", private_data.open_private_data, case.pk, bench["Rolf"], "To see.", now=now
    )
    assert (
        private_data.open_private_data(case.pk, bench["Ravi"], "To see.", now=now).event == "viewed"
    )


def test_jurors_start_no_match_with_a_party(appealed, bench):
    party = appealed().opened_by
    other = Refused("not_accepting", player="Somebody")
    refused("judging_player", require_no_case_between, bench["Ravi"], [party], other)
    refused("not_accepting", require_no_case_between, party, [bench["Ravi"]], other)
    require_no_case_between(party, [bench["Rolf"]], other)  # who has not been asked


def test_two_equal_votes_decide_and_only_they_sign_and_only_that(appealed, bench, noon):
    case, now = appealed(), noon + 3 * DAY
    vote = voting.cast_vote
    refused("vote_needs_reason", vote, case.pk, bench["Ravi"], "stands", " ", now=now)
    refused("bad_vote", vote, case.pk, bench["Ravi"], "perhaps", "Hm.", now=now)
    assert vote(case.pk, bench["Ravi"], "falls", "No.", now=now) == ""
    assert vote(case.pk, bench["Ravi"], "stands", "On reflection, yes.", now=now) == ""
    assert vote(case.pk, bench["Rosa"], "falls", "Annul it.", now=now) == ""
    assert vote(case.pk, bench["Ruth"], "falls", "Annul it, too.", now=now) == "falls"
    refused("verdict_stands", vote, case.pk, bench["Ravi"], "falls", "Me too.", now=now)
    assert told("verdict") == ["Rosa", "Ruth"]
    refused("jury_decided", rule, case, bench["Ravi"], "annul", now)
    refused("against_verdict", rule, case, bench["Rosa"], "uphold", now)
    refused("against_verdict", rule, case, bench["Rosa"], "dismiss", now)
    undone, ruling = rule(case, bench["Rosa"], "annul", now)
    assert (undone.act, ruling.act, ruling.appeal_of) == ("undo", "annul", undone.undoes)
    votes = [(each["vote"], each["reason"]) for each in undone.effects["jury"]]
    assert votes[1:] == [("falls", "Annul it."), ("falls", "Annul it, too.")]
    case.refresh_from_db()
    assert case.state == "closed"
    assert list(check_rulings()) == []
    email = Message.objects.filter(kind="appeal_result").order_by("pk")[0]
    text = str(render(email, now).body)
    assert "The jury has decided the appeal." in text
    assert "Ravi: the ruling stands\nOn reflection, yes." in text


@pytest.mark.long
def test_the_ruling_that_stands_is_upheld(appealed, bench, noon):
    case, now = appealed(), noon + 3 * DAY
    for name in ("Ravi", "Ruth"):
        voting.cast_vote(case.pk, bench[name], "stands", "It was right.", now=now)
    refused("against_verdict", rule, case, bench["Ravi"], "annul", now)
    (ruling,) = rule(case, bench["Ravi"], "uphold", now)
    assert len(ruling.effects["jury"]) == 2


def test_whoever_is_silent_or_cannot_is_replaced_and_the_last_is_asked_again(appealed, bench, noon):
    case, now = appealed(), noon + 2 * DAY
    voting.cast_vote(case.pk, bench["Ravi"], "stands", "It was right.", now=now)
    refused("voted_already", seating.hand_over_seat, case.pk, bench["Ravi"], now=now)
    assert seating.update_juries(now=now + 3 * DAY) == 0
    seating.hand_over_seat(case.pk, bench["Rosa"], now=now + 3 * DAY)
    assert seated(case) == ["Ravi", "Ruth", "Rolf"]
    assert told("unseated") == []
    refused("no_other_juror", seating.hand_over_seat, case.pk, bench["Rolf"], now=now + 3 * DAY)
    assert seating.update_juries(now=now + 4 * DAY) == 1  # nobody else: Ruth is asked again
    assert (seated(case), told("jury_again")) == (["Ravi", "Ruth", "Rolf"], ["Ruth"])
    remove_role(bench["Ruth"], "referee")
    assert seating.update_juries(now=now + 5 * DAY) == 1
    assert (seated(case), told("unseated"), told("dissolved")) == ([], ["Ruth"], ["Ravi", "Rolf"])
    (ruling,) = rule(case, bench["Rosa"], "uphold", now + 5 * DAY)
    assert "jury" not in ruling.effects


def test_a_silent_juror_makes_room_for_the_next(appealed, bench, noon):
    case, now = appealed(), noon + 2 * DAY
    for name in ("Rosa", "Ruth"):
        voting.cast_vote(
            case.pk, bench[name], "stands" if name == "Rosa" else "falls", "So.", now=now
        )
    assert seating.update_juries(now=now + 4 * DAY) == 1
    assert (seated(case), told("unseated")) == (["Rosa", "Ruth", "Rolf"], ["Ravi"])
    assert voting.cast_vote(case.pk, bench["Rolf"], "falls", "So.", now=now + 5 * DAY) == "falls"
    assert seating.update_juries(now=now + 9 * DAY) == 2  # Ruth and Rolf are reminded to sign
    assert told("verdict") == ["Ruth", "Rolf", "Ruth", "Rolf"]


@pytest.mark.long
def test_with_fewer_than_three_one_decides_as_elsewhere(appealed, bench, noon):
    for name in ("Ruth", "Rolf"):
        remove_role(bench[name], "referee")
    case = appealed()
    assert seated(case) == []
    assert told("appealed")[-2:] == ["Ravi", "Rosa"]
    rule(case, bench["Rosa"], "uphold", noon + 3 * DAY)


@pytest.mark.long
def test_the_longest_without_a_seat_comes_first(appealed, bench, noon):
    case = appealed()
    Juror.objects.filter(player=bench["Ravi"]).update(
        case=Case.objects.create(
            kind="other",
            opened_by=bench["Rita"],
            own_motion=True,
            opened_at=noon,
            due_at=noon + DAY,
        )
    )
    names = [each.name for each in jury_queries.eligible_jurors(case, noon)]
    assert names == ["Rolf", "Ravi"]


def test_jurors_vote_on_the_page_and_nobody_reads_it_before_the_verdict(appealed, bench, noon):
    case = appealed()
    address = f"/referee/cases/{case.pk}/"
    juror, other, party = Client(), Client(), Client()
    juror.force_login(bench["Ravi"].user)
    other.force_login(bench["Rolf"].user)
    party.force_login(case.opened_by.user)
    assert case.pk in queue.cases_in_tab(bench["Ravi"], queue.MINE, {}, noon).values_list(
        "pk", flat=True
    )
    assert f"{address}#jury" in juror.get("/referee/?tab=appeals").content.decode()
    assert "Your vote" in juror.get(address).content.decode()
    assert "Your vote" not in other.get(address).content.decode()
    assert other.post(address + "vote/", {"vote": "stands", "reason": "x"}).status_code == 403
    assert juror.post(address + "vote/", {"vote": "", "reason": "x"}).status_code == 422
    assert (
        juror.post(address + "vote/", {"vote": "stands", "reason": "Wellfounded"}).status_code
        == 303
    )
    for reader, page in ((other, address), (party, f"/cases/{case.pk}/")):
        shown = reader.get(page).content.decode()
        assert "has voted" in shown
        assert "Wellfounded" not in shown
    second = Client()
    second.force_login(bench["Rosa"].user)
    second.post(address + "vote/", {"vote": "stands", "reason": "Soundreason"})
    shown = second.get(address).content.decode()
    assert f"{address}rule/?act=uphold" in shown
    assert f"{address}rule/?act=annul" not in shown
    assert "Wellfounded" in other.get(address).content.decode()
    assert "Wellfounded" not in party.get(f"/cases/{case.pk}/").content.decode()
    rule(case, bench["Rosa"], "uphold", noon + 3 * DAY)
    assert "Wellfounded" in party.get(f"/cases/{case.pk}/").content.decode()


def test_a_juror_hands_the_seat_on_at_the_page(appealed, bench, noon):
    case, browser = appealed(), Client()
    browser.force_login(bench["Rosa"].user)
    assert browser.post(f"/referee/cases/{case.pk}/hand-on/").status_code == 303
    assert seated(case) == ["Ravi", "Ruth", "Rolf"]
    refusal = browser.post(f"/referee/cases/{case.pk}/hand-on/")
    assert refusal.status_code == 403
    assert "no longer, on the jury" in refusal.content.decode()


@pytest.mark.long
def test_nobody_joins_a_jury_that_has_found(appealed, bench, noon):
    case, now = appealed(), noon + 3 * DAY
    for name in ("Ravi", "Rosa"):
        voting.cast_vote(case.pk, bench[name], "stands", "It was right.", now=now)
    refused("verdict_stands", seating.hand_over_seat, case.pk, bench["Ruth"], now=now)
    assert seated(case) == ["Ravi", "Rosa", "Ruth"]


@pytest.mark.long
def test_whoever_hears_an_appeal_or_opens_private_data_never_takes_a_seat(appealed, bench, noon):
    case, now = appealed(), noon + 3 * DAY
    assert case.match is not None

    def judges() -> set[str]:
        return set(case.match.judges.values_list("name", flat=True))

    assert judges() == {"Rita", "Ravi", "Rosa", "Ruth"}
    private_data.open_private_data(case.pk, bench["Ravi"], "To see.", now=now)
    seating.hand_over_seat(case.pk, bench["Ravi"], now=now)
    assert judges() == {"Rita", "Ravi", "Rosa", "Ruth", "Rolf"}


def test_whoever_has_come_to_have_a_stake_does_not_vote(appealed, bench, noon):
    case, now = appealed(), noon + 3 * DAY
    voting.cast_vote(case.pk, bench["Ravi"], "stands", "It was right.", now=now)
    Entrant.objects.create(tournament=case.tournament, player=bench["Ravi"], entered_at=now)
    assert voting.cast_vote(case.pk, bench["Rosa"], "stands", "It was.", now=now) == ""
    assert seated(case) == ["Rosa", "Ruth", "Rolf"]
    Entrant.objects.create(tournament=case.tournament, player=bench["Ruth"], entered_at=now)
    refused("no_juror", voting.cast_vote, case.pk, bench["Ruth"], "stands", "Yes.", now=now)
    assert seated(case) == ["Rosa", "Ruth", "Rolf"]  # the next beat replaces, or dissolves
