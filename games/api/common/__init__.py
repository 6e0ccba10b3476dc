"""What all API views have in common."""
