"""The parts that the page of a match is composed of."""
