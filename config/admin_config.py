from django.contrib.admin.apps import AdminConfig


class OneLoginAdminConfig(AdminConfig):
    """The admin, which uses the site's login."""

    default_site = "config.admin_site.OneLoginAdmin"
    default = False
