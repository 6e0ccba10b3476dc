"""Names of the kinds of e-mail for readers, and why they get them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Label = _StrPromise
else:
    Label = object

LABELS: dict[str, Label] = {
    "invitation": _("Invitations and challenges"),
    "challenge_accepted": _("My challenge was accepted"),
    "challenge_declined": _("My challenge was declined"),
    "your_turn": _("It is my turn"),
    "reminder": _("Reminders before a deadline"),
    "flagged": _("A player has run out of time"),
    "opponent_on_leave": _("An opponent goes on leave"),
    "absence": _("A player is away or leaves a match for three or four"),
    "match_started": _("A match begins"),
    "match_finished": _("A match is over"),
    "leg_finished": _("A leg is over"),
    "tie_offered": _("A draw was offered"),
    "order_played": _("A conditional move or other order of mine was played"),
    "chat_digest": _("Chat messages in my matches"),
    "daily_digest": _("On busy days, combine the rest in one digest"),
    "tournament_open": _("A tournament opens for entries"),
    "tournament_started": _("A tournament of mine begins"),
    "tournament_news": _("News of a tournament that I have entered"),
    "round_paired": _("A round is paired"),
    "round_closing": _("A round is about to end"),
    "standings": _("A tournament of mine is over"),
    "case_opened": _("A case concerns me"),
    "ruling": _("Rulings of the referee"),
    "appeal_result": _("Results of appeals"),
    "appointment": _("Appointments as a referee"),
    "bounce_notice": _("E-mails to a player bounced"),
    "security": _("Account and e-mail address"),
}
