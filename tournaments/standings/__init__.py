"""What results make of a table: points, tie-breaks, order; pure and exact."""
