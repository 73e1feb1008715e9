"""Installs the packages of scripts by pip or uv. Only built packages (wheels), so that none of them runs code here."""
