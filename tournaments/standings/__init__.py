"""Standings from results: points, tie-breaks, order. Pure functions, exact fractions."""
