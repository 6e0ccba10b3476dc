"""Calendars of tournaments, and reading of report files."""
