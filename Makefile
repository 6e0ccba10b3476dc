# Shorthands; everything works without make, too.
.PHONY: up test check messages lock

up:
	python3 manage.py up

test:
	python3 manage.py test

# What needs no tests: ruff, mypy, import-linter, makemigrations --check.
check:
	python3 manage.py test --checks

# Catalogues of all languages; makemessages needs GNU gettext, running the service does not.
messages:
	.venv/bin/python manage.py makemessages --all --no-obsolete --no-wrap --ignore=.venv --ignore=var
	.venv/bin/pybabel compile --use-fuzzy --domain=django --directory=locale

# Renew constraints.txt after a change of the requirements.
lock:
	.venv/bin/python -m pip install --upgrade -r requirements-dev.txt
	(sed -n 1p constraints.txt; .venv/bin/python -m pip freeze | LC_ALL=C sort -f) > constraints.new
	mv constraints.new constraints.txt
