"""Everything the site keeps about one person, as a file for them."""
