"""Endpoints for actions in a match: move, preview, resign, tie, claim."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import challenge_queries
from games.api import shapes, states
from games.api.challenge_shapes import ChallengeSerializer, challenge_json
from games.api.common.base import ApiView, NoBodySerializer, StrictSerializer
from games.api.common.permissions import IsPlayer
from games.api.common.problems import problem_from_error
from games.api.common.words import writes
from games.api.matches import get_visible_position
from games.families.drawing import diagram_for
from games.orders.errors import BadOrder
from games.orders.grammar import MAX_LENGTH, parse_commands
from games.rules.base import MAX_MOVE_LENGTH, AnyState, JSONObject, MalformedMove, RulesError
from games.rules.series import SeriesState, legs_ended_between
from games.services.challenges import rematches
from games.services.errors import Refused
from games.services.interventions import agreement
from games.services.match.loaded import LoadedMatch
from games.services.play import absence, matches, ties
from games.services.play.commands import CommandResult, Submission, run_message
from games.services.wording import wording
from games.services.wording.notation import parse_move

MAX_LISTED = 40
MAX_PLIES = 1_000_000


class MoveDraftSerializer(StrictSerializer):
    """A move to preview."""

    move = serializers.CharField(
        max_length=MAX_MOVE_LENGTH, help_text='As spelled, such as "b2" or "slide E".'
    )


class SeenPlySerializer(StrictSerializer):
    """The position that is answered."""

    seen = serializers.IntegerField(
        min_value=0, max_value=MAX_PLIES, help_text="`seen` of the match you looked at."
    )


class QuestionNumberSerializer(StrictSerializer):
    """The question that is answered."""

    question = serializers.IntegerField(
        min_value=1, max_value=MAX_PLIES, help_text="`question` of the seat that asks."
    )


class DeclineQuestionSerializer(StrictSerializer):
    """The question that is declined, and no later one; without it, whatever is asked now."""

    question = serializers.IntegerField(
        min_value=1,
        max_value=MAX_PLIES,
        required=False,
        help_text="`question` of the seat that asks.",
    )


class TurnRequestSerializer(MoveDraftSerializer, SeenPlySerializer):
    """A move and the position it answers, with what goes along with it."""

    orders = serializers.CharField(
        max_length=MAX_LENGTH,
        default="",
        allow_blank=True,
        help_text='Orders on the position after it, one a line, such as "if a1 then b2".',
    )


class MatchActionView(ApiView):
    """An action in a match, for its players."""

    permission_classes = (IsPlayer,)

    def state(self, pk: int) -> JSONObject:
        return states.position_json(get_visible_position(self, pk), self.reader)

    def carry_out(self, pk: int, verb: Callable[..., object]) -> Response:
        """Perform an action without a body and return the match."""
        self.body(NoBodySerializer)
        verb(pk, self.reader, now=self.now)
        return Response(self.state(pk))

    def playable(self, pk: int) -> tuple[LoadedMatch, int]:
        """Return the match and the caller's seat; refuses as a move would."""
        position = get_visible_position(self, pk)
        own = position.seat_of(self.reader)
        if own is None:
            raise Refused("not_your_match")
        if not position.match.is_running:
            raise Refused("match_over")
        if not own.awaited:
            raise Refused("not_your_turn")
        loaded = LoadedMatch(position.match, position.seats, position.rules, position.state)
        return loaded, own.number


class MovesView(MatchActionView):
    @writes(TurnRequestSerializer, shapes.StateSerializer, "Play a move", status=201)
    def post(self, request: Request, pk: int) -> Response:
        """Play a move on the position after ``seen`` plies, all of it or nothing of it.

        With `orders` all of it is done, or nothing.
        409 ``stale`` carries the match as it stands; 422 carries at most 40 legal moves, or names
        the `line` and the `order` that is wrong.
        """
        turn = self.body(TurnRequestSerializer)
        try:
            done = self._carry_out(pk, turn)
        except Refused as refusal:
            if refusal.code != "stale":
                raise
            raise problem_from_error(refusal, match=self.state(pk)) from refusal
        except BadOrder:
            raise
        except RulesError as error:
            loaded, seat = self.playable(pk)
            raise illegal_move_error(error, loaded, seat) from error
        if done.played is None or done.verbs != ("turn",):
            return Response(self.state(pk), status=201)
        return Response(states.played_turn_json(done.played, self.reader), status=201)

    def _carry_out(self, pk: int, turn: JSONObject) -> CommandResult:
        """Play the move and save the orders; ``move`` must contain nothing but moves."""
        text = turn["move"]
        if any(command.verb not in ("turn", "next") for command in parse_commands(text)):
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        whole = f"{text} {turn['orders']}"  # one line, so that line numbers are those of the orders
        return run_message(pk, self.reader, whole, Submission(turn["seen"], self.now, "api"))


def illegal_move_error(error: RulesError, loaded: LoadedMatch, seat: int) -> Exception:
    """Return the error for an invalid move, with legal moves."""
    legal = states.legal_moves(loaded, seat)[:MAX_LISTED]
    ranges = states.legal_ranges(loaded, seat)
    return problem_from_error(
        error, legal_moves=legal, **({"legal_ranges": ranges} if ranges else {})
    )


class MovePreviewView(MatchActionView):
    writing_needs = "read"

    @writes(MoveDraftSerializer, shapes.PreviewSerializer, "Try a move without playing it")
    def post(self, request: Request, pk: int) -> Response:
        """Return the board that a move would leave and what it would score."""
        text = self.body(MoveDraftSerializer)["move"]
        loaded, seat = self.playable(pk)
        try:
            move = parse_move(loaded.rules, loaded.state, text)
            after = loaded.rules.play(loaded.state, seat, move)
        except RulesError as error:
            raise illegal_move_error(error, loaded, seat) from error
        spelled = loaded.rules.spell(move)
        return Response(_preview(loaded, after, spelled))


