"""How many files, functions and queries one move and one ruling pass, from service to commit.

    python -m pytest tests/bench/paths.py -s

A match of two on PostgreSQL is moved in, and decided by a referee: previewed, signed, its e-mails
composed. Only files of this project count; what they call in Django does not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.emails import composing
from games.services.play.play import play_turn
from tests.games.test_move_is_short import ROOMS, ROOT
from tests.referees.conftest import begun, called, now, play, start
from tests.referees.test_rulings import request
from tournaments.referees.services import rulings

__all__ = ["begun", "called", "now", "play", "start"]

pytestmark = pytest.mark.django_db
OURS = tuple(f"{ROOT}/{room}/" for room in ROOMS)


def passed(title: str, verb: Callable[[], Any]) -> Any:
    """Do it and print what was passed; return what came of it."""
    entered = set()

    def note(frame: Any, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS):
            entered.add((code.co_filename, code.co_firstlineno))

    with CaptureQueriesContext(connection) as asked:
        sys.setprofile(note)
        try:
            done = verb()
        finally:
            sys.setprofile(None)
    files = sorted({path.removeprefix(f"{ROOT}/") for path, _line in entered})
    print(f"\n{title}: {len(files)} files, {len(entered)} functions, {len(asked)} queries")
    print("".join(f"  {path}\n" for path in files))
    return done


def test_a_move_and_a_ruling(called, begun, referee, now):
    for at, text in ((2, "c3"), (3, "b4")):
        move = (begun.pk, at % 2, text)
        passed(f"move {at + 1}", partial(play_turn, *move, seen=at, now=now, source="page"))
    order = request("adjudicate", begun, case_id=called.pk, params={"rank_0": 1, "rank_1": 2})
    shown = passed("preview", partial(rulings.preview_ruling, order, referee, now=now))
    signed = partial(rulings.sign_ruling, order, referee, at=now, digest=shown.digest, now=now)
    passed("signature", signed)
    passed("e-mails of both", partial(composing.deliver_due, now))
