"""The guest side of the Python runtime. Nothing in here is an interface for scripts."""
