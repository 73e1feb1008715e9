"""The params of a script: their JSON Schema, read from the script's text, and conversion to their types at run time."""
