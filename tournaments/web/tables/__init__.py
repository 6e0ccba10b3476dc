"""Pagination of long tables, and the statistics of a tournament."""
