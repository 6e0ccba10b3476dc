"""Default texts of the site's pages (pure text).

The periods named here are those in the code; a test compares them.
"""

from __future__ import annotations

from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LAST_CHANGED = date(2026, 11, 24)  # when these sentences last changed

PRIVACY: tuple[str | Promise, ...] = (
    _("What this site stores about you, who sees it, and how long it is kept."),
    _("## What is stored"),
    _(
        "- Your account: e-mail address, a hash of your password, name, language, time zone, quiet "
        "hours and days off, and what you write in your profile."
    ),
    _(
        "- Your play: moves with their times, results, ratings, chat messages, private notes, "
        "conditional moves, leave, and what you tell referees."
    ),
    _(
        "- Your choices: which e-mails you want, whom you follow or have blocked, and your usual "
        "settings for a match."
    ),
    _(
        "- Your logins: browser, operating system, and the days of the login and of the last use. "
        "A session ends when you log out, or after 90 days."
    ),
    _(
        "- If you log in with an account at another service: which service, and your number there. "
        "Your profile there is not stored."
    ),
    _("## IP addresses"),
    _(
        "IP addresses are not stored with your account. To find people who play from several "
        "accounts, the site stores keyed fingerprints of the address, of its network and of a "
        "cookie in your browser. Without the site’s secret key nobody can tell the address from "
        "them. Referees see which players share a fingerprint, not the fingerprint’s origin. "
        "After 180 days it is deleted."
    ),
    _(
        "Addresses are also counted for a short time, to limit failed logins and other requests. "
        "The site’s log holds neither IP addresses nor e-mail addresses. The server that passes "
        "requests on to the site may keep a log of its own; ask the operator."
    ),
    _("## E-mails"),
    _(
        "The record of an e-mail about your matches is deleted 90 days after it was sent. Records "
        "of e-mails about tournaments, referees’ cases and your login are kept, and so are those "
        "that could not be delivered. On their way, e-mails pass through the mail servers of the "
        "operator and of your provider."
    ),
    _(
        "An e-mail that you send to the site is deleted after 30 days; a line about what it did "
        "stays for a year."
    ),
    _("## Notifications"),
    _(
        "If you turn on notifications, your browser gives the site an address at the push service "
        "of its maker and two keys, and the site stores them with what you want to be notified "
        "of. Each notification passes through that service, encrypted for your browser alone. All "
        "of it is deleted when you turn notifications off, log out or change your password."
    ),
    _("## Who sees what"),
    _(
        "- Everybody: your name, a picture made from it, ratings, results and public matches. You "
        "choose who sees your profile, your leave, your reliability and which matches you are "
        "playing."
    ),
    _("- The players of a match and referees: private matches, and chat messages."),
    _(
        "- Only you: private notes and conditional moves. A referee can open them, and messages "
        "between partners, for a pending case about the match. Once the match is over, you are "
        "notified who did so and why."
    ),
    _("- Operators: your e-mail address and whether e-mails reach it, and chat messages."),
    _("## Cookies"),
    _(
        "Only cookies that the site needs: for your session, against forged forms, for the "
        "language, for hints you have dismissed, for recognising your browser when you log in "
        "(180 days), and for the fingerprint above (one year). There are no cookies for "
        "advertising or statistics, and no page loads anything from other sites."
    ),
    _("## Your data in your hands"),
    _(
        "You can [download everything the site keeps about you](/settings/export/) and close your "
        "account in the [settings](/settings/). Closing it erases your login with its address, "
        "your profile and your notes and replaces your name. Moves, results and chat messages "
        "stay, since they belong to the matches of others too. A sign-up that is not confirmed is "
        "deleted after seven days."
    ),
    _("Who runs this site and how to reach them is in the [imprint](/imprint/)."),
)

CONDUCT: tuple[str | Promise, ...] = (
    _("Be the opponent you would like to have."),
    _("## At the board"),
    _("- Play every match to the best of your ability. Results are played, not arranged."),
    _(
        "- Choose your moves yourself. Other people and programs help only where the game or the "
        "tournament allows it."
    ),
    _("- Nobody plays from several accounts in one match or tournament."),
    _(
        "- Keep your opponents informed: book leave before you go away, and resign rather than let "
        "the clock run out."
    ),
    _("## In words"),
    _(
        "- Be civil in names, profiles and chat. No insults, threats or harassment, nothing that "
        "demeans people for who they are, no advertising."
    ),
    _("- Keep to yourself what others have told you in private."),
    _("## When something goes wrong"),
    _("- You can block anybody and mute any match. Nobody is notified."),
    _(
        "- If a match is concerned, call a referee on its page. Both sides are heard, the decision "
        "comes with its reason, and it can be appealed."
    ),
    _(
        "- Anybody who breaks these rules is warned first. If it happens again or is serious, "
        "they are suspended from tournaments."
    ),
)

TEXTS: dict[str, tuple[str | Promise, ...]] = {"privacy": PRIVACY, "conduct": CONDUCT}


def has_default(page: str) -> bool:
    """Whether there is a default text; the imprint has none."""
    return page in TEXTS


def default_text(page: str) -> str:
    """Return the default text in the active language.

    There is no blank line between list items.
    """
    said = ""
    for part in map(str, TEXTS.get(page, ())):
        close = part.startswith("- ") and said.rpartition("\n")[2].startswith(("- ", "## "))
        said += ("\n" if close else "\n\n") + part if said else part
    return said
