"""The timeline's files in a repository on GitHub, or on a GitHub Enterprise."""
