"""The page of a preview speaks its reader's language and can be signed in any."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match
from tests.markup import text_of
from tests.referees.test_event_acts import advance
from tests.referees.test_pages import hidden
from tournaments.models import Round
from tournaments.referees.models import Ruling

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)
GIVEN = {"step": "preview", "paragraph": "R-4", "reason": "So it is."}
ENDS = {"en": "Round 1 ends", "de": "Runde 1 endet", "fr": "Ronde 1", "it": "Turno 1 finisce"}
TABLES = {"en": "Table", "de": "Tabelle", "fr": "Classement", "it": "Classifica"}


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
