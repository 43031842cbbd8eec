"""What the strong model may do: read along the timeline, and write beside it."""
