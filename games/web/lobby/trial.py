"""The board on the start page: a visitor plays a bot and may keep the match."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.queries import PageRequest
from games.diagrams.base import Diagram
from games.families.drawing import diagram_for
from games.families.features import showcase
from games.rules.base import RulesError
from games.rules.series import legs_ended_between
from games.seeds import generate_seed
from games.services.bots import trial as trials
from games.services.errors import Refused
from games.services.wording import explaining, game_words
from games.web.challenges.guests import build_visitor, log_in_guest

if TYPE_CHECKING:
    from games.models import Match

MAX_ADDRESS_LENGTH = 400  # of moves in the URL


@dataclass(frozen=True)
class TrialView:
    """The board with a link for every legal move, and the message above it."""

    trial: trials.Trial
    before: trials.Trial | None
    error: str = ""

    @property
    def moves(self) -> str:
        """The visitor's moves as in the URL."""
        return ",".join(self.trial.own)

    @property
    def diagram(self) -> Diagram:
        """The board with the last move marked, unless that ended the previous leg."""
        last = self.trial.last if self._begun else None
        return diagram_for(self.trial.ruleset, self.trial.state, last=last)

    @property
    def _begun(self) -> bool:
        """Whether the current leg has moves."""
        state = self.trial.state
        start = self.trial.rules.inner.start(2, {})
        return bool(self.over or state.inner != start)

    @property
    def links(self) -> dict[str, str]:
        """The URL for each legal move."""
        page, own = reverse("games:trial"), self.trial.own
        return {
            move: f"{page}?{urlencode({'moves': ','.join([*own, move])}, safe=',')}#try"
            for move in self.trial.moves
        }

    @property
    def over(self) -> bool:
        return self.trial.rules.outcome(self.trial.state) is not None

    @property
    def ended(self) -> list[Any]:
        """The legs that ended with the visitor's last move or the bot's reply."""
        if self.before is None:
            return []
        return list(legs_ended_between(self.before.state, self.trial.state))

    @property
    def score(self) -> str:
        """The score, the visitor's points first."""
        mine, theirs = self.trial.state.totals
        return f"{mine}–{theirs}"

    @property
    def leg_words(self) -> str:
        state = self.trial.state
        if state.tie_break:
            return _("Tie-break")
        return _("Leg %(leg)d of %(legs)d") % {"leg": state.leg, "legs": state.legs_total}

    @property
    def said(self) -> str:
        """The news, and what to do next."""
        words = [self.error, *(self._leg_end(leg) for leg in self.ended)]
        if self.over:
            words.append(self._result)
        elif not self.trial.plies:
            words.append(_("You start: tap a square."))
        elif self.trial.plies[-1][0] == trials.BOT_SEAT:
            words.append(_("The bot played %(move)s. Your move.") % {"move": self.trial.last})
        else:
            words.append(_("Your move."))
        return " ".join(filter(None, words))

    @staticmethod
    def _leg_end(leg: Any) -> str:
        """Return who completed which line."""
        mine, theirs = leg.points
        if not leg.lines or mine == theirs:
            return _("Nobody completed a line.")
        said = ngettext(
            "You completed %(line)s: %(points)d point!",
            "You completed %(line)s: %(points)d points!",
            mine,
        )
        if theirs > mine:
            said = ngettext(
                "The bot completed %(line)s: %(points)d point.",
                "The bot completed %(line)s: %(points)d points.",
                theirs,
            )
        line = leg.lines[0].colours
        return said % {"line": line, "points": max(mine, theirs)}

    @property
    def _result(self) -> str:
        """Return who won."""
        mine, theirs = self.trial.state.totals
        if mine == theirs:
            return _("A draw, %(score)s.") % {"score": self.score}
        if mine > theirs:
            return _("You won %(score)s!") % {"score": self.score}
        return _("The bot won %(score)s.") % {"score": f"{theirs}–{mine}"}

    @property
    def ended_board(self) -> Diagram | None:
        """The board of the leg that has just ended, with its line."""
        if not self.ended or self.over:
            return None
        return diagram_for(self.trial.ruleset, self.ended[-1].final)


def trial_view(own: list[str]) -> TrialView:
    """Return the board after these moves, or after the legal ones with the error."""
    done = trials.replay_trial([], random.Random)
    before = None
    try:
        whole = trials.replay_trial(own, random.Random)
    except RulesError as error:
        for number in range(1, len(own)):
            try:
                done, before = trials.replay_trial(own[:number], random.Random), done
            except RulesError:
                break
        return TrialView(done, before, explaining.explain(error))
    before = trials.replay_trial(own[:-1], random.Random) if own else None
    return TrialView(whole, before)


def trial_context(own: list[str]) -> dict[str, object]:
    """Return the context of the board on the start page."""
    prizes = [(tuple(line), points) for line, points in showcase().prizes]
    view = trial_view(own)
    return {"tried": view, "prizes": prizes, "game": game_words.ruleset_name(view.trial.ruleset)}


def _parse_moves(text: str) -> list[str]:
    return [
        move for move in (each.strip() for each in text[:MAX_ADDRESS_LENGTH].split(",")) if move
    ]


@require_safe
def trial_page(request: PageRequest) -> HttpResponse:
    """Show the board after the moves in the URL and the bot's replies."""
    own = _parse_moves(request.GET.get("moves", ""))
    context = trial_context(own)
    view = context["tried"]
    status = 422 if isinstance(view, TrialView) and view.error else 200
    return render(request, "games/trial.html", context, status=status)


@require_POST
def keep_trial(request: PageRequest) -> HttpResponse:
    """Save the trial as a match; a visitor becomes a guest, who can sign up to keep it."""
    own = _parse_moves(request.POST.get("moves", ""))
    back = f"{reverse('games:trial')}?{urlencode({'moves': ','.join(own)}, safe=',')}#try"
    try:
        match = _save_trial(request, own)
    except (Refused, RulesError) as refusal:
        messages.error(request, explaining.explain(refusal))
        return redirect(back)
    if request.user.is_authenticated or request.POST.get("then") == "play":
        return redirect(match)
    following = urlencode({"next": match.get_absolute_url()})
    return redirect(f"{reverse('account_signup')}?{following}")


def _save_trial(request: PageRequest, own: list[str]) -> Match:
    """Return the match of the reader or of a new guest."""
    now, seed = timezone.now(), generate_seed()
    if request.reader is not None:
        return trials.save_trial(request.reader, own, random.Random, seed=seed, now=now)
    trials.replay_trial(own, random.Random)  # no guest for illegal moves
    guest, match = trials.save_trial_as_guest(
        build_visitor(request), own, random.Random, seed=seed, now=now
    )
    log_in_guest(request, guest)
    return match
