"""Answers and marks from the words themselves: no key, no network, always the same."""
