"""Reads about cases, rulings and what only those who judge may see; they hold the permission."""
