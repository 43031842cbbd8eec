"""Chat models: each one a Model."""
