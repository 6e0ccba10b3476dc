"""Organisers' tools for a running tournament: the board, messages, notes."""
