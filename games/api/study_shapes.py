"""Serializers of chess games as text."""

from __future__ import annotations

from rest_framework import serializers as s

from games.api.shapes import ResponseSerializer


class PgnSerializer(ResponseSerializer):
    """A match of chess for other programs."""

    pgn = s.CharField()


class StudySerializer(ResponseSerializer):
    """A game of chess replayed from a text."""

    tags = s.DictField(child=s.CharField())
    start = s.CharField(allow_blank=True, help_text="FEN; empty at the usual start.")
    moves = s.ListField(child=s.CharField())
    fen = s.CharField(help_text="The position at the end.")
    ending = s.CharField(allow_blank=True, help_text="Why a match would have ended there.")
    ended_at = s.IntegerField(
        allow_null=True, help_text="The ply after which a match would have ended earlier."
    )
