"""Serializers of all responses, for the schema; tests validate every response against them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers as s


class ResponseSerializer(s.Serializer[Any]):
    """Base of all answers; the schema calls each by its name without the last word."""

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Set the schema's component name: the class name without "Serializer"."""
        super().__init_subclass__(**kwargs)
        extend_schema_serializer(component_name=cls.__name__.removesuffix("Serializer"))(cls)


class ProblemSerializer(ResponseSerializer):
    """Any error: a stable code, a sentence, and the parameters of the code beside them."""

    code = s.CharField(help_text="Stable; never translated.")
    detail = s.CharField(help_text="A sentence in the caller's language.")


class FieldErrorSerializer(ResponseSerializer):
    """One thing that is wrong with one field."""

    code = s.CharField()
    detail = s.CharField()


class InvalidSerializer(ProblemSerializer):
    """400: fields in error by name; "" is the body as a whole."""

    fields = s.DictField(child=FieldErrorSerializer(many=True), required=False)  # type: ignore[assignment]


class MoveSerializer(ResponseSerializer):
    """A legal move."""

    move = s.CharField(help_text="As spelled; this is what to send.")
    words = s.CharField()


class RangeSerializer(ResponseSerializer):
    """Legal moves that differ by a number alone."""

    kind = s.ChoiceField(choices=["bid"])
    move = s.CharField(help_text="Put a number for {number}; this is what to send.")
    lowest = s.IntegerField()
    highest = s.IntegerField()
    step = s.IntegerField()


class UnplayableSerializer(ProblemSerializer):
    """422: a move that cannot be, with at most 40 that can."""

    kind = s.ChoiceField(choices=["illegal", "malformed", "order"], required=False)
    legal_moves = MoveSerializer(many=True, required=False)
    legal_ranges = RangeSerializer(many=True, required=False)


class PlayerSerializer(ResponseSerializer):
    """A player."""

    id = s.IntegerField()
    name = s.CharField()
    kind = s.ChoiceField(choices=["person", "guest", "bot"])


class ControlSerializer(ResponseSerializer):
    """A time control; spans in seconds."""

    preset = s.CharField(allow_null=True)
    words = s.CharField()
    details = s.CharField()
    terms = s.DictField(child=s.JSONField(allow_null=True))


class SeatSerializer(ResponseSerializer):
    """A seat with its clock and its result."""

    number = s.IntegerField()
    player = PlayerSerializer()
    you = s.BooleanField()
    awaited = s.BooleanField()
    awaited_since = s.DateTimeField(allow_null=True)
    deadline_at = s.DateTimeField(allow_null=True)
    flagged_at = s.DateTimeField(allow_null=True)
    budget = s.DictField(child=s.FloatField())
    tie_offered = s.BooleanField()
    take_back_asked = s.BooleanField()
    question = s.IntegerField(
        allow_null=True,
        help_text="Number of what the seat asks the others; send it back to accept.",
    )
    skips = s.IntegerField(help_text="Time-outs in a row; the third one is out.")
    absence = s.ChoiceField(
        choices=["caretaker", "offered", "resigned", "timeout", "closed"],
        allow_null=True,
        help_text="Why the player is not playing; null if they are.",
    )
    offered_until = s.DateTimeField(allow_null=True)
    original = PlayerSerializer(allow_null=True, help_text="Who sat here before a substitute.")
    rank = s.IntegerField(allow_null=True)
    points = s.IntegerField(allow_null=True)


class MatchSerializer(ResponseSerializer):
    """A match as lists show it."""

    id = s.IntegerField()
    url = s.URLField()
    page = s.URLField()
    ruleset = s.CharField()
    ruleset_name = s.CharField()
    options = s.DictField(child=s.JSONField())
    rated = s.BooleanField()
    pool = s.CharField()
    private = s.BooleanField()
    control = ControlSerializer()
    caretaker = s.CharField(help_text="The strategy that plays for the absent; may be empty.")
    status = s.ChoiceField(choices=["running", "finished", "annulled"])
    ending = s.CharField()
    ending_words = s.CharField(
        help_text="Why it ended; at the last position also when to ask a referee."
    )
    started_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)
    seen = s.IntegerField(help_text="Plies played; send it back with your move.")
    turn = s.IntegerField()
    seats = SeatSerializer(many=True)
    your_seat = s.IntegerField(allow_null=True)
    your_turn = s.BooleanField()


