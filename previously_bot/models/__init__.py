"""What answers: chat models behind the port, and one that needs none."""
