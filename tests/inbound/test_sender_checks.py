"""Referees see whether the sender of an e-mail about a match was checked; nobody else does."""

from __future__ import annotations

from tests.inbound.conftest import reply_to, written

ALICE = "alice@example.org"
RESULTS = "mx.example.org; spf=pass smtp.mailfrom=example.org; dkim=fail header.d=example.org"


def test_a_referee_sees_the_checks_of_an_answer_and_not_what_it_says(
    alice, bob, referee, start, receive, client_for, settings
):
    settings.MAIL_AUTHSERV = "mx.example.org"
    match = start(alice, bob)
    text = "b2\nnote My secret plan.\n"
    raw = written(text, reply_to(alice), ALICE, Authentication_Results=RESULTS)
    assert receive(raw)["outcome"] == "done"
    receive(written("a1\n", reply_to(bob), "bob@example.org"))
    page = client_for(referee).get(f"/referee/matches/{match.pk}/").content.decode()
    assert "Replies by e-mail" in page
    assert "SPF pass (example.org), DKIM fail (example.org)" in page
    assert "not checked" in page
    assert "secret plan" not in page
    for player in (alice, bob):
        found = client_for(player).get(f"/matches/{match.pk}/").content.decode()
        assert "SPF pass" not in found


def test_a_referee_who_plays_sees_only_their_own(alice, referee, start, receive, client_for):
    match = start(alice, referee)
    raw = written("b2\n", reply_to(alice), ALICE, Authentication_Results=RESULTS)
    assert receive(raw)["outcome"] == "done"
    page = client_for(referee).get(f"/referee/matches/{match.pk}/").content.decode()
    assert "SPF pass" not in page
    assert "Replies by e-mail" not in page


def test_results_count_for_nothing_where_nobody_is_named_who_writes_them(
    alice, bob, referee, start, receive, client_for, settings
):
    settings.MAIL_AUTHSERV = ""
    match = start(alice, bob)
    raw = written("b2\n", reply_to(alice), ALICE, Authentication_Results=RESULTS)
    assert receive(raw)["outcome"] == "done"
    page = client_for(referee).get(f"/referee/matches/{match.pk}/").content.decode()
    assert "not checked" in page
    assert "SPF pass" not in page