def _preview(loaded: LoadedMatch, after: AnyState, spelled: str) -> JSONObject:
    """Return the effects of a move, with the board of the leg it is played in."""
    series = isinstance(after, SeriesState)
    ended = legs_ended_between(loaded.state, after) if series else ()
    shown = after._replace(inner=ended[0].final) if ended else after
    drawn = diagram_for(loaded.match.ruleset, loaded.state, preview=spelled)
    return {
        "move": spelled,
        "words": wording.move_labels(loaded, [spelled])[0],
        "effect": wording.effect_text(loaded, after, spelled),
        "goes_on": states.continued_turns(loaded, spelled),
        "ends_leg": bool(ended),
        "ends_match": loaded.rules.outcome(after) is not None,
        "points": list(ended[0].points) if ended else [0] * len(loaded.seats),
        "lines": states.leg_json(ended[0])["lines"] if ended else [],
        "board": states.diagram_json(loaded.match.ruleset, shown, drawn),
        "seen": loaded.match.ply_count,
    }


class ResignView(MatchActionView):
    @writes(NoBodySerializer, shapes.StateSerializer, "Resign")
    def post(self, request: Request, pk: int) -> Response:
        """Give the match up; before the first move it is called off, three and four play on."""
        return self.carry_out(pk, partial(matches.resign_match, source="api"))


class ReclaimSeatView(MatchActionView):
    @writes(NoBodySerializer, shapes.StateSerializer, "Take one's seat back")
    def post(self, request: Request, pk: int) -> Response:
        """Take my seat back from the caretaker, or off the list of seats on offer."""
        return self.carry_out(pk, absence.reclaim_seat)


class TakeOverView(MatchActionView):
    @writes(NoBodySerializer, shapes.StateSerializer, "Take a seat that is on offer")
    def post(self, request: Request, pk: int, seat: int) -> Response:
        """Play on in place of a player who ran out of time; the result counts for them."""
        self.body(NoBodySerializer)
        absence.take_over(pk, seat, self.reader, now=self.now)
        return Response(self.state(pk))


class AbortView(MatchActionView):
    @writes(NoBodySerializer, shapes.StateSerializer, "Cancel match")
    def post(self, request: Request, pk: int) -> Response:
        """Call the match off before the first move; nobody loses anything."""
        return self.carry_out(pk, matches.abort_match)


class TieView(MatchActionView):
    @writes(SeenPlySerializer, shapes.StateSerializer, "Offer a tie")
    def post(self, request: Request, pk: int) -> Response:
        """Offer a draw; if both have offered one in the same position, it is agreed."""
        seen = self.body(SeenPlySerializer)["seen"]
        ties.offer_tie(pk, self.reader, now=self.now, seen=seen)
        return Response(self.state(pk))


class AcceptTieView(MatchActionView):
    @writes(QuestionNumberSerializer, shapes.StateSerializer, "Accept a tie")
    def post(self, request: Request, pk: int) -> Response:
        """Accept the draw that the other has offered; a move declines it."""
        ties.accept_tie(
            pk, self.reader, self.body(QuestionNumberSerializer)["question"], now=self.now
        )
        return Response(self.state(pk))


class DeclineTieView(MatchActionView):
    @writes(DeclineQuestionSerializer, shapes.StateSerializer, "Decline a tie")
    def post(self, request: Request, pk: int) -> Response:
        """Decline the offer of the other; with `question` none that was made after it."""
        ties.decline_tie(
            pk, self.reader, self.body(DeclineQuestionSerializer).get("question"), now=self.now
        )
        return Response(self.state(pk))


class TakeBackView(MatchActionView):
    @writes(NoBodySerializer, shapes.StateSerializer, "Ask to take a move back")
    def post(self, request: Request, pk: int) -> Response:
        """Ask to take my last move back while nobody has answered it; a move declines."""
        return self.carry_out(pk, agreement.request_take_back)


class AcceptTakeBackView(MatchActionView):
    @writes(QuestionNumberSerializer, shapes.StateSerializer, "Let a move be taken back")
    def post(self, request: Request, pk: int) -> Response:
        """Agree that the other takes their last move back; both clocks are as before it."""
        agreement.accept_take_back(
            pk, self.reader, self.body(QuestionNumberSerializer)["question"], now=self.now
        )
        return Response(self.state(pk))


class DeclineTakeBackView(MatchActionView):
    @writes(
        DeclineQuestionSerializer, shapes.StateSerializer, "Decline to let a move be taken back"
    )
    def post(self, request: Request, pk: int) -> Response:
        """Leave the move where it is; with `question` only if asked under this number."""
        question = self.body(DeclineQuestionSerializer).get("question")
        agreement.decline_take_back(pk, self.reader, question, now=self.now)
        return Response(self.state(pk))


class ClaimView(MatchActionView):
    @writes(NoBodySerializer, shapes.StateSerializer, "Claim the win on time")
    def post(self, request: Request, pk: int) -> Response:
        """Claim the win where the other's time is over and the control asks for a claim.

        It is a draw in chess if the reader could not give mate any more.
        """
        return self.carry_out(pk, matches.claim_win)


class RematchView(MatchActionView):
    @writes(NoBodySerializer, ChallengeSerializer, "Offer a rematch", status=201)
    def post(self, request: Request, pk: int) -> Response:
        """Challenge the same opponent with the start swapped; 409 names a standing offer."""
        self.body(NoBodySerializer)
        offered = rematches.offer_rematch(pk, self.reader, now=self.now)
        found = challenge_queries.challenge_for(self.reader, offered.pk) or offered
        return Response(challenge_json(found, self.reader), status=201)
