"""What models are told: counted in tokens, told in parts, fenced as memory (pure)."""
