"""What the house says about each family of games; ``registry`` finds the words of a ruleset."""
