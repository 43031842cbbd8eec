"""What phrases mean, by which convention: one function a kind, named for it (pure)."""
