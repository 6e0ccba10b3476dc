"""What the commands of an e-mail do, at a match and elsewhere."""
