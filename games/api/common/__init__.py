"""What all views for programs have in common."""
