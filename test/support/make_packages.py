"""Makes packages and a simple index (PEP 503) of them: python3 make_packages.py <folder> < packages.json

Each package: {name, version, files: {path: text}, requires: [requirement], extras: {extra: [requirement]},
source: true for an sdist instead of a wheel}. Its page is rewritten with all that the folder has of it.
"""

import base64
import hashlib
import html
import json
import os
import sys
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path


def make(folder: Path, package: dict) -> None:
    name, version = package["name"], package["version"]
    at = folder / name
    at.mkdir(exist_ok=True)
    stem = f"{name.replace('-', '_')}-{version}"
    if package.get("source"):
        make_source(at / f"{name}-{version}.tar.gz", f"{name}-{version}")
    else:
        make_wheel(at / f"{stem}-py3-none-any.whl", f"{stem}.dist-info", package)
    files = sorted(path.name for path in at.iterdir() if path.name != "index.html")
    links = (f'<a href="{link(at / file)}">{html.escape(file)}</a>' for file in files)
    (at / "index.html").write_text("<!DOCTYPE html>\n" + "\n".join(links))


def link(file: Path) -> str:
    return f"{file.name}#sha256={hashlib.sha256(file.read_bytes()).hexdigest()}"


def make_wheel(path: Path, info: str, package: dict) -> None:
    files = dict(package.get("files", {}))
    files[f"{info}/METADATA"] = metadata(package)
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = [f"{name},sha256={digest(text)},{len(text.encode())}" for name, text in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, text in files.items():
            # The same bytes every time.
            wheel.writestr(zipfile.ZipInfo(name), text)


def metadata(package: dict) -> str:
    lines = ["Metadata-Version: 2.1", f"Name: {package['name']}", f"Version: {package['version']}"]
    lines += [f"Requires-Dist: {one}" for one in package.get("requires", [])]
    for extra, requirements in package.get("extras", {}).items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {one}; extra == "{extra}"' for one in requirements]
    return "\n".join([*lines, ""])


def digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def make_source(path: Path, stem: str) -> None:
    """Writes a source package whose setup.py leaves a file behind if it is ever run."""
    setup = f"open({str(path.parent.parent / 'HAS-RUN')!r}, 'w')\nfrom setuptools import setup\nsetup()\n".encode()
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo(f"{stem}/setup.py")
        member.size = len(setup)
        archive.addfile(member, BytesIO(setup))


if __name__ == "__main__":
    target = Path(sys.argv[1])
    for one in json.load(sys.stdin):
        make(target, one)
    # Where the server is root, its sandboxed installers run as the user 'nobody'.
    for at, _, _ in os.walk(target):
        os.chmod(at, 0o755)
