"""Tournaments for other programs: calendars, and report files that are read."""
