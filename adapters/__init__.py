"""Chat platforms: one verb in, one verb out."""
