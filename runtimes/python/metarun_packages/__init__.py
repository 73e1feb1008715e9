"""Installs the packages of scripts with pip or uv. Only built packages (wheels) are installed, so that none of them
runs code here.
"""
