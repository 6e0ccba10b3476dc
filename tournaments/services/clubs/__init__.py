"""Clubs: founding, members, announcements, and what has been won in their events."""
