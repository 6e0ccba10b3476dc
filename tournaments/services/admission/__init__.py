"""Requests, entry links and invitations."""
