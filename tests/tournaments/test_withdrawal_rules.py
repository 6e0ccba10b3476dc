"""What counts after a withdrawal, as the organiser has chosen: by halves, all, nothing."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from notifications.models import Message
from tests.api.conftest import api
from tests.emails import render
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.test_half_rule import advance, beat, table
from tests.tournaments.test_withdrawal import fixtures, points
from tournaments import formats
from tournaments.models import Entrant, Withdrawals
from tournaments.services.revisions import removing
from tournaments.services.summaries import PartialPlan, summary
from tournaments.services.wording import withdrawal_rule_sentence
from tournaments.standings.base import EventEntrant, Kind, Result
from tournaments.standings.table import standings
from tournaments.standings.teams import Meeting, board_points, event_of
from tournaments.standings.withdrawal import WithdrawalRule, withdraw

__all__ = ["api"]
DAY = timedelta(days=1)
WON = board_points((1, 2))


@pytest.mark.parametrize(
    ("rule", "finished", "kept"),
    [
        (WithdrawalRule.HALF, 1, 0),
        (WithdrawalRule.HALF, 2, 2),
        (WithdrawalRule.FINISHED, 1, 1),
        (WithdrawalRule.FINISHED, 3, 3),
        (WithdrawalRule.NOTHING, 1, 0),
        (WithdrawalRule.NOTHING, 3, 0),
    ],
)
def test_what_was_finished_counts_as_the_rule_says(rule, finished, kept):
    mine = [each for each in fixtures(5) if 1 in each.seats]
    done = [
        Result(each.round, each.seats, (1, 2) if each.seats[0] == 1 else (2, 1))
        for each in mine[:finished]
    ]
    settled = withdraw(done, mine[finished:], {1}, rule=rule)
    assert points(settled, 5)[1] == kept
    assert sum(points(settled, 5).values()) == 4
    assert {each.kind for each in settled if each.truth is None} <= {Kind.PLAYED, Kind.WITHDRAWN}


@pytest.mark.parametrize(
    ("rule", "made"),
    [(WithdrawalRule.HALF, 0), (WithdrawalRule.FINISHED, 2), (WithdrawalRule.NOTHING, 0)],
)
def test_the_rule_holds_for_teams(rule, made):
    meetings = [Meeting(1, (1, 2), (WON, WON))]
    meetings += [Meeting(each, (1, each + 1), finished=False) for each in (2, 3)]
    event = event_of(
        [EventEntrant(team) for team in (1, 2, 3, 4)], meetings, boards=2, withdrawn={1}, rule=rule
    )
    rows = {row.entrant: row.points for row in standings(event)}
    assert rows == {1: Fraction(made), 2: 2 - made, 3: 2, 4: 2}


def test_only_tables_where_all_meet_all_know_the_rule():
    striking = {key for key in formats.FORMATS if formats.get_format(key).strikes}
    assert striking == {"round_robin", "double", "groups", "pods", "team_match", "team_league"}


def test_the_summary_names_another_rule_than_the_usual_one():
    assert "withdrawal" not in summary(PartialPlan("round_robin"))
    other = summary(PartialPlan("round_robin", withdrawals="nothing"))
    assert other == "Round robin, after a withdrawal: all matches count as lost"
    assert "withdrawal" not in summary(PartialPlan("swiss", withdrawals="nothing"))


RULES = [
    ("finished", 1, 0, "Finished matches keep their results."),
    ("half", 0, 1, "Less than half of their matches are finished, so 1 finished match counts"),
    ("nothing", 0, 1, "In this tournament, 1 finished match counts as lost in the table, too."),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("rule", "made", "struck", "said"), sampled(RULES, 1))
def test_the_preview_of_a_removal_and_the_table_follow_the_rule(
    hold, people, organiser, client_for, api, noon, rule, made, struck, said
):
    players = people(4)
    cup = hold(players, at_once=True, withdrawals=rule)
    now = noon + DAY
    advance(now)
    beat(cup, gone := players[0], 1, now)
    entrant = Entrant.objects.get(player=gone)
    seen = removing.propose(cup.pk, organiser, entrant.pk, now=now)
    assert seen.struck == struck
    page = text_of(client_for(organiser).get(f"/tournaments/{cup.pk}/people/{entrant.pk}/remove/"))
    assert said in page
    shown = text_of(client_for().get(cup.get_absolute_url()))
    assert f"<dt>After a withdrawal</dt><dd>{Withdrawals(rule).label}</dd>" in shown
    cup.refresh_from_db()
    assert withdrawal_rule_sentence(cup) in text_of(client_for(gone).get(cup.get_absolute_url()))
    removing.remove(
        cup.pk, organiser, entrant.pk, reason="So.", preview_token=seen.preview_token, now=now
    )
    assert table(cup)[gone.name][0] == made
    email = render(Message.objects.filter(player=gone).latest("pk"), noon)
    assert withdrawal_rule_sentence(cup) in " ".join(email.body.split())
    assert api().get(f"tournaments/{cup.pk}/").json["withdrawals"] == rule
    data = client_for().get(f"/tournaments/{cup.pk}/tournament.json").json()
    assert data["withdrawals"] == rule


@pytest.mark.django_db
def test_the_captain_reads_the_rule_and_a_swiss_keeps_what_was_finished(plan):
    assert plan().withdrawals == Withdrawals.HALF
    league = plan(format="team_league", boards=2, least=3, withdrawals="finished")
    assert withdrawal_rule_sentence(league) == "Finished matches count in the standings."
    swiss = plan(format="swiss", rounds=3, withdrawals="nothing")
    assert withdrawal_rule_sentence(swiss) == "Finished matches keep their results."
