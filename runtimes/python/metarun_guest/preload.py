"""Imports what scripts usually use, so that a forked run finds it in memory.

The standard library modules a short script names cost 40 to 90 ms to import in a fresh
interpreter; after a fork they cost nothing.
"""

import argparse  # noqa: F401
import ast  # noqa: F401
import asyncio  # noqa: F401
import base64  # noqa: F401
import bisect  # noqa: F401
import collections  # noqa: F401
import concurrent.futures.thread  # noqa: F401
import contextlib  # noqa: F401
import copy  # noqa: F401
import csv  # noqa: F401
import dataclasses  # noqa: F401
import datetime  # noqa: F401
import decimal  # noqa: F401
import difflib  # noqa: F401
import enum  # noqa: F401
import fractions  # noqa: F401
import functools  # noqa: F401
import glob  # noqa: F401
import hashlib  # noqa: F401
import heapq  # noqa: F401
import hmac  # noqa: F401
import html  # noqa: F401
import inspect  # noqa: F401
import io  # noqa: F401
import itertools  # noqa: F401
import json  # noqa: F401
import linecache  # noqa: F401
import logging  # noqa: F401
import math  # noqa: F401
import operator  # noqa: F401
import pathlib  # noqa: F401
import pickle  # noqa: F401
import pprint  # noqa: F401
import queue  # noqa: F401
import random  # noqa: F401
import re  # noqa: F401
import secrets  # noqa: F401
import shutil  # noqa: F401
import statistics  # noqa: F401
import string  # noqa: F401
import struct  # noqa: F401
import subprocess  # noqa: F401
import tempfile  # noqa: F401
import textwrap  # noqa: F401
import threading  # noqa: F401
import time  # noqa: F401
import traceback  # noqa: F401
import typing  # noqa: F401
import unicodedata  # noqa: F401
import urllib.parse  # noqa: F401
import uuid  # noqa: F401
import zlib  # noqa: F401
import encodings.idna  # noqa: F401

from . import check, execute, network  # noqa: F401

network.install()
