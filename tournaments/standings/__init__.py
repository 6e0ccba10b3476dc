"""Standings from results: points, tie-breaks, order; pure and exact."""
