"""What templates of the house may ask for."""
