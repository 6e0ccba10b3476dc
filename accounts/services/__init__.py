"""The services of accounts: everything that changes logins and players."""
