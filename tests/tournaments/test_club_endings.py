"""What those may do who no longer lead a club or whose club is closed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from notifications.models import Message
from tests.sampling import at_length
from tests.tournaments.test_clubs import found, role_of, take_in
from tests.tournaments.test_revisions import refused
from tournaments.models import ClubMember
from tournaments.services.clubs import departures, founding, members
from tournaments.services.seasons import announcing

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(organiser, noon):
    return found(organiser, noon)


def test_a_removed_officer_changes_and_announces_no_event_of_the_club(
    club, organiser, people, plan, noon
):
    ada = people(1)[0]
    take_in(club, organiser, ada, now=noon)
    members.set_role(club.key, organiser, ada.pk, "officer", now=noon)
    terms = plan(club_id=club.pk)
    draft = announcing.draft_tournament(ada, terms, seed="ab" * 32, now=noon)
    members.remove(club.key, organiser, ada.pk, now=noon)
    refused("not_your_club", announcing.announce_tournament, draft.pk, ada, now=noon)
    refused("not_your_club", announcing.change_tournament, draft.pk, ada, terms)


def test_members_and_owners_leave_a_closed_club(club, organiser, people, client_for, noon):
    ada = people(1)[0]
    take_in(club, organiser, ada, now=noon)
    refused("owner_stays", members.leave, club.key, organiser, now=noon)
    founding.close_club(club.key, organiser, now=noon)
    told = Message.objects.filter(player=ada).latest("pk")
    assert (told.context["headline"], told.by) == ("Chess Friends has been closed", organiser)
    for player in (ada, organiser):
        browser = client_for(player)
        assert "Leave the club" in browser.get(club.get_absolute_url()).text
        assert browser.post(f"{club.get_absolute_url()}leave/").status_code == 303
        assert role_of(club, player) == ""


def test_a_role_that_changes_again_and_again_leaves_one_e_mail(club, organiser, people, noon):
    ada = people(1)[0]
    take_in(club, organiser, ada, now=noon)
    for second in range(20 if at_length() else 4):
        role = ("officer", "member")[second % 2]
        at = noon + timedelta(seconds=second)
        members.set_role(club.key, organiser, ada.pk, role, now=at)
    waiting = Message.objects.filter(player=ada, key__contains=":role:").unsent()
    waiting = waiting.exclude(state=Message.State.WITHDRAWN)
    assert [each.context["headline"] for each in waiting] == [
        "Chess Friends: you are no longer an officer"
    ]


def test_who_was_removed_while_they_close_their_account_is_passed_over(
    club, organiser, people, noon, monkeypatch
):
    ada = people(1)[0]
    take_in(club, organiser, ada, now=noon)
    present = ClubMember.objects.present()
    rows = ClubMember.objects.filter(player=ada)
    rows.update(left_at=noon)
    before = [rows, present]  # the list of their clubs is older than the lock
    monkeypatch.setattr(ClubMember.objects, "present", lambda: before.pop(0))
    departures.leave_all_clubs(ada, noon)
    assert before == []
    assert rows.get().left_at == noon


def test_no_club_is_called_like_the_site_or_its_staff(organiser, referee, noon, settings):
    for name in ("Ampelpost Security", "Administrator"):
        charter = founding.ClubSettings(name)
        refused("club_name_official", founding.found_club, organiser, charter, secret="", now=noon)
    own = founding.found_club(organiser, founding.ClubSettings("Chess Aarau"), secret="", now=noon)
    renamed = founding.ClubSettings("Ampelpost")
    change = founding.change_club
    refused("club_name_official", change, own.key, organiser, renamed, secret="", now=noon)
    assert founding.found_club(referee, founding.ClubSettings("Referee"), secret="", now=noon).pk


def test_a_club_that_becomes_private_is_not_found_at_its_old_address(
    organiser, noon, client_for, alice
):
    own = founding.found_club(organiser, founding.ClubSettings("Chess Aarau"), secret="", now=noon)
    form = {"name": "Chess Aarau", "private": "yes"}
    answer = client_for(organiser).post(f"/clubs/{own.key}/settings/", form)
    own.refresh_from_db()
    assert (own.private, own.key == "chess-aarau") == (True, False)
    assert answer.headers["Location"] == own.get_absolute_url()
    for reader in (organiser, alice):
        assert client_for(reader).get("/clubs/chess-aarau/").status_code == 404