class CellSerializer(ResponseSerializer):
    """One place of the board, counted from the top left."""

    name = s.CharField()
    x = s.FloatField(help_text="Whole, or halves where the rows of a board are staggered.")
    y = s.FloatField()
    piece = s.CharField(help_text='"R", "Y", "G", or "" where it is empty.')
    strip = s.BooleanField()


class BoardSerializer(ResponseSerializer):
    """A board, in letters and cell by cell."""

    letters = s.CharField()
    columns = s.IntegerField()
    rows = s.IntegerField()
    strip = s.CharField(allow_null=True)
    cells = CellSerializer(many=True)
    lines = s.ListField(child=s.ListField(child=s.CharField()))


class PicturedBoardSerializer(BoardSerializer):
    """A board with the address of its picture."""

    svg = s.URLField()


class LineSerializer(ResponseSerializer):
    """A completed line."""

    cells = s.ListField(child=s.CharField())
    colours = s.CharField()
    points = s.IntegerField()


class LegSerializer(ResponseSerializer):
    """A finished leg."""

    number = s.IntegerField()
    starter = s.IntegerField()
    points = s.ListField(child=s.IntegerField())
    ending = s.CharField()
    lines = LineSerializer(many=True)


class ScoreSerializer(ResponseSerializer):
    """The score leg by leg."""

    totals = s.ListField(child=s.IntegerField())
    leg = s.IntegerField()
    legs_agreed = s.IntegerField()
    legs_total = s.IntegerField()
    starter = s.IntegerField()
    tie_break = s.BooleanField()
    finished = LegSerializer(many=True)


class PlySerializer(ResponseSerializer):
    """One line of the ledger; seat −1 is a lot, −2 a referee."""

    number = s.IntegerField()
    turn = s.IntegerField()
    seat = s.IntegerField()
    move = s.CharField()
    at = s.DateTimeField()
    source = s.CharField()  # type: ignore[assignment]
    proof = s.JSONField(allow_null=True)


class LotsSerializer(ResponseSerializer):
    """Proof of the random draws: the digest from the start, the seed after the end."""

    digest = s.CharField()
    seed = s.CharField(allow_null=True)
    start = s.JSONField(allow_null=True)


class BidSerializer(ResponseSerializer):
    """A seat's bids in an auction."""

    seat = s.IntegerField()
    move = s.CharField(help_text='"bid ?" where the number is secret.')


class HighestBidSerializer(ResponseSerializer):
    """The highest bid."""

    seat = s.IntegerField()
    points = s.IntegerField()


class AuctionSerializer(ResponseSerializer):
    """A running auction as the caller may know it."""

    kind = s.ChoiceField(choices=["open", "proxy"])
    caller = s.IntegerField(help_text="The seat that resigned.")
    said = BidSerializer(many=True)
    highest = HighestBidSerializer(
        allow_null=True, help_text="Of an open auction; null without a bid."
    )
    out = s.ListField(child=s.IntegerField(), help_text="The seats that bid no more.")


class StateSerializer(MatchSerializer):
    """A match at a ply."""

    at_ply = s.IntegerField()
    is_current = s.BooleanField()
    awaited = s.ListField(child=s.IntegerField())
    legal_moves = MoveSerializer(many=True)
    legal_ranges = RangeSerializer(
        many=True, help_text="Moves by number, such as bids; mostly none."
    )
    auction = AuctionSerializer(allow_null=True)
    score = ScoreSerializer(allow_null=True)
    board = PicturedBoardSerializer()
    last_move = PlySerializer(allow_null=True)
    lots = LotsSerializer()


class StaleSerializer(ProblemSerializer):
    """409: the position has changed, or the moment has passed; a stale move gets the match too."""

    seen = s.IntegerField(required=False)
    current = s.IntegerField(required=False)
    match = StateSerializer(required=False)


class PreviewSerializer(ResponseSerializer):
    """A move not sent: its spelling, what it would score, the board it would leave."""

    move = s.CharField()
    words = s.CharField()
    effect = s.CharField(help_text="What it does besides, such as a die that leaves; or empty.")
    goes_on = s.ListField(
        child=s.CharField(), help_text="Turns longer by a step, where turns have steps."
    )
    ends_leg = s.BooleanField()
    ends_match = s.BooleanField()
    points = s.ListField(child=s.IntegerField(), help_text="Of the leg it ends, by seat.")
    lines = LineSerializer(many=True)
    board = BoardSerializer()
    seen = s.IntegerField()
