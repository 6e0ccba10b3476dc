"""Divisions, points, tie-breaks and pairs that never meet, changed after the announcement."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from notifications.models import Message
from tests.api.conftest import api
from tests.emails import render
from tests.markup import text_of
from tests.tournaments.test_revision_pages import asked
from tests.tournaments.test_revisions import make, news, refused
from tournaments.models import Division, Fixture, Revision, RoundDraft
from tournaments.services.entrants.field import late_entrants
from tournaments.services.entries import persons
from tournaments.services.revisions import revising, terms
from tournaments.services.seasons import running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
OF_TABLES = {
    *("division_size", "promoted", "qualifiers", "through", "withdrawals"),
    *("points", "tie_breaks", "forbidden"),
}


def test_divisions_and_what_they_promote_change_before_the_start(hold, people, organiser, noon):
    cup = hold(people(6))
    made = make(cup, organiser, noon, division_size=3, promoted=1)
    assert (cup.division_size, cup.promoted, cup.tie_breaks[-1]) == (3, 1, "lots")
    told = news(cup).first()
    assert told is not None
    body = render(told, noon).body
    assert "Entrants per division or group: none → 3" in body
    assert "Number promoted and relegated: 0 → 1" in body
    seen = revising.propose_undo(cup.pk, organiser, made.pk, now=noon)
    revising.undo(cup.pk, organiser, made.pk, preview_token=seen.preview_token, now=noon)
    cup.refresh_from_db()
    assert (cup.division_size, cup.promoted) == (0, 0)
    assert "lots" not in cup.tie_breaks
    make(cup, organiser, noon, division_size=3)
    running.advance_all(now=cup.starts_at, make_seed=lambda: "cd" * 32)
    sizes = [each.entrants.count() for each in Division.objects.filter(tournament=cup)]
    assert sizes == [3, 3]


def test_points_and_tie_breaks_left_empty_are_the_usual_ones(hold, people, organiser, noon):
    cup = hold(people(3))
    usual, most = list(cup.tie_breaks), cup.most
    make(cup, organiser, noon, points=(3, 1), tie_breaks=("wins", "direct_encounter"))
    assert (cup.points, cup.tie_breaks) == ([3, 1], ["wins", "direct_encounter"])
    make(cup, organiser, noon, points=(), tie_breaks=(), most=None)
    assert (cup.points, cup.tie_breaks, cup.most) == ([1, 0], usual, most)


def test_what_no_table_can_be_made_of_is_refused(hold, people, organiser, noon):
    cup = hold(people(6))
    for wanted, reason in (
        ({"division_size": 2}, "out_of_range"),
        ({"promoted": 2}, "too_many_promoted"),
        ({"division_size": 4, "promoted": 2}, "too_many_promoted"),
        ({"points": (0, 1)}, "points_do_not_fall"),
        ({"points": (3, 1, 0)}, "points_do_not_fall"),
        ({"tie_breaks": ("buchholz",)}, "buchholz_only_swiss"),
        ({"tie_breaks": ("wins", "wins")}, "criterion_twice"),
    ):
        params = refused("bad_plan", revising.propose, cup.pk, organiser, wanted, now=noon)
        assert params["reason"] == reason, wanted


def test_nobody_is_kept_apart_from_themselves(hold, people, organiser, noon):
    players = people(4)
    swiss = hold(players, format="swiss", rounds=3)
    wanted = {"forbidden": ((players[0].pk, players[0].pk),)}
    for now in (noon, swiss.starts_at):
        params = refused("bad_plan", revising.propose, swiss.pk, organiser, wanted, now=now)
        assert params["reason"] == "apart_from_oneself"
        running.advance_all(now=swiss.starts_at, make_seed=lambda: "cd" * 32)


@pytest.mark.parametrize(
    ("fields", "known"),
    [
        ({}, {"division_size", "promoted", "withdrawals", "points", "tie_breaks"}),
        ({"format": "swiss", "rounds": 3}, {"points", "tie_breaks", "forbidden"}),
        ({"format": "knockout"}, {"through"}),
        (
            {"format": "groups", "division_size": 4},
            {"division_size", "qualifiers", "through", "withdrawals", "points", "tie_breaks"},
        ),
        ({"format": "ladder"}, set()),
    ],
    ids=["round robin", "swiss", "knockout", "groups", "ladder"],
)
def test_a_format_offers_what_means_something_in_it(hold, organiser, noon, fields, known):
    cup = hold([], **fields)
    assert OF_TABLES.intersection(terms.revisable_terms(cup)) == known
    assert "repeats" in terms.revisable_terms(cup)


def unmarked(response) -> str:
    """Return a page without the marks around names."""
    return re.sub("[\u2068\u2069]", "", text_of(response))


def test_pairs_kept_apart_are_named_while_it_runs_and_seen_by_organisers_alone(
    hold, people, organiser, client_for, now
):
    players = people(4)
    cup = hold(players, format="swiss", rounds=3, starts_at=now + DAY)
    running.advance_all(now=now + DAY, make_seed=lambda: "cd" * 32)
    address = f"/tournaments/{cup.pk}/revise/"
    browser = client_for(organiser)
    wanted = {"name": cup.name, "text": "", "rounds": "3", "forbidden": "Player01, Player03"}
    preview = browser.post(address, wanted)
    assert "<del>none</del> → <ins>Player01 – Player03</ins>" in unmarked(preview)
    assert "Nobody will be notified by e-mail." in text_of(preview)
    assert browser.post(address, sent_by(preview)).status_code == 303
    cup.refresh_from_db()
    assert cup.forbidden == [[players[0].pk, players[2].pk]]
    assert "Player01, Player03" in browser.get(address).content.decode()
    watcher = unmarked(client_for(None).get(f"{cup.get_absolute_url()}?log=open"))
    assert "1 pair" in watcher
    for names in ("Player01, Player03", "Player01 – Player03"):
        assert names not in watcher
    replaced = unmarked(browser.post(address, {**wanted, "forbidden": "Player02, Player03"}))
    assert "<del>Player01 – Player03</del> → <ins>Player02 – Player03</ins>" in replaced
    undoing = f"{address}{Revision.objects.get().pk}/undo/"
    assert "<del>Player01 – Player03</del> → <ins>none</ins>" in unmarked(browser.get(undoing))
    assert not Message.objects.filter(key__contains="revised").exists()
    unknown = browser.post(address, {**wanted, "forbidden": "Player01, Nobody"})
    assert unknown.status_code == 422
    assert "is not two player names" in text_of(unknown)


def test_more_may_come_to_a_ladder_that_is_full(hold, people, organiser, noon):
    *players, waits, late = people(5)
    ladder = hold([*players, waits], format="ladder", least=2, most=3)
    running.advance_all(now=ladder.starts_at, make_seed=lambda: "cd" * 32)
    refused("entries_closed", persons.enter, ladder.pk, late, now=ladder.starts_at)
    for most, reason in ((2, "most_below_entered"), (401, "out_of_range")):
        wanted = {"most": most}
        params = refused(
            "bad_plan", revising.propose, ladder.pk, organiser, wanted, now=ladder.starts_at
        )
        assert params["reason"] == reason
    seen = revising.propose(ladder.pk, organiser, {"most": 5}, now=ladder.starts_at)
    assert seen.moved_up == 1
    make(ladder, organiser, ladder.starts_at, most=5)
    assert ladder.entrants.get(player=waits).number == 4
    assert news(ladder).filter(player=waits, key__contains="moved_up").exists()
    persons.enter(ladder.pk, late, now=ladder.starts_at)
    assert ladder.entrants.get(player=late).number == 5


def test_a_place_left_on_a_full_ladder_goes_to_who_waits(hold, people, noon):
    *players, waits = people(4)
    ladder = hold([*players, waits], format="ladder", least=2, most=3)
    running.advance_all(now=ladder.starts_at, make_seed=lambda: "cd" * 32)
    persons.withdraw(ladder.pk, players[0], now=ladder.starts_at)
    assert ladder.entrants.get(player=waits).status == "entered"


@pytest.mark.long
def test_who_waits_for_a_swiss_is_in_the_next_draft_once_there_is_room(
    hold, people, organiser, noon
):
    *players, first, second = people(6)
    swiss = hold(players, format="swiss", rounds=3, late_entry=True, reviewed=True, most=4)
    start = swiss.starts_at
    for _step in range(3):
        running.advance_all(now=start, make_seed=lambda: "cd" * 32)
    for each in (first, second):
        persons.enter(swiss.pk, each, now=start)
    wanted = {"most": 5}
    assert revising.propose(swiss.pk, organiser, wanted, now=start).moved_up == 1
    make(swiss, organiser, start, **wanted)
    params = refused("bad_plan", revising.propose, swiss.pk, organiser, {"most": 4}, now=start)
    assert params["reason"] == "most_below_held"
    assert [each.player for each in late_entrants(swiss)] == [first]


@pytest.mark.long
def test_pairs_kept_apart_since_the_draft_do_not_meet(hold, people, organiser, noon):
    swiss = hold(people(6), format="swiss", rounds=3, reviewed=True)
    start = swiss.starts_at
    for _step in range(3):
        running.advance_all(now=start, make_seed=lambda: "cd" * 32)
    draft = RoundDraft.objects.get(division__tournament=swiss)
    _board, table = draft.tables[0]
    one, two = (swiss.entrants.get(pk=pk).player for pk in table)
    make(swiss, organiser, start, forbidden=((one.pk, two.pk),))
    later = draft.publish_by + DAY
    for _step in range(4):
        running.advance_all(now=later, make_seed=lambda: "cd" * 32)
    games = Fixture.objects.filter(round__division__tournament=swiss)
    assert games.exists() or RoundDraft.objects.exclude(pk=draft.pk).exists()
    assert (
        not games.filter(seats__entrant__pk=table[0]).filter(seats__entrant__pk=table[1]).exists()
    )


def test_one_table_for_all_takes_no_more_than_can_meet(hold, people, organiser, noon):
    cup = hold(people(4), division_size=3)
    assert cup.most is None
    make(cup, organiser, noon, division_size=0)
    assert cup.most == 40


def test_a_team_league_in_one_table_takes_no_more_than_can_meet(hold, organiser, noon):
    league = hold([], format="team_league", boards=2, division_size=4)
    assert league.most is None
    make(league, organiser, noon, division_size=0)
    assert league.most == 40


def test_the_page_changes_tie_breaks_in_their_order(hold, people, organiser, client_for, now):
    cup = hold(people(3), starts_at=now + DAY, most=8)
    address = f"/tournaments/{cup.pk}/revise/"
    browser = client_for(organiser)
    page = browser.get(address).content.decode()
    assert "Divisions, points and tie-breaks" in page
    assert 'value="buchholz"' not in page
    wanted = {
        **asked(cup),
        "name": cup.name,
        "repeats": "on",
        "points": "2 0",
        "tie_breaks": ["wins", "", "direct_encounter"],
    }
    preview = browser.post(address, wanted)
    said = text_of(preview)
    assert "<dt>Points by place</dt><dd><del>1, 0</del> → <ins>2, 0</ins></dd>" in said
    assert "<ins>wins; direct encounter</ins>" in said
    assert browser.post(address, sent_by(preview)).status_code == 303
    assert set(Revision.objects.get().after) == {"points", "tie_breaks", "repeats"}
    cup.refresh_from_db()
    assert (cup.points, cup.tie_breaks) == ([2, 0], ["wins", "direct_encounter"])
    assert cup.repeats


def test_the_api_changes_them_too(hold, people, organiser, api, now):
    cup = hold(people(4), starts_at=now + DAY)
    address = f"tournaments/{cup.pk}/revise/"
    wanted = {"points": [3, 0], "withdrawals": "finished", "repeats": True}
    preview_token = api(organiser).post(address, wanted).json["preview_token"]
    assert api(organiser).post(address, {**wanted, "preview_token": preview_token}).status == 200
    cup.refresh_from_db()
    assert (cup.points, cup.withdrawals, cup.repeats) == ([3, 0], "finished", True)
    assert api(organiser).post(address, {"withdrawals": "never"}).status == 400
    assert api(organiser).post(address, {"points": [-1, 0]}).status == 400
    assert api(organiser).post(address, {"tie_breaks": ["strength"]}).status == 422
    assert api(organiser).post(address, {"through": "lots"}).status == 409


def test_the_api_names_pairs_that_never_meet(hold, people, organiser, api, now):
    players = people(4)
    cup = hold(players, format="swiss", rounds=3, starts_at=now + DAY)
    address = f"tournaments/{cup.pk}/revise/"
    wanted = {"forbidden": [["Player01", "Player04"]]}
    preview = api(organiser).post(address, wanted).json
    assert (preview["before"], preview["after"]) == ({"forbidden": []}, wanted)
    assert (
        api(organiser).post(address, {**wanted, "preview_token": preview["preview_token"]}).status
        == 200
    )
    cup.refresh_from_db()
    assert cup.forbidden == [[players[0].pk, players[3].pk]]
    nobody = api(organiser).post(address, {"forbidden": [["Player01", "Nobody"]]})
    assert (nobody.status, nobody.json["code"]) == (404, "no_player_called")
    assert api(organiser).post(address, {"forbidden": [["Player01"]]}).status == 400


@pytest.fixture
def now():
    from django.utils import timezone

    return timezone.now()


@pytest.fixture
def noon(now):
    """Plans are made today, as pages know no other day."""
    return now


def sent_by(page):
    """Return what the hidden fields of a preview send, several of one name included."""
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r'<input type="hidden"[^>]*>', page.content.decode()):
        name = re.search(r'name="(\w+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and name[1] != "csrfmiddlewaretoken":
            sent.setdefault(name[1], []).append(value[1] if value else "")
    return sent
