"""Organisers' tools for a running tournament: progress, messages, notes."""
