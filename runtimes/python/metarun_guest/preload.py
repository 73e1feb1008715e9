"""Imports modules that scripts commonly use, so that a forked run finds them in memory.

The standard library modules of a typical short script take 40 to 90 ms to import in a fresh interpreter; after a fork
they take no time.
"""

# ruff: noqa: F401

import argparse
import ast
import asyncio
import base64
import bisect
import collections
import concurrent.futures.thread
import contextlib
import copy
import csv
import dataclasses
import datetime
import decimal
import difflib
import encodings.idna
import enum
import fractions
import functools
import glob
import hashlib
import heapq
import hmac
import html
import inspect
import io
import itertools
import json
import linecache
import logging
import math
import operator
import pathlib
import pickle
import pprint
import queue
import random
import re
import secrets
import shutil
import statistics
import string
import struct
import subprocess
import tempfile
import textwrap
import threading
import time
import traceback
import typing
import unicodedata
import urllib.parse
import uuid
import zlib

import metarun

from . import called_programs, check, execute, network, spawned_processes

called_programs.install()
network.install()
spawned_processes.install()
