"""The pages of people: relations, one's card, the calculator, watching and muting."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Block, Follow
from tests.markup import text_of

pytestmark = pytest.mark.django_db


def test_following_and_blocking_from_a_players_page(client_for: Any, alice: Any, bob: Any) -> None:
    client, address = client_for(alice), f"/players/{bob.pk}/"
    page = text_of(client.get(address))
    assert "Follow" in page
    assert "Block" in page
    answer = client.post(f"{address}circle/", {"action": "follow", "next": address}, follow=True)
    assert "You now follow Bob. Only you can see this." in text_of(answer)
    assert "Bob" in text_of(client.get("/people/"))
    answer = client.post(f"{address}circle/", {"action": "block"}, follow=True)
    page = text_of(answer)
    assert "You have blocked Bob. They won’t be notified." in page
    assert f"opponent={bob.pk}" not in page
    assert (Follow.objects.count(), Block.objects.count()) == (0, 1)
    theirs = text_of(client_for(bob).get(f"/players/{alice.pk}/"))
    assert "blocked" not in theirs
    assert f"opponent={alice.pk}" not in theirs
    client.post(f"{address}circle/", {"action": "unblock"})
    assert not Block.objects.exists()
    wrong = client.post(f"{address}circle/", {"action": "hug"}, follow=True)
    assert "Choose one of the buttons" in text_of(wrong)
    assert client.get(f"{address}circle/")["Location"] == address
    assert client.post("/players/999999/circle/", {"action": "block"}).status_code == 404


def test_ones_own_lists_are_for_people_with_a_login(client: Any, client_for: Any) -> None:
    assert client.get("/people/").status_code == 302


def test_the_card_is_changed_and_shown(client_for: Any, alice: Any, bob: Any) -> None:
    alice.country = "CH"
    alice.save()
    given = {
        "links": "https://example.org/me\r\n",
        "speaks": ["de", "gsw"],
        "shows_country": "on",
        "shown_to": "everybody",
        "challenged_by": "nobody",
    }
    answer = client_for(alice).post("/settings/profile/", given, follow=True)
    assert "Saved." in text_of(answer)
    boxes = client_for(alice).get("/settings/profile/").content.decode()
    assert boxes.count('name="speaks"') > 50  # one each, for fingers too: the chosen ones first
    assert boxes.index('value="gsw"') < boxes.index('value="ar"')
    page = client_for(bob).get(f"/players/{alice.pk}/").content.decode()
    assert 'href="https://example.org/me" rel="nofollow ugc noopener noreferrer"' in page
    for words in ("example.org/me", "Deutsch, Schweizerdeutsch", "Schweiz", "portrait"):
        assert words in page
    assert f"opponent={alice.pk}" not in page
    given["links"] = "http://example.org"
    answer = client_for(alice).post("/settings/profile/", given)
    assert answer.status_code == 422
    assert "is not a valid address. It should look like https://example.org" in text_of(answer)


def test_a_private_profile_stays_private(
    client: Any, client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    start(alice, bob)
    alice.about, alice.shown_to = "Tea and cake", "members"
    alice.save()
    address = f"/players/{alice.pk}/"
    for page, shown in (
        (text_of(client.get(address)), False),
        (text_of(client_for(bob).get(address)), True),
    ):
        assert ("Tea and cake" in page) is shown
        assert ("Laufende Partien" in page or "Running matches" in page) is shown
        assert "Alice" in page


def test_the_calculator_answers_for_the_reader_and_for_any_rating(
    client: Any, client_for: Any, alice: Any, bob: Any
) -> None:
    address = f"/players/{bob.pk}/"
    page = text_of(client_for(alice).get(address))
    assert "What would a match against Bob change?" in page
    assert "+20.0" in page
    page = text_of(client.get(f"{address}?calc-pool=mill&calc-points=1900"))
    assert "1500 against 1900, expected score 9%" in page
    page = text_of(client.get(f"{address}?calc-pool=x&calc-points=-7"))
    assert "1500 against 1500" in page


def test_watching_and_muting_on_the_match_page(
    client_for: Any, alice: Any, bob: Any, carol: Any, start: Any
) -> None:
    match = start(alice, bob)
    address = f"/matches/{match.pk}/"
    watcher, player = client_for(carol), client_for(alice)
    assert f'action="{address}watch/"' in watcher.get(address).content.decode()
    assert f'action="{address}watch/"' not in player.get(address).content.decode()
    watcher.post(f"{address}watch/")
    assert address in watcher.get("/people/").content.decode()
    watcher.post(f"{address}watch/", {"action": "stop"})
    assert address not in watcher.get("/people/").content.decode()
    assert watcher.post("/matches/999999/watch/").status_code == 404
    assert watcher.post(f"{address}mute/").status_code == 403
    page = text_of(player.post(f"{address}mute/", follow=True))
    assert "You have muted this match. Its chat is hidden." in page
    page = text_of(player.post(f"{address}mute/", {"action": "stop"}, follow=True))
    assert "You have muted this match." not in page


def test_the_picture_of_a_player_is_an_svg(client: Any, alice: Any) -> None:
    answer = client.get(f"/players/{alice.pk}/picture.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
    assert client.get("/players/999999/picture.svg").status_code == 404
