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
    "invitation": _("Challenge or invitation"),
    "challenge_accepted": _("Challenge accepted"),
    "challenge_declined": _("Challenge declined"),
    "your_turn": _("My turn to move"),
    "reminder": _("Deadline reminder"),
    "flagged": _("Player out of time"),
    "opponent_on_leave": _("Opponent on leave"),
    "bounce_notice": _("Opponent not reachable by e-mail"),
    "absence": _("Player away or leaving (three or four players)"),
    "match_started": _("Match started"),
    "match_finished": _("Match finished"),
    "leg_finished": _("Leg finished"),
    "tie_offered": _("Draw offer"),
    "take_back_asked": _("Take-back request"),
    "pause_proposed": _("Pause proposal"),
    "order_played": _("Conditional move or other order played"),
    "chat_digest": _("Chat messages"),
    "daily_digest": _("Digest of a busy day’s other e-mails"),
    "downtime": _("Downtime when I have to move"),
    "watched": _("Match I’m watching finished"),
    "monthly_summary": _("Monthly summary of my matches"),
    "tournament_open": _("Tournament open for entries"),
    "tournament_started": _("Tournament started"),
    "tournament_news": _("News from my tournaments"),
    "organiser_message": _("Message from an organiser"),
    "club_invitation": _("Club invitation"),
    "event_by_address": _("Tournament invitation by e-mail address"),
    "club_news": _("Club news"),
    "round_paired": _("Round paired"),
    "round_closing": _("Round ending soon"),
    "standings": _("Tournament finished"),
    "case_opened": _("Case that concerns me"),
    "ruling": _("Ruling by a referee"),
    "appeal_result": _("Appeal decided"),
    "appointment": _("Request to be a referee"),
    "moderation": _("Report about a name, a profile or a message"),
    "answer": _("Reply to my e-mail"),
    "held": _("E-mail in my name to confirm"),
    "security": _("Account and e-mail address"),
}

# How to reply to an e-mail of this kind; the context can name another entry as its ``hint``.
HINTS: dict[str, Label] = {
    "invitation": _("Reply “accept” or “decline”."),
    "tie_offered": _("Reply “accept” or “decline”, or with a move."),
    "take_back_asked": _("Reply “accept” or “decline”, or with a move."),
    "pause_proposed": _("Reply “accept” or “decline”."),
    "flagged": _("Reply “claim win” to end the match on time."),
    "tournament_open": _("Reply “enter” to join."),
    "ruling": _("To appeal, reply “appeal” and your reasons."),
    "your_turn": _("Reply with your move."),
    "reminder": _("Reply with your move."),
    "opponent_on_leave": _("To book leave yourself, reply “leave” and two days."),
    "chat_digest": _("Reply “msg” and what you want to say."),
    "statement": _("Reply “msg” followed by your view."),
    "claims": _("Reply “claim win”, “claim tie” or “claim time”, or with your move."),
}
