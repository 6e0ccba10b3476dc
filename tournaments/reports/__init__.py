"""Evaluation of report files of any event: contents, table, next round. Pure functions."""
