"""Series of events beside their page: on the pages of their events, through the API, as a feed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import api
from tests.tournaments.test_clubs import found as found_club, take_in
from tests.tournaments.test_news_feed import entries_in
from tests.tournaments.test_series import CUP, finished
from tournaments.services.organisers import series as services

__all__ = ["api", "finished"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def cup(finished: Any, hold: Any, organiser: Any, people: Any, noon: Any) -> Any:
    """Return a series of a finished event and one that is open, and who has played."""
    ada, ben, cem = people(3)
    events = [finished(ada, ben, name="Spring open"), hold([], name="Autumn open")]
    made = services.found_series(organiser, CUP._replace(best=1), now=noon)
    for each in events:
        services.add_event(made.pk, organiser, each.pk, now=noon)
    return made, events, (ada, ben, cem)


def test_the_page_of_an_event_names_its_series(cup: Any, finished: Any, client_for: Any) -> None:
    made, (event, _open), (ada, _ben, cem) = cup
    link = f'<a href="{made.get_absolute_url()}">Grand Prix</a>'
    page = client_for(None).get(event.get_absolute_url()).text
    assert page.count(link) == 1
    assert "Counts in" in page
    alone = finished(ada, cem, name="Winter open")
    assert "Counts in" not in client_for(None).get(alone.get_absolute_url()).text


def test_the_api_lists_and_shows_series(cup: Any, api: Any) -> None:
    made, (event, _open), (ada, ben, _cem) = cup
    listed = api().get("series/").json["results"]
    assert [(each["id"], each["name"], each["club"]) for each in listed] == [
        (made.pk, "Grand Prix", "")
    ]
    found = api().get(f"series/{made.pk}/").json
    assert (found["points_by_place"], found["best"]) == ([25, 18, 15], 1)
    assert [(each["name"], each["status"]) for each in found["events"]] == [
        ("Spring open", "finished"),
        ("Autumn open", "open"),
    ]
    rows = [(row["place"], row["player"]["id"], row["points"]) for row in found["table"]]
    assert rows == [(1, ada.pk, 25.0), (2, ben.pk, 18.0)]
    assert found["table"][0]["events"] == [25.0, None]
    assert found["table"][0]["places"] == [1, None]
    assert found["table"][0]["counts"] == [True, False]
    assert api().get(f"tournaments/{event.pk}/").json["series"] == [made.pk]
    assert api().get("series/999/").brief == (404, "no_such_series")
    assert api().get(f"series/?before={made.pk}").json["results"] == []


def test_the_feed_tells_what_was_added_and_who_has_won(cup: Any, client_for: Any) -> None:
    made, _events, _people = cup
    address = f"{made.get_absolute_url()}feed.atom"
    assert address in client_for(None).get(made.get_absolute_url()).text
    answer = client_for(None).get(address)
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    news = {title: text for _pk, title, text in entries_in(answer)}
    assert set(news) == {
        "Series founded",
        "Added: Spring open",
        "Added: Autumn open",
        "Finished: Spring open",
    }
    assert news["Finished: Spring open"] == "Winner: Player01"
    keys = [pk for pk, _title, _text in entries_in(answer)]
    assert len(set(keys)) == len(keys) == 4
    again = client_for(None).get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.long
def test_the_series_of_a_private_club_is_its_members_business_everywhere(
    finished: Any, organiser: Any, people: Any, bob: Any, noon: Any, api: Any, client_for: Any
) -> None:
    ada, ben = people(2)
    club = found_club(organiser, noon, name="Hidden Circle", private=True)
    take_in(club, organiser, ada, ben, now=noon)
    event = finished(ada, ben, club_id=club.pk)
    made = services.found_series(organiser, CUP._replace(club_id=club.pk), now=noon)
    services.add_event(made.pk, organiser, event.pk, now=noon)
    assert api(ada).get(f"series/{made.pk}/").json["club"] == club.key
    assert api(ada).get(f"tournaments/{event.pk}/").json["series"] == [made.pk]
    assert "feed.atom" not in client_for(ada).get(made.get_absolute_url()).text
    for nobody in (None, bob):
        assert api(nobody).get(f"series/{made.pk}/").brief == (404, "no_such_series")
        assert api(nobody).get("series/").json["results"] == []
    for reader in (None, bob, ada):  # a feed reader is nobody
        address = f"{made.get_absolute_url()}feed.atom"
        assert client_for(reader).get(address).status_code == 404
