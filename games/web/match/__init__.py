"""The pages of a match and what is sent from them."""
