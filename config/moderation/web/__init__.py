"""Forms to report something, and ``/admin/reports/`` for operators."""
