"""What people send beside words: fetched, kept in their repository, read, heard and shown."""
