"""Challenges, open challenges and guests."""
