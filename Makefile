# Shorthands; everything works without make, too.
.PHONY: up test check messages lock

up:
	python3 manage.py up

test:
	python3 manage.py test

# What needs no tests: ruff, mypy, import-linter, makemigrations --check.
check:
	python3 manage.py test --checks

# Gather, renew and compile the catalogues of all languages; all in Python, no gettext needed.
messages:
	.venv/bin/python manage.py messages --missing

# Renew constraints.txt after a change of the requirements.
lock:
	.venv/bin/python -m pip install --upgrade -r requirements-dev.txt
	(sed -n 1p constraints.txt; .venv/bin/python -m pip freeze | LC_ALL=C sort -f) > constraints.new
	mv constraints.new constraints.txt
