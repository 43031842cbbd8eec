"""Previously: an assistant that remembers you by when."""
