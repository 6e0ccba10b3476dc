"""Endpoints for orders and for settings of automatic moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import match_queries
from games.api.common.base import ApiView, NoBodySerializer, StrictSerializer
from games.api.common.permissions import IsPlayer
from games.api.common.words import reads, writes
from games.api.matches import get_visible_position
from games.api.moves import MAX_PLIES
from games.orders.grammar import MAX_LENGTH
from games.rules.base import JSONObject
from games.services.errors import Refused
from games.services.match import public_ids
from games.services.play import commands, orders
from games.services.time import preferences

if TYPE_CHECKING:
    from games.models import Order, PlayPreference


class OrderSerializer(serializers.Serializer[object]):
    """An order of mine."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField()
    state = serializers.CharField()
    reason = serializers.CharField()
    after = serializers.IntegerField()
    expects = serializers.ListField(child=serializers.CharField())
    answer = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class SavedOrdersSerializer(serializers.Serializer[object]):
    """Which orders were kept, and which were replaced."""

    kept = OrderSerializer(many=True)
    known = OrderSerializer(many=True)
    replaced = OrderSerializer(many=True)


class OrdersRequestSerializer(StrictSerializer):
    """Orders and the position they go on from."""

    orders = serializers.CharField(
        max_length=MAX_LENGTH, help_text='One a line, such as "if a1 then b2".'
    )
    seen = serializers.IntegerField(
        min_value=0, max_value=MAX_PLIES, help_text="`seen` of the match you looked at."
    )


def order_json(order: Order) -> JSONObject:
    return {
        "id": public_ids.public_id(order.pk, "order"),
        "kind": order.kind,
        "text": order.text,
        "state": order.state,
        "reason": order.reason,
        "after": order.after,
        "expects": order.expects,
        "answer": order.answer,
        "created_at": order.created_at,
        "closed_at": order.closed_at,
    }


class OrdersView(ApiView):
    permission_classes = (IsPlayer,)

    @reads(OrderSerializer(many=True), "List my orders in a match", also=(403,))
    def get(self, request: Request, pk: int) -> Response:
        """List my pending orders, and those closed since my own last move."""
        own = get_visible_position(self, pk).seat_of(self.reader)
        if own is None:
            raise Refused("not_your_match")
        return Response([order_json(each) for each in match_queries.visible_orders(own)])

    @writes(OrdersRequestSerializer, SavedOrdersSerializer, "Order ahead", status=201)
    def post(self, request: Request, pk: int) -> Response:
        """Keep every order of the text, or none; 422 names `line` and `order` that is wrong.

        A new answer to the same move takes the place of the old one (`replaced`).
        """
        body = self.body(OrdersRequestSerializer)
        written = commands.Submission(body["seen"], self.now, "api")
        done = commands.save_orders(pk, self.reader, body["orders"], written)
        found = {"kept": done.kept, "known": done.known, "replaced": done.replaced}
        return Response(
            {name: [order_json(each) for each in rows] for name, rows in found.items()},
            status=201,
        )


class WithdrawOrderView(ApiView):
    permission_classes = (IsPlayer,)

    @writes(NoBodySerializer, OrderSerializer(many=True), "Withdraw an order")
    def post(self, request: Request, pk: int, order: int) -> Response:
        """Withdraw an order with everything that follows from it; return what was withdrawn."""
        self.body(NoBodySerializer)
        gone = orders.withdraw_order(pk, self.reader, order, now=self.now)
        return Response([order_json(each) for each in gone])


class PreferenceSerializer(StrictSerializer):
    """Moves that may be played for me automatically."""

    auto_move = serializers.BooleanField(help_text="A sole legal move, unless it loses at once.")
    auto_draft = serializers.CharField(
        max_length=20, allow_blank=True, help_text='An order of colours such as "RYG", or empty.'
    )


class PreferencesView(ApiView):
    permission_classes = (IsPlayer,)

    @reads(PreferenceSerializer, "Show what may be played for me")
    def get(self, request: Request) -> Response:
        """Show what may be played for me without asking."""
        return Response(preference_json(preferences.preference_of(self.reader)))

    @writes(PreferenceSerializer, PreferenceSerializer, "Choose what may be played for me")
    def put(self, request: Request) -> Response:
        """Replace both choices; they apply from the next turn on."""
        row = preferences.change_preferences(self.reader, **self.body(PreferenceSerializer))
        return Response(preference_json(row))


def preference_json(row: PlayPreference) -> JSONObject:
    return {"auto_move": row.auto_move, "auto_draft": row.auto_draft}
