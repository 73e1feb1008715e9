"""Prints the compiled code of the imports of a run in a container: python3 -I -X pycache_prefix=<folder> compiled.py

Its output is JSON, compressed with zlib and encoded in base64: an object with the bytes of each file, in base64, by its
path in the folder.

Images often come without compiled code, and a container, which cannot keep any, would compile everything again.
"""

import base64
import json
import os
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from metarun_guest import container

if __name__ == "__main__":
    container.load()
    folder = sys.pycache_prefix or ""
    files = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = base64.b64encode(file.read()).decode()
    print(base64.b64encode(zlib.compress(json.dumps(files).encode())).decode())
