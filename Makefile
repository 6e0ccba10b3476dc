# Shortcuts; everything works without make.
.PHONY: up test fast check messages lock

up:
	python3 manage.py up

test:
	python3 manage.py test

# The tests that need no database and no browser.
fast:
	TEST_DB=none .venv/bin/python -m pytest -q -n 2 -m "not long"

# Checks without tests: ruff, mypy, import-linter, makemigrations --check.
check:
	python3 manage.py test --checks

# Collect, update and compile the translations of all languages; gettext is not needed.
messages:
	.venv/bin/python manage.py messages --missing

# Update constraints.txt after the requirements have changed.
lock:
	.venv/bin/python -m pip install --upgrade -r requirements-dev.txt
	(sed -n 1p constraints.txt; .venv/bin/python -m pip freeze | LC_ALL=C sort -f) > constraints.new
	mv constraints.new constraints.txt
