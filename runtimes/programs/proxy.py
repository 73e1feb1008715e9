"""An HTTP proxy on the loopback of a sandbox: the way to the network for a program that knows no other.

Each connection goes through the socket of the host, which decides by the rules of the program and connects to the host and
port that it is given.
"""

import json
import os
import signal
import socket
import threading
from typing import Optional
from urllib.parse import urlsplit

_MAX_HEAD = 64 * 1024
_MAX_REFUSAL = 4096
_PIECE = 64 * 1024
_ACCEPTED = b"ok\n"
_OWN_HEADERS = (b"proxy-", b"connection:", b"keep-alive:")


class Proxy:
    def __init__(self, path: str, token: str) -> None:
        self._path = path
        self._token = token
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]

    def close(self) -> None:
        self._server.close()

    def serve(self) -> None:
        """Serves for ever; the sandbox ends it."""
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        while True:
            client, _ = self._server.accept()
            try:
                threading.Thread(target=self._handle, args=(client,), daemon=True).start()
            except RuntimeError:
                # There are too many threads.
                client.close()

    def _handle(self, client: socket.socket) -> None:
        with client:
            try:
                self._answer(client)
            except OSError:
                # Either side has gone.
                pass

    def _answer(self, client: socket.socket) -> None:
        head, rest = _read_head(client)
        if head is None:
            return _refuse(client, 400, "This is not a request to a proxy.")
        try:
            method, target, _ = head.split(b"\r\n", 1)[0].decode("ascii").split(" ")
            url = urlsplit(f"//{target}" if method == "CONNECT" else target)
            host, port = url.hostname, url.port or 80
        except ValueError:
            return _refuse(client, 400, "This is not a request to a proxy.")
        if host is None or (method != "CONNECT" and url.scheme != "http"):
            return _refuse(client, 400, "This is not a request to a proxy.")
        remote = self._connect(client, host, port)
        if remote is None:
            return None
        with remote:
            if method == "CONNECT":
                client.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
                remote.sendall(rest)
            else:
                path = (url.path or "/") + (f"?{url.query}" if url.query else "")
                remote.sendall(_direct(head, method, path) + rest)
            _join(client, remote)
        return None

    def _connect(self, client: socket.socket, host: str, port: int) -> Optional[socket.socket]:
        remote = socket.socket(socket.AF_UNIX)
        try:
            remote.connect(self._path)
            remote.sendall(json.dumps({"token": self._token, "host": host, "port": port}).encode() + b"\n")
            answer = _read_line(remote)
        except OSError:
            answer = b""
        if answer == _ACCEPTED:
            return remote
        remote.close()
        try:
            message = str(json.loads(answer)["message"])
        except (ValueError, KeyError, TypeError):
            message = "The connection could not be made."
        _refuse(client, 403, message)
        return None


def _read_head(client: socket.socket) -> "tuple[Optional[bytes], bytes]":
    received = b""
    while len(received) <= _MAX_HEAD:
        part = client.recv(_PIECE)
        if not part:
            break
        received += part
        head, end, rest = received.partition(b"\r\n\r\n")
        if end:
            return head, rest
    return None, b""


def _read_line(remote: socket.socket) -> bytes:
    """Byte by byte: what comes after the line is the program's."""
    line = b""
    while not line.endswith(b"\n") and len(line) < _MAX_REFUSAL:
        part = remote.recv(1)
        if not part:
            break
        line += part
    return line


def _direct(head: bytes, method: str, path: str) -> bytes:
    """Returns the head of a request as the server itself gets it, with one request for each connection."""
    lines = [line for line in head.split(b"\r\n")[1:] if not line.lower().startswith(_OWN_HEADERS)]
    return b"\r\n".join([f"{method} {path} HTTP/1.1".encode(), *lines, b"Connection: close", b"", b""])


def _refuse(client: socket.socket, status: int, message: str) -> None:
    body = message.encode()
    head = (
        f"HTTP/1.1 {status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    client.sendall(head.encode() + body)


def _join(client: socket.socket, remote: socket.socket) -> None:
    back = threading.Thread(target=_pass, args=(remote, client), daemon=True)
    back.start()
    _pass(client, remote)
    back.join()


def _pass(source: socket.socket, target: socket.socket) -> None:
    try:
        while part := source.recv(_PIECE):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        # Either side has gone; the other one must not wait for it.
        for side in (source, target):
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
