"""The Atom feed of a tournament: what anybody may know, with ids that stay."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.tournaments import large
from tests.tournaments.test_large_pages import announced
from tournaments.models import Entrant, Revision, Round, Tournament
from tournaments.services.revisions import revising
from tournaments.services.seasons import announcing

__all__ = ["announced"]
pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def entries_in(answer: Any) -> list[tuple[str, ...]]:
    """Return id, title and text of every entry, the newest first; texts are HTML in a feed."""
    found = ET.fromstring(answer.content).findall(f"{ATOM}entry")
    parts = ("id", "title", "summary")
    texts = [[each.findtext(f"{ATOM}{part}") or "" for part in parts] for each in found]
    return [(pk, title, unescape(re.sub("</?p>", "", text))) for pk, title, text in texts]


def feed(client: Any, event: Tournament, **headers: str) -> Any:
    return client.get(f"/tournaments/{event.pk}/feed.atom", headers=headers)


def test_the_feed_tells_of_rounds_changes_and_the_end(announced, organiser, noon, client_for):
    event = announced(division_size=4, promoted=1, text="Bring biscuits.")
    wanted = {"least": 4}
    preview_token = revising.propose(event.pk, organiser, wanted, now=noon).preview_token
    revising.revise(event.pk, organiser, wanted, preview_token=preview_token, now=noon)
    Revision.objects.create(
        tournament=event, by=organiser, made_at=noon, act="removed", about=organiser,
        reason="Rude to everybody",
    )  # fmt: skip
    event = large.league(event, 2, 4, noon + timedelta(days=60))
    answer = feed(client_for(None), event)
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    news = entries_in(answer)
    ids, titles, texts = zip(*news, strict=True)
    assert len(set(ids)) == len(ids)
    assert titles.count("Round 1 is published") == 1, "one entry for all divisions at once"
    assert ("Round 2 is closed", "Division 1, Division 2") in zip(titles, texts, strict=True)
    assert "Minimum number of entrants: 3 → 4" in texts
    assert ("Announced", "Bring biscuits.") in zip(titles, texts, strict=True)
    assert b"Rude" not in answer.content, "reasons are for organisers alone"
    again = entries_in(feed(client_for(None), event))
    assert again == news
    Entrant.objects.filter(division__number=1, number=2).update(final_place=1)
    Tournament.objects.filter(pk=event.pk).update(
        status="finished", finished_at=noon + timedelta(days=99)
    )
    newest = entries_in(feed(client_for(None), event))[0]
    assert newest[1:] == ("Finished", "Winner: Player 001")
    assert {each[0] for each in entries_in(feed(client_for(None), event))} > set(ids)


def test_what_organisers_write_is_text_whatever_it_holds(announced, client_for):
    event = announced()
    words = "Bring <img src=x> a < b\x0b & biscuits.\nAnd tea."  # no form would take this
    Tournament.objects.filter(pk=event.pk).update(text=words)
    answer = feed(client_for(None), event)
    assert answer.status_code == 200
    ((_pk, _title, text),) = entries_in(answer)
    assert text == "Bring <img src=x> a < b & biscuits.<br>And tea."
    assert b"&amp;lt;img" in answer.content


def test_what_has_not_changed_is_not_sent_again(announced, noon, client_for, alice):
    event = announced()
    for reader in (None, alice):
        first = feed(client_for(reader), event)
        tag = first.headers["ETag"]
        assert feed(client_for(reader), event, if_none_match=tag).status_code == 304
    Tournament.objects.filter(pk=event.pk).update(text="New words")
    changed = feed(client_for(alice), event, if_none_match=tag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


def test_a_draft_has_no_feed_not_even_for_its_organiser(organiser, plan, noon, client_for):
    draft = announcing.draft_tournament(organiser, plan(), seed="ab" * 32, now=noon)
    for reader in (None, organiser):
        assert feed(client_for(reader), draft).status_code == 404
    page = client_for(organiser).get(f"/tournaments/{draft.pk}/").text
    assert "feed.atom" not in page
    announcing.announce_tournament(draft.pk, organiser, now=noon)
    page = client_for(None).get(f"/tournaments/{draft.pk}/").text
    kind = 'rel="alternate" type="application/atom+xml" title="Spring cup"'
    assert f'<link {kind} href="/tournaments/{draft.pk}/feed.atom">' in page


@pytest.mark.long
def test_the_feed_of_a_large_event_is_short_and_takes_few_queries(
    announced, noon, client_for, django_assert_max_num_queries
):
    league = large.league(announced(division_size=10, promoted=1), 10, 10, noon)
    for count, each in enumerate(Round.objects.order_by("pk")):
        at = each.opens_at + timedelta(seconds=count)
        Round.objects.filter(pk=each.pk).update(published_at=at)
    with django_assert_max_num_queries(8):
        answer = feed(client_for(None), league)
    assert len(entries_in(answer)) == 50
