"""Settings: embedded by default, production by environment variables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import applications, env, logs
from config.api.schema import SCHEMA
from config.beat import BEAT_SCHEDULE
from config.env import mail, social

BASE_DIR = env.BASE_DIR
VAR_DIR = env.var_dir()

# 1. Who we are -----------------------------------------------------------------------------------
SITE_NAME = env.site_name()
SOURCE_URL = env.text("SOURCE_URL")  # where visitors get this source, as the AGPL requires
SITE_URL = env.site_url()
STOCKFISH = env.text("STOCKFISH")  # path of the program; by default it is looked up in PATH
DEVELOPMENT = env.is_development()
DEBUG = env.flag("DEBUG", default=False)
DEMO_OPERATOR = "operator@example.org"
# E-mail address or URL for vulnerability reports.
SECURITY_CONTACT = env.text("SECURITY_CONTACT", DEMO_OPERATOR if DEVELOPMENT else "")


def _secret_key() -> str:
    """Return SECRET_KEY; in development one that is created once and stored in VAR_DIR."""
    key = env.text("SECRET_KEY")
    if key:
        return key
    if not DEVELOPMENT:
        raise ValueError("SECRET_KEY is not set: write a long random string into the environment")
    return env.read_or_create_secret(VAR_DIR / "secret_key")


SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = env.comma_list("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = env.comma_list("ALLOWED_HOSTS", env.host_names(SITE_URL))
CSRF_TRUSTED_ORIGINS = env.comma_list("CSRF_TRUSTED_ORIGINS", [SITE_URL])

# 2. Applications ---------------------------------------------------------------------------------
MIDDLEWARE = applications.MIDDLEWARE
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "config.web.template_loader.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "accounts.context.site",
                "notifications.context.post",
                "games.context.awaiting",
            ],
            "builtins": ["accounts.templatetags.people"],
        },
    },
]

# 3. Database: SQLite unless DATABASE_URL says otherwise -------------------------------------------
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;"
    "PRAGMA cache_size=-20000;PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=27103364;"
)


def _database() -> dict[str, object]:
    """Return the connection: DATABASE_URL (persistent), or one SQLite file with a busy timeout."""
    if url := env.database_url():
        config: dict[str, Any] = environ.Env.db_url_config(url)
        config.update(CONN_MAX_AGE=600, CONN_HEALTH_CHECKS=True)
        config.setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)  # seconds
        return config
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR_DIR / "ampelpost.sqlite3",
        "CONN_MAX_AGE": 600,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": SQLITE_PRAGMAS},
        "TEST": {"NAME": VAR_DIR / "test.sqlite3"},
    }


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# 4. Redis: broker, cache, throttles; losing it loses nothing --------------------------------------
CELERY_BROKER_URL, CACHE_URL = env.redis_urls()
REDIS_PREFIX = env.text("REDIS_PREFIX")
# The URL of the live event server, as browsers see it; if empty, pages only poll.
LIVE_URL = env.text("LIVE_URL")
CACHES = {
    "default": {
        "BACKEND": "config.running.cache.ForgivingRedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": f"{REDIS_PREFIX}cache",
        "OPTIONS": {"socket_timeout": 2, "retry": Retry(NoBackoff(), 0)},
    }
}
VISITOR_COPIES = True  # of public pages, for ten seconds
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "global_keyprefix": REDIS_PREFIX,
    # Publishing fails fast; the message only wakes a worker.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "socket_connect_timeout": 2,
    "socket_timeout": 3,  # for a server that hangs; well above the second for which workers poll
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = BEAT_SCHEDULE

# 5. People ---------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.LoginBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.secrets.passwords.PredictablePasswordValidator"},
]
ACCOUNT_ADAPTER = "notifications.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupForm"
ACCOUNT_FORMS = {
    "login": "accounts.web.password_forms.LoginForm",
    "reset_password": "accounts.web.password_forms.ResetPasswordForm",
    "add_email": "accounts.web.password_forms.AddEmailForm",
    "reauthenticate": "accounts.web.password_forms.ReauthenticateForm",
    "signup": "accounts.web.password_forms.SignUpForm",
    "change_password": "accounts.web.password_forms.ChangePasswordForm",
    "set_password": "accounts.web.password_forms.SetPasswordForm",
    "reset_password_from_key": "accounts.web.password_forms.ResetPasswordKeyForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0)
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
MFA_ADAPTER = "accounts.backends.MFAAdapter"
MFA_TOTP_ISSUER = SITE_NAME
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SITE_URL.startswith("https://")  # for localhost only
MFA_FORMS = {
    "add_webauthn": "accounts.web.passkeys.AddPasskeyForm",
    "edit_webauthn": "accounts.web.passkeys.RenamePasskeyForm",
    "authenticate": "accounts.web.passkeys.AuthenticateForm",
    "reauthenticate": "accounts.web.passkeys.ReauthenticateForm",
}
SOCIAL_LOGIN = SOCIALACCOUNT_PROVIDERS = social.configured_providers()
INSTALLED_APPS = [*applications.INSTALLED, *social.provider_apps(SOCIAL_LOGIN)]
SOCIALACCOUNT_ADAPTER = "accounts.web.social.SocialAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.web.social.SocialSignUpForm"}
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False  # a service never opens a login by its address
SOCIALACCOUNT_QUERY_EMAIL = True
SECOND_FACTOR = env.flag("SECOND_FACTOR", default=not DEVELOPMENT)  # of referees and operators
ACCOUNT_RATE_LIMITS = {
    "guest": "20/h/ip",
    "study": "10/m/ip,100/h/ip",
    "export": "5/h/user",
    "reset_password": "20/m/ip,60/h/ip",  # not by address: anybody could lock its owner out
    "emails_to_address": "5/h/key,12/d/key",  # of each kind that strangers can trigger
    "confirmations_to_address": "20/h/key,40/d/key",  # more, since each confirms one sign-up only
    "strangers_to_address": "25/h/key,50/d/key",  # of all these kinds together
}
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "/account/login/"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90

# 6. E-mails --------------------------------------------------------------------------------------
vars().update(mail.backend(env.text("EMAIL_URL")))
ANYMAIL = mail.anymail_settings()
EMAIL_PACE = mail.pace(env.text("EMAIL_PACE"))  # e-mails a minute to one domain
EMAIL_LIMITS = mail.limits(env.text("EMAIL_LIMITS"))  # a day, caused by one person's actions
EMAIL_FOLDER = VAR_DIR / "mail"
DEFAULT_FROM_EMAIL = mail.sender(env.text("DEFAULT_FROM_EMAIL", "post@localhost"), SITE_NAME)
MAIL_DOMAIN = env.text("MAIL_DOMAIN", "localhost" if DEVELOPMENT else "").lower()
MAIL_AUTHSERV = env.text("MAIL_AUTHSERV").lower()  # who writes Authentication-Results for us
MAILIN_PORT = env.number("MAILIN_PORT", 8025)  # where `manage.py mailin` listens

# The key of our signature for push services (VAPID), 32 random bytes. Empty: one that the site
# makes and keeps in its database; "off": no notifications.
PUSH_KEY = env.text("PUSH_KEY")

# 7. Language and time ----------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("de", "Deutsch"), ("en", "English"), ("fr", "Français"), ("it", "Italiano")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = ["config.formats"]

# 8. Files ----------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT") or VAR_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_config.QuicklyCompressedStorage"},
}

# 9. Security -------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF, *env.origins(LIVE_URL)],
        "form-action": [SELF, *social.provider_origins(SOCIAL_LOGIN)],
        "frame-src": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        "manifest-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
if SITE_URL.startswith("https://"):
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 60 * 60 * 24 * 365)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", default=True)
    SECURE_SSL_REDIRECT = env.flag("SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # requested behind the proxy
# W021: HSTS preloading is a decision for a whole domain, not for one site.
# W003: the check looks for Django's own CSRF middleware and does not recognise our subclass.
SILENCED_SYSTEM_CHECKS = ["security.W021", "security.W003"]

# 10. API -----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.ApiKeyAuthentication",
        "accounts.api.authentication.PageAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.common.permissions.IsPlayerOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.common.parsing.LimitedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "games.api.common.words.ScopedSchema",
    "DEFAULT_THROTTLE_CLASSES": ["games.api.common.throttles.RequestThrottle"],
    "DEFAULT_THROTTLE_RATES": {"read": "600/min", "write": "120/min"},
    "EXCEPTION_HANDLER": "games.api.common.problems.answer",
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {"TITLE": f"{SITE_NAME} API", **SCHEMA}

# 11. Logs and metrics ----------------------------------------------------------------------------
METRICS_TOKEN = env.text("METRICS_TOKEN")
LOGGING = logs.configure(
    form=env.text("LOG_FORMAT", "console" if DEVELOPMENT else "json"),
    level=env.text("LOG_LEVEL", "INFO").upper(),
    stamp=VAR_DIR / "database_away",
)

SITE_TAGLINE = _("Board games at your own pace, by e-mail")
