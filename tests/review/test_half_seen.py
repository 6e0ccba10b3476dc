"""What a stranger can learn about a private match, its talk and its notes: nothing."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.services.play import matches

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_private_words_never_reach_a_stranger(alice, bob, carol, start, play, client_for):
    now = timezone.now()
    match = start(alice, bob, now=now, private=True, rated=False)
    play(match, "b2", now)
    matches.send_chat_message(match.pk, alice, "psst, secret", now=now)
    matches.write_notes(match.pk, alice, "my secret plan")
    pages = ("", "version/", "clock/", "ledger.txt", "resign/", "tie/")
    paths = [f"/matches/{match.pk}/{page}" for page in pages]
    paths += ["/", "/being-played/", "/lobby/", f"/players/{alice.pk}/", f"/players/{bob.pk}/"]
    api = ("", "chat/", "notes/", "moves/", "plies/", "clocks/", "ledger/")
    paths += [f"/api/v1/matches/{match.pk}/{page}" for page in api]
    paths += ["/api/v1/matches/", f"/api/v1/matches/?player={alice.pk}"]
    for reader in (None, carol):
        client = client_for(reader)
        for path in paths:
            answer = client.get(path)
            words = answer.content.decode()
            assert "secret" not in words, path
            assert f"/matches/{match.pk}/" not in words or str(match.pk) in path, path
    for reader in (carol, bob):
        assert (
            "my secret plan" not in client_for(reader).get(f"/matches/{match.pk}/").content.decode()
        )


def test_a_public_match_keeps_its_talk_and_notes_to_its_players(
    alice, bob, carol, start, play, client_for
):
    now = timezone.now()
    match = start(alice, bob, now=now)
    play(match, "b2", now)
    matches.send_chat_message(match.pk, alice, "psst, secret", now=now)
    matches.write_notes(match.pk, alice, "my secret plan")
    for reader in (None, carol):
        client = client_for(reader)
        for page in ("", "version/", "clock/", "ledger.txt"):
            assert "secret" not in client.get(f"/matches/{match.pk}/{page}").content.decode()
        for page in ("", "chat/", "notes/"):
            assert "secret" not in client.get(f"/api/v1/matches/{match.pk}/{page}").content.decode()
    assert "my secret plan" not in client_for(bob).get(f"/matches/{match.pk}/").content.decode()
    acts = "say notes resign tie take-back pause claim rematch abort move"
    for act in acts.split():
        fields = {"text": "x", "notes": "x", "move": "a1", "seen": "1"}
        answer = client_for(carol).post(f"/matches/{match.pk}/{act}/", fields)
        assert answer.status_code == 403, act
