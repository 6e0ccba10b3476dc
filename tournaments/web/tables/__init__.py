"""Long tables page by page, and the statistics beside them."""
