"""The page of a preview speaks its reader's language and can be signed in any."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match, Seat
from tests.markup import text_of
from tests.referees import desk_pages
from tests.referees.desk_pages import hidden
from tests.referees.test_event_acts import advance
from tournaments.models import Round
from tournaments.referees.models import Ruling

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
GIVEN = {"step": "preview", "paragraph": "R-4", "reason": "So it is."}
ENDS = {"en": "Round 1 ends", "de": "Runde 1 endet", "fr": "Ronde 1", "it": "Turno 1 finisce"}
TABLES = {"en": "Standings", "de": "Tabelle", "fr": "Classement", "it": "Classifica"}


@pytest.fixture
def noon():
    return timezone.now() - 2 * DAY


@pytest.fixture
def cup(hold, people, noon):
    """Return a Swiss of four in its first round."""
    cup = hold(people(4), format="swiss", rounds=2, round_days=10)
    advance(noon + DAY)
    return cup


@pytest.fixture
def speaking(referee, client_for):
    """Return a browser of the referee in a language."""

    def browser(language):
        referee.language = language
        referee.save(update_fields=["language"])
        return client_for(referee)

    return browser


@pytest.mark.long
@pytest.mark.parametrize("signed", TABLES)
def test_a_match_ruling_is_read_in_four_languages_and_signed_in_each(signed, cup, speaking):
    match = Match.objects.running().order_by("pk")[0]
    address = f"/referee/matches/{match.pk}/rule/"
    order = GIVEN | {"act": "forfeit", "seat": "0"}
    others = [language for language in TABLES if language != signed]
    for language in others:
        page = speaking(language).post(address, order)
        assert f"Spring cup, {TABLES[language]}: Player01" in text_of(page)
    done = speaking(signed).post(address, hidden(page) | {"step": "sign"})
    assert (done.status_code, Ruling.objects.count()) == (303, 1)


@pytest.mark.long
@pytest.mark.parametrize("signed", ENDS)
def test_a_tournament_ruling_is_read_in_four_languages_and_signed_in_each(signed, cup, speaking):
    address = f"/referee/tournaments/{cup.pk}/rule/"
    order = GIVEN | {"act": "extend", "what": f"round:{Round.objects.get().pk}", "days": "2"}
    others = [language for language in ENDS if language != signed]
    for language in others:
        page = speaking(language).post(address, order)
        assert ENDS[language] in text_of(page)
    done = speaking(signed).post(address, hidden(page) | {"step": "sign"})
    assert (done.status_code, Ruling.objects.count()) == (303, 1)


@pytest.mark.long
def test_the_end_of_a_round_is_shown_in_the_zone_of_the_reader(cup, speaking, referee):
    address = f"/referee/tournaments/{cup.pk}/rule/"
    made = Round.objects.get()
    order = GIVEN | {"act": "extend", "what": f"round:{made.pk}", "days": "2"}
    pages = []
    for zone in ("Europe/Berlin", "Asia/Tokyo"):
        referee.time_zone = zone
        referee.save(update_fields=["time_zone"])
        pages.append(speaking("en").post(address, order))
    stamp = (made.closes_at + 2 * DAY).isoformat(timespec="seconds")[:16]
    assert all(f'datetime="{stamp}' in page.content.decode() for page in pages)
    assert text_of(pages[0]) != text_of(pages[1])
    done = speaking("en").post(address, hidden(pages[0]) | {"step": "sign"})
    assert done.status_code == 303  # read in Berlin, signed in Tokyo


def test_a_preview_says_first_in_sentences_what_follows(cup, speaking):
    match = Match.objects.running().order_by("pk")[0]
    loser, winner = (seat.player for seat in match.seats.order_by("number"))
    address = f"/referee/matches/{match.pk}/rule/"
    page = speaking("en").post(address, GIVEN | {"act": "forfeit", "seat": "0"})
    shown, html = desk_pages.text_of(page), page.content.decode()
    assert f"{winner.name} stays in place 1: points 0 → 1." in shown
    assert f"{loser.name} moves from place 1 to 2." in shown
    assert "Nobody else changes place." in shown
    assert "No rating changes." in shown
    assert shown.index("Nobody else") < shown.index("Sign ruling")
    assert f"Spring cup, Standings: {winner.name} Points 0" in shown  # the place stays: left out
    assert html.count('<div class="email-text small">') == 2
    assert f"Hello {loser.name}, Referee Rita has made a ruling." in shown
    assert "So it is." in shown
    assert "unsubscribe" not in html.split("email-text", 1)[1].split("</details>")[0]

    made = Round.objects.get()
    order = GIVEN | {"act": "extend", "what": f"round:{made.pk}", "days": "2"}
    shown = text_of(speaking("en").post(f"/referee/tournaments/{cup.pk}/rule/", order))
    assert shown.index("Round 1 ends: ") < shown.index("All changes")
    page = speaking("en").post(address, GIVEN | {"act": "grant_time", "seat": "0", "hours": "24"})
    assert f"Deadline of {loser.name}: " in text_of(page).partition("All")[0]


def test_silent_boards_are_on_top_and_one_click_leads_to_a_preview(cup, speaking):
    oldest = Match.objects.running().order_by("-pk")[0]
    Seat.objects.filter(match=oldest, awaited_since__isnull=False).update(
        awaited_since=timezone.now() - 5 * DAY
    )
    other = Match.objects.running().order_by("pk")[0]
    Seat.objects.filter(match=other, awaited_since__isnull=False).update(
        awaited_since=timezone.now() - 2 * DAY
    )
    desk = f"/referee/tournaments/{cup.pk}/"
    page = speaking("en").get(desk)
    forms = re.findall(
        r'<form method="post" action="([^"]+)">(.*?)</form>', page.content.decode(), re.S
    )
    orders = [
        (url, dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', body)))
        for url, body in forms
        if 'name="reason"' in body
    ]
    mover = oldest.seats.get(awaited_since__isnull=False).player.name
    fixture = oldest.fixture
    assert [order["act"] for _url, order in orders] == ["extend", "forfeit"] * 2
    (extend_url, extension), (forfeit_url, forfeit) = orders[:2]  # the longest silent one first
    assert extension["what"] == f"fixture:{fixture.pk}"
    assert extension["reason"] == f"{mover} has not moved for 5 days."
    for url, order, said in (
        (extend_url, extension, "All changes"),
        (forfeit_url, forfeit, f"{mover} loses the match by forfeit."),
    ):
        preview = speaking("en").post(url, order | {"step": "preview"})
        assert preview.status_code == 200
        assert said in text_of(preview)
        assert not Ruling.objects.exists()
    done = speaking("en").post(forfeit_url, hidden(preview) | {"step": "sign"})
    assert (done.status_code, Ruling.objects.count()) == (303, 1)
