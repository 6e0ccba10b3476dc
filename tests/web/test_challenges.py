"""Making, showing and answering challenges and invitations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.middleware import GUEST_SESSION_KEY
from accounts.models import Player
from games.models import Challenge, Match
from games.services.challenges import challenges
from games.services.play import matches
from tests.markup import text_of
from tests.web.lobby_helpers import FORM, bot, challenge

pytestmark = pytest.mark.django_db
NEW = "/challenges/new/"
TOKEN = "t" * 32


def errors(response: Any) -> dict[str, list[str]]:
    """Return the sentences at the fields of a form that was not accepted."""
    assert response.status_code == 422
    return {name: list(each) for name, each in response.context["form"].errors.items()}


# 1. Making one ------------------------------------------------------------------------------------


def test_an_open_challenge_is_made_with_a_plain_post(client_for: Any, alice: Any) -> None:
    answer = client_for(alice).post(NEW, FORM | {"greeting": "Hello\n there"})
    seek = Challenge.objects.get()
    assert answer["Location"] == f"/challenges/{seek.pk}/"
    assert (seek.opponent, seek.token, seek.rated, seek.greeting) == (
        None,
        None,
        True,
        "Hello there",
    )
    assert seek.options == {"legs": 2, "max_extra_pairs": 3}


def test_a_named_challenge_finds_the_player_whatever_the_case(
    client_for: Any, alice: Any, bob: Any
) -> None:
    page = client_for(alice).post(NEW, FORM | {"kind": "named", "opponent": " bOb "}, follow=True)
    assert Challenge.objects.get().opponent == bob
    assert "Bob has been notified of your challenge." in text_of(page)


def test_an_invitation_gets_a_secret_link_with_a_copy_button(client_for: Any, alice: Any) -> None:
    page = client_for(alice).post(NEW, FORM | {"kind": "link"}, follow=True)
    invitation = Challenge.objects.get()
    assert len(invitation.token or "") >= 32
    assert invitation.opponent is None
    assert f'/invitations/{invitation.token}/"' in text_of(page)
    assert 'data-copy="#link"' in text_of(page)


def test_an_invitation_begins_unrated_and_says_what_rated_means_for_guests(
    client_for: Any, alice: Any
) -> None:
    reader = client_for(alice)
    form = reader.get(NEW, {"kind": "link"}).context["form"]
    assert (form["kind"].value(), form["rated"].value()) == ("link", False)
    assert reader.get(NEW, {"kind": "seek"}).context["form"]["rated"].value() is True
    assert "not for guests" in text_of(reader.get(NEW))
    page = reader.post(NEW, FORM | {"kind": "link"}, follow=True)
    assert "your friend needs an account to accept it" in text_of(page)


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"kind": "named"}, "opponent", "Write the name of the player you challenge."),
        ({"kind": "link", "opponent": "Bob"}, "opponent", "Leave this empty, or choose"),
        ({"kind": "named", "opponent": "Zoë"}, "opponent", "There is no such player."),
        ({"kind": "named", "opponent": "alice"}, "opponent", "You cannot challenge yourself"),
        ({"kind": "named", "opponent": "Guest 1"}, "opponent", "Guests cannot be challenged"),
        ({"ruleset": "chess960"}, "ruleset", "chess960 is not one of the available choices"),
        ({"legs": "1"}, "legs", "“1” is not possible for Legs; possible: 2, 4, 6, 8."),
        ({"legs": "3"}, "legs", "3 is not one of the available choices"),
        ({"max_extra_pairs": "9"}, "max_extra_pairs", "9 is not one of the available choices"),
        ({"ruleset": "traffic_lights.simple", "legs": "1"}, "rated", "so it cannot be rated"),
        ({"control": "untimed"}, "control", "A rated match needs a time limit."),
        ({"control": "blitz"}, "control", "blitz is not one of the available choices"),
        ({"starter": "nobody"}, "starter", "nobody is not one of the available choices"),
        ({"greeting": "x" * 201}, "greeting", "at most 200 characters (it has 201)"),
        ({"kind": "shout"}, "kind", "shout is not one of the available choices"),
        ({"control": "own"}, "per_turn", "Enter a whole number from 1."),
        ({"control": "own", "per_turn": "0"}, "per_turn", "greater than or equal to 1"),
        ({"control": "own", "per_turn": "soon"}, "per_turn", "Enter a whole number."),
        (
            {"control": "own", "per_turn": "400", "per_turn_unit": "days"},
            "per_turn",
            "At most 365 days are possible.",
        ),
        ({"control": "own", "own_kind": "bank"}, "bank", "Enter a whole number from 1"),
        (
            {"control": "own", "own_kind": "bank", "bank": "5", "cap": "9"},
            "increment",
            "An upper limit needs time that is added.",
        ),
        (
            {"control": "own", "own_kind": "bank", "bank": "5", "increment": "1", "cap": "4"},
            "cap",
            "This must be at least the time for the whole match.",
        ),
        ({"control": "own", "per_turn": "1", "stops": ["moon"]}, "stops", "moon is not one of"),
    ],
)
def test_every_mistake_is_named_at_its_field_and_the_rest_is_kept(
    client_for: Any, alice: Any, noon: Any, wrong: dict[str, Any], field: str, sentence: str
) -> None:
    Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    page = client_for(alice).post(NEW, {"greeting": "keep me"} | FORM | wrong)
    found = errors(page)
    assert list(found) == [field]
    assert sentence in " ".join(found[field])
    assert 'aria-invalid="true"' in text_of(page)
    assert not Challenge.objects.exists()


def test_values_are_kept_after_a_mistake(client_for: Any, alice: Any) -> None:
    page = client_for(alice).post(NEW, FORM | {"kind": "named", "greeting": "Bring tea"})
    assert "Bring tea" in text_of(page)


def test_an_own_time_control_by_bank_is_understood(client_for: Any, alice: Any) -> None:
    own = {
        "control": "own",
        "own_kind": "bank",
        "bank": "5",
        "bank_unit": "days",
        "increment": "12",
        "increment_unit": "hours",
        "cap": "6",
        "cap_unit": "days",
        "stops": ["night", "leave"],
        "on_flag": "claim",
    }
    client_for(alice).post(NEW, FORM | own)
    control = Challenge.objects.get().time_control
    assert control.bank == timedelta(days=5)
    assert control.increment == timedelta(hours=12)
    assert control.cap == timedelta(days=6)
    assert control.stops == {"night", "leave"}
    assert control.on_flag == "claim"
    assert control.per_turn is None


def test_a_guest_may_challenge_unrated_and_reads_why_not_rated(client_for: Any, noon: Any) -> None:
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    client = client_for(guest)
    found = errors(client.post(NEW, FORM | {"kind": "link"}))
    assert "Guests can only play unrated matches. Sign up to play rated ones." in found["rated"]
    unrated = {name: value for name, value in FORM.items() if name != "rated"}
    assert client.post(NEW, unrated | {"kind": "link"}).status_code == 302


def test_more_than_twenty_open_challenges_are_refused(client_for: Any, alice: Any) -> None:
    for _ in range(challenges.OPEN_LIMIT):
        challenge(alice)
    found = errors(client_for(alice).post(NEW, FORM))
    assert "You have 20 open challenges" in found["__all__"][0]


def test_the_address_fills_in_opponent_and_game(client_for: Any, alice: Any, bob: Any) -> None:
    form = client_for(alice).get(f"{NEW}?opponent={bob.pk}&ruleset=traffic_lights.simple")
    initial = form.context["form"].initial
    assert (initial["opponent"], initial["ruleset"], initial["legs"]) == (
        "Bob",
        "traffic_lights.simple",
        1,
    )
    assert initial["rated"] is False


@pytest.mark.parametrize("query", ["opponent=x", "opponent=99999999999999999999", "ruleset=go"])
def test_nonsense_in_the_address_is_left_out(client_for: Any, alice: Any, query: str) -> None:
    assert client_for(alice).get(f"{NEW}?{query}").status_code == 200


def test_names_are_suggested_those_one_has_met_first_and_never_guests(
    client_for: Any, alice: Any, bob: Any, carol: Any, noon: Any, start: Any
) -> None:
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    Player.objects.create(name="Zoe gone", created_at=noon, closed_at=noon)
    start(alice, carol)
    start(alice, guest, rated=False)
    bot("Greta")
    names = client_for(alice).get(NEW).context["names"]
    assert names == ["Carol", "Greta", "Bob"]


def test_without_an_account_one_is_sent_to_log_in_and_back(client: Any) -> None:
    answer = client.get(f"{NEW}?ruleset=traffic_lights.4x3")
    assert answer["Location"].startswith("/account/login/?next=%2Fchallenges%2Fnew%2F%3Fruleset")


# 2. Answering a challenge -------------------------------------------------------------------------


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
    assert "Somebody was quicker" in text_of(page)
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
    assert ", 21:00" in text_of(tokyo.get(seek.get_absolute_url()))


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
    offered = challenges.offer_rematch(match.pk, alice, now=timezone.now())
    page = client_for(dora).get("/matches/")
    assert "Alice offers a rematch" in text_of(page)
    answer = client_for(dora).post(offered.get_absolute_url(), {"action": "accept"})
    again = Match.objects.get(rematch_of=match)
    assert answer["Location"] == again.get_absolute_url()
    assert again.seats.get(number=0).player == dora


# 3. Invitations by link ---------------------------------------------------------------------------


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
    assert "Somebody was quicker" in text_of(late)
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
    assert answer["Location"] == f"/invitations/{TOKEN}/"
    client.post(f"/invitations/{TOKEN}/", {"action": "accept"})
    assert Match.objects.get().seats.filter(player__name="Eve").exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_in_the_same_moment_exactly_one_gets_the_open_challenge(
    client_for: Any, alice: Any, person: Any
) -> None:
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier

    from django.db import connection

    seek = challenge(alice)
    clients = [client_for(person(name)) for name in ("Dora", "Emil", "Finn")]
    together = Barrier(len(clients))

    def accept(client: Any) -> int:
        together.wait()
        try:
            return int(client.post(seek.get_absolute_url(), {"action": "accept"}).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(clients)) as pool:
        answers = sorted(pool.map(accept, clients))
    assert answers == [302, 409, 409]
    assert Match.objects.count() == 1
