"""Pairing: pure functions from entrants and results to the fixtures of a round."""
