"""The params of a script: their JSON Schema, read from its text, and their types, given at run time."""
