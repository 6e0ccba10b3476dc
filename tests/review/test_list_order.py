"""A hidden change inside a match never shows in the order of a list."""

import pytest

from games import lobby_queries, player_queries, queries
from games.models import Match, Seat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("status", ["running", "finished"])
def test_a_hidden_change_of_a_match_leaves_every_list_in_order(status, alice, bob, start):
    pks = [start(alice, bob).pk for _ in range(6)]
    if status == "finished":
        at = Match.objects.get(pk=pks[0]).started_at
        Match.objects.update(turn=2, status=status, ending="resigned", finished_at=at)
        Seat.objects.update(finished_at=at)
    Match.objects.update(turn=2)
    for pk in (pks[1], pks[4], pks[2]):
        Match.objects.filter(pk=pk).update(turn=3)
    paginate_newest = pks[::-1]
    if status == "running":
        assert [match.pk for match in queries.public_matches()] == paginate_newest
        found = list(lobby_queries.public_matches_of(alice))
    else:
        found = player_queries.finished_matches(alice, None, 10)
    assert [match.pk for match in found] == paginate_newest
