"""Wiring: real parts put together; only here are tasks started and concrete parts named."""
