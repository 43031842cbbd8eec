"""Places that keep files: each one a Store."""
