"""Showing and answering challenges and invitations."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.middleware import GUEST_SESSION_KEY
from accounts.models import Player
from games.models import Challenge, Match
from games.services.challenges import rematches
from games.services.play import matches
from tests.markup import text_of
from tests.threads import at_once
from tests.web.lobby_helpers import challenge

pytestmark = pytest.mark.django_db
TOKEN = "t" * 32


# 1. Answering a challenge -------------------------------------------------------------------------


def test_a_named_challenge_is_seen_by_its_two_players_only(
    client_for: Any, client: Any, alice: Any, bob: Any, carol: Any
) -> None:
    address = challenge(alice, opponent=bob).get_absolute_url()
    assert "Your challenge to Bob" in text_of(client_for(alice).get(address))
    assert client_for(bob).get(address).status_code == 200
    assert client_for(carol).get(address).status_code == 404
    assert client.get(address)["Location"].startswith("/account/login/?next=%2Fchallenges%2F")
    assert client_for(carol).post(address, {"action": "accept"}).status_code == 404


def test_accepting_starts_the_match(client_for: Any, alice: Any, bob: Any) -> None:
    offered = challenge(alice, opponent=bob)
    answer = client_for(bob).post(offered.get_absolute_url(), {"action": "accept"})
    match = Match.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert len(match.lots_seed) == 64


def test_declining_is_for_the_one_who_is_asked(client_for: Any, alice: Any, bob: Any) -> None:
    offered = challenge(alice, opponent=bob)
    page = client_for(alice).post(offered.get_absolute_url(), {"action": "decline"})
    assert page.status_code == 409
    assert "This challenge is meant for somebody else." in text_of(page)
    client_for(bob).post(offered.get_absolute_url(), {"action": "decline"})
    offered.refresh_from_db()
    assert offered.state == Challenge.State.DECLINED


def test_only_the_challenger_withdraws(client_for: Any, alice: Any, bob: Any) -> None:
    seek = challenge(alice)
    assert client_for(bob).post(seek.get_absolute_url(), {"action": "withdraw"}).status_code == 409
    client_for(alice).post(seek.get_absolute_url(), {"action": "withdraw"})
    seek.refresh_from_db()
    assert seek.state == Challenge.State.WITHDRAWN


def test_nobody_accepts_their_own_open_challenge(client_for: Any, alice: Any) -> None:
    page = client_for(alice).post(challenge(alice).get_absolute_url(), {"action": "accept"})
    assert page.status_code == 409
    assert "This is your own challenge. You can withdraw it." in text_of(page)


def test_who_comes_second_is_told_that_somebody_was_quicker(
    client_for: Any, alice: Any, carol: Any, person: Any
) -> None:
    dora = person("Dora")
    seek = challenge(alice)
    assert client_for(carol).post(seek.get_absolute_url(), {"action": "accept"}).status_code == 302
    page = client_for(dora).post(seek.get_absolute_url(), {"action": "accept"})
    assert page.status_code == 409
    assert "Somebody else was quicker" in text_of(page)
    assert 'value="accept"' not in text_of(page)
    assert Match.objects.count() == 1


def test_a_visitor_who_accepts_is_led_to_log_in_and_back_to_the_open_challenge(
    client: Any, alice: Any
) -> None:
    seek = challenge(alice)
    assert "Log in or sign up to accept." in text_of(client.get(seek.get_absolute_url()))
    answer = client.post(seek.get_absolute_url(), {"action": "accept"})
    assert answer["Location"] == f"/account/login/?next=%2Fchallenges%2F{seek.pk}%2F"


def test_a_guest_reads_why_they_cannot_accept_a_rated_open_challenge(
    client_for: Any, alice: Any, noon: Any
) -> None:
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    page = client_for(guest).post(challenge(alice).get_absolute_url(), {"action": "accept"})
    assert page.status_code == 409
    assert "Guests can only play unrated matches" in text_of(page)


def test_an_unknown_action_changes_nothing_and_names_the_buttons(
    client_for: Any, alice: Any, carol: Any
) -> None:
    seek = challenge(alice)
    carol.language = "en"
    carol.save()
    page = client_for(carol).post(seek.get_absolute_url(), {"action": "eat"}, follow=True)
    assert "Choose one of the buttons" in text_of(page)
    seek.refresh_from_db()
    assert seek.is_open


def test_an_expired_challenge_says_so_before_the_next_check(
    client_for: Any, alice: Any, person: Any
) -> None:
    seek = challenge(alice, now=timezone.now() - timedelta(days=15))
    client = client_for(person("Dora"))
    assert "this challenge has expired" in text_of(client.get(seek.get_absolute_url()))
    page = client.post(seek.get_absolute_url(), {"action": "accept"})
    assert page.status_code == 409
    assert "no longer open" in text_of(page)


def test_the_expiry_is_shown_in_the_readers_zone(client_for: Any, alice: Any, person: Any) -> None:
    now = timezone.now().replace(hour=12, minute=0, second=0, microsecond=0)
    seek = challenge(alice, now=now)
    tokyo = client_for(person("Dora", time_zone="Asia/Tokyo"))
    assert ", 21:00 JST" in text_of(tokyo.get(seek.get_absolute_url()))


def test_who_starts_is_said_from_the_readers_side(client_for: Any, alice: Any, person: Any) -> None:
    dora = person("Dora")
    offered = challenge(alice, opponent=dora, starter="opponent")
    assert client_for(alice).get(offered.get_absolute_url()).context["starter"] == "Dora"
    assert client_for(dora).get(offered.get_absolute_url()).context["starter"] == "you"


def test_a_rematch_is_offered_and_accepted_with_the_start_swapped(
    client_for: Any, alice: Any, person: Any, start: Any, play: Any, noon: Any
) -> None:
    dora = person("Dora")
    match = start(alice, dora)
    play(match, "b2,a1", noon)
    matches.resign_match(match.pk, alice, now=noon)
    offered = rematches.offer_rematch(match.pk, alice, now=timezone.now())
    page = client_for(dora).get("/matches/")
    assert "Alice offers a rematch" in text_of(page)
    answer = client_for(dora).post(offered.get_absolute_url(), {"action": "accept"})
    again = Match.objects.get(rematch_of=match)
    assert answer["Location"] == again.get_absolute_url()
    assert again.seats.get(number=0).player == dora


# 2. Invitations by link ---------------------------------------------------------------------------


def test_a_friend_without_account_sees_terms_and_board(client: Any, alice: Any) -> None:
    challenge(alice, rated=False, link_token=TOKEN, greeting="Come and play")
    page = text_of(client.get(f"/invitations/{TOKEN}/"))
    assert "Alice invites you to a match" in page
    assert "Come and play" in page
    assert 'class="diagram"' in page
    assert "Play now as a guest" in page
    assert "/account/signup/?next=/invitations/" in page


def test_the_friend_plays_at_once_as_a_guest(client: Any, alice: Any) -> None:
    challenge(alice, rated=False, link_token=TOKEN)
    answer = client.post(f"/invitations/{TOKEN}/", {"action": "guest"})
    match = Match.objects.get()
    guest = Player.objects.get(kind=Player.Kind.GUEST)
    assert answer["Location"] == match.get_absolute_url()
    assert client.session[GUEST_SESSION_KEY] == guest.pk
    assert match.seats.filter(player=guest).exists()


def test_a_rated_invitation_needs_an_account_and_makes_no_guest(client: Any, alice: Any) -> None:
    challenge(alice, link_token=TOKEN)
    page = client.get(f"/invitations/{TOKEN}/")
    assert "so you need an account" in text_of(page)
    assert 'value="guest"' not in text_of(page)
    refused = client.post(f"/invitations/{TOKEN}/", {"action": "guest"})
    assert refused.status_code == 409
    assert not Player.objects.filter(kind=Player.Kind.GUEST).exists()


def test_a_person_accepts_the_invitation(client_for: Any, alice: Any, bob: Any) -> None:
    challenge(alice, link_token=TOKEN)
    client_for(bob).post(f"/invitations/{TOKEN}/", {"action": "accept"})
    assert Match.objects.get().seats.filter(player=bob).exists()


def test_a_visitor_who_wants_to_accept_comes_back_after_the_login(client: Any, alice: Any) -> None:
    challenge(alice, link_token=TOKEN)
    answer = client.post(f"/invitations/{TOKEN}/", {"action": "accept"})
    assert answer["Location"] == f"/account/login/?next=%2Finvitations%2F{TOKEN}%2F"


def test_a_used_link_is_closed_for_the_next_visitor(
    client: Any, client_for: Any, alice: Any
) -> None:
    challenge(alice, rated=False, link_token=TOKEN, private=True)
    client_for().post(f"/invitations/{TOKEN}/", {"action": "guest"})
    page = client.get(f"/invitations/{TOKEN}/")
    assert "This challenge was accepted." in text_of(page)
    assert "Open the match" not in text_of(page)
    late = client.post(f"/invitations/{TOKEN}/", {"action": "guest"})
    assert late.status_code == 409
    assert "Somebody else was quicker" in text_of(late)
    assert Player.objects.filter(kind=Player.Kind.GUEST).count() == 1


def test_a_link_that_does_not_exist_is_not_found(client: Any) -> None:
    assert client.get("/invitations/nothing-here/").status_code == 404


def test_the_number_of_a_link_challenge_leads_its_owner_to_the_link_only(
    client_for: Any, client: Any, alice: Any, bob: Any
) -> None:
    made = challenge(alice, link_token=TOKEN)
    assert client_for(alice).get(f"/challenges/{made.pk}/")["Location"].endswith(f"/{TOKEN}/")
    assert client_for(bob).get(f"/challenges/{made.pk}/").status_code == 404
    assert TOKEN not in client.get(f"/challenges/{made.pk}/", follow=True).content.decode()


def test_invitations_are_kept_out_of_search_engines(client: Any, alice: Any) -> None:
    challenge(alice, link_token=TOKEN)
    assert '<meta name="robots" content="noindex">' in text_of(client.get(f"/invitations/{TOKEN}/"))


def test_who_signs_up_from_an_invitation_comes_back_to_it(client: Any, alice: Any) -> None:
    from allauth.account.models import EmailAddress, EmailConfirmationHMAC

    challenge(alice, link_token=TOKEN)
    given = {
        "email": "eve@example.org",
        "password1": "correct horse battery",
        "name": "Eve",
        "time_zone": "Europe/Rome",
        "language": "it",
        "next": f"/invitations/{TOKEN}/",
    }
    client.post("/account/signup/", given)
    address = EmailAddress.objects.get(email="eve@example.org")
    key = EmailConfirmationHMAC(address).key
    answer = client.post(f"/account/confirm-email/{key}/")
    steps = client.get(answer["Location"]).context["goal"]
    assert client.post("/welcome/", {"later": "1", "next": steps})["Location"] == steps
    assert steps == f"/invitations/{TOKEN}/"
    client.post(f"/invitations/{TOKEN}/", {"action": "accept"})
    assert Match.objects.get().seats.filter(player__name="Eve").exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_in_the_same_moment_exactly_one_gets_the_open_challenge(
    client_for: Any, alice: Any, person: Any
) -> None:
    seek = challenge(alice)
    clients = [client_for(person(name)) for name in ("Dora", "Emil", "Finn")]

    def accept(client: Any) -> int:
        return int(client.post(seek.get_absolute_url(), {"action": "accept"}).status_code)

    assert sorted(at_once([partial(accept, each) for each in clients])) == [302, 409, 409]
    assert Match.objects.count() == 1
