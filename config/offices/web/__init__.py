"""``/admin/offices/`` for operators, ``/settings/office/`` for those who are asked."""
