"""The pages of the whole site: home, status, health, and what is shown when something is away."""
