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
    "invitation": _("Somebody challenges or invites me"),
    "challenge_accepted": _("My challenge was accepted"),
    "challenge_declined": _("My challenge was declined"),
    "your_turn": _("It is my turn"),
    "reminder": _("A deadline is near"),
    "flagged": _("A player has run out of time"),
    "opponent_on_leave": _("An opponent goes on leave"),
    "bounce_notice": _("An opponent cannot be reached by e-mail"),
    "absence": _("A player is away or leaves a match for three or four"),
    "match_started": _("A match starts"),
    "match_finished": _("A match is over"),
    "leg_finished": _("A leg is over"),
    "tie_offered": _("A draw was offered"),
    "take_back_asked": _("An opponent asks to take a move back"),
    "pause_proposed": _("An opponent proposes a pause"),
    "order_played": _("A conditional move or other order of mine was played"),
    "chat_digest": _("Somebody has written in the chat of a match"),
    "daily_digest": _("A busy day is over: its other e-mails in one digest"),
    "downtime": _("The site will be down when I have to move"),
    "watched": _("A match that I watch is over"),
    "monthly_summary": _("A month is over: a summary of my matches"),
    "tournament_open": _("A tournament opens for entries"),
    "tournament_started": _("A tournament of mine starts"),
    "tournament_news": _("There is news of a tournament that I have entered"),
    "organiser_message": _("An organiser writes to the players of a tournament"),
    "club_invitation": _("A club invites me"),
    "event_by_address": _("An organiser invites an e-mail address to a tournament"),
    "club_news": _("There is news of a club of mine"),
    "round_paired": _("A round is paired"),
    "round_closing": _("A round is about to end"),
    "standings": _("A tournament of mine is over"),
    "case_opened": _("A case concerns me"),
    "ruling": _("A referee has made a ruling"),
    "appeal_result": _("An appeal has been decided"),
    "appointment": _("I am asked to be a referee"),
    "moderation": _("A report about a name, a profile or a message"),
    "answer": _("An e-mail of mine is answered"),
    "held": _("An e-mail in my name waits for me"),
    "security": _("Something concerns my account or e-mail address"),
}

# What an answer to an e-mail of this kind may say first of all; contexts may name another entry.
HINTS: dict[str, Label] = {
    "invitation": _("Answer “accept” or “decline”."),
    "tie_offered": _("Answer “accept” or “decline”, or with a move."),
    "take_back_asked": _("Answer “accept” or “decline”, or with a move."),
    "pause_proposed": _("Answer “accept” or “decline”."),
    "flagged": _("Answer “claim win” to end the match on time."),
    "tournament_open": _("Answer “enter” to enter."),
    "ruling": _("Answer “appeal” and your reasons to appeal."),
    "your_turn": _("Answer with your move."),
    "reminder": _("Answer with your move."),
    "opponent_on_leave": _("Answer “leave” and two days to book leave yourself."),
    "chat_digest": _("Answer “msg” and what you want to say."),
    "statement": _("Answer “msg” and your view."),
    "claims": _("Answer “claim win”, “claim tie” or “claim time”, or with your move."),
}
