"""Every kind of e-mail in a real browser: light and dark, narrow and wide, for everybody.

`EMAIL_SHEETS=folder` keeps pictures and texts of them all, to be looked at.
"""

from __future__ import annotations

import base64
import os
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.utils import timezone, translation

from notifications.kinds import KINDS
from notifications.services import outbox
from tests.browser.axe import ALL, RUN
from tests.games.conftest import play, start
from tests.notifications.conftest import html_of
from tests.sampling import sampled
from tests.web.club import emails_written, founded

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db]
NARROWEST, DESK = 360, 1280
VIEWS = ((NARROWEST, "light"), (NARROWEST, "dark"), (DESK, "light"), (DESK, "dark"))
AXE_IN = ((NARROWEST, "light"), (DESK, "dark"))  # colours depend on the scheme alone
BROKEN = """() => [...document.images].filter(each => !each.complete || !each.naturalWidth)
  .map(each => each.outerHTML.slice(0, 90))"""
# A mail program gives an e-mail its own frame, so its page has no landmarks around it.
RULES = {"rules": {**ALL["rules"], "region": {"enabled": False}}}


def shown(email: Any) -> str:
    """Return the HTML as a mail program shows it, with its pictures in place."""
    page = html_of(email)
    for picture in email.attachments:
        name = str(picture["Content-ID"]).strip("<>")
        data = base64.b64encode(picture.get_payload(decode=True)).decode()
        page = page.replace(f"cid:{name}", f"data:image/png;base64,{data}")
    return page


def faults_of(page: Any, email: Any, keep: Path | None, *, new: bool) -> list[str]:
    """Look at an e-mail in every way and return what is wrong; a ``new`` kind with axe, too."""
    page.set_content(shown(email))
    errors: list[str] = page.evaluate(BROKEN)
    if new:
        page.evaluate(AXE_SCRIPT)
    for width, scheme in VIEWS:
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            errors.append(f"{wide} wide on {width}")
        if new and (width, scheme) in AXE_IN:
            errors += [f"{width} {scheme}: {each}" for each in page.evaluate(RUN, RULES)]
        if keep is not None:
            page.screenshot(path=f"{keep}-{width}-{scheme}.png", full_page=True)
    return errors


@pytest.mark.parametrize(
    ("language", "step"), sampled([("en", 24), ("en", 1), ("de", 1), ("fr", 1), ("it", 1)], 1)
)
def test_every_kind_of_email_is_for_everybody_in_light_and_dark(
    language, step, browser, person, office, start, play, client_for, settings, monkeypatch
):
    monkeypatch.setattr(outbox, "wake_worker", lambda _address: None)
    settings.DEVELOPMENT, settings.MAIL_DOMAIN = True, "play.example.org"
    settings.SITE_URL = "https://play.example.org"
    now, errors = timezone.now(), {}
    with translation.override(language):
        club = founded(language, person, office, start, play, now)
        found = emails_written(club, client_for, office, now)
    assert {message.kind for message, _email in found} == {
        kind.name for kind in KINDS.values() if not kind.planned
    }
    context, known = browser.new_context(), set[str]()
    page = context.new_page()
    for number, (message, email) in enumerate(found):
        keep = None
        if folder := os.environ.get("EMAIL_SHEETS"):
            keep = Path(folder) / f"{language}-{number:02}-{message.kind}"
            keep.with_suffix(".txt").write_text(f"{email.subject}\n\n{email.body}")
        new = message.kind not in known
        known.add(message.kind)
        if number % step:
            continue
        if wrong := faults_of(page, email, keep, new=new):
            errors[f"{number} {message.kind} {email.subject}"] = wrong
        for line in email.body.splitlines():
            assert not re.search(r"[{}]|None|\bTrue\b|&\w+;", line), (message.key, line)
    context.close()
    assert errors == {}, "\n".join(f"{name}: {wrong}" for name, wrong in errors.items())
