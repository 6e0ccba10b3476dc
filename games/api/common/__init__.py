"""Shared parts of all API views."""
