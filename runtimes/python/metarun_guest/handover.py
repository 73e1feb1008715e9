"""Passes a run from process to process: its channel, its hello, and the bytes received after the hello."""

import _socket
import json
import os
import socket
import struct

# Memory in bytes, whether it has a network, and the lengths of the hello and of the bytes after it.
_HEAD = struct.Struct("=Q?II")
_DESCRIPTOR = struct.Struct("i")
# Plain numbers, since members of an enumeration are converted on each use.
_SOL_SOCKET, _SCM_RIGHTS = int(socket.SOL_SOCKET), int(socket.SCM_RIGHTS)
# The allocator would map and unmap a larger buffer for each call.
_CHUNK = 32 * 1024


def pack_run(hello: dict, received: bytes) -> bytes:
    text = json.dumps(hello).encode()
    return _HEAD.pack(hello["memory_bytes"], hello["network"] is not None, len(text), len(received)) + text + received


_decode = json.JSONDecoder().raw_decode


class Handover:
    """A run on its way to its process: its channel, its hello, and the bytes received after the hello."""

    def __init__(self, conn: int, data: bytes) -> None:
        self.conn = conn
        self._data = data
        self.memory_bytes, self.network, self._length, rest = _HEAD.unpack_from(data)
        # Length of the complete `data`.
        self.size = _HEAD.size + self._length + rest

    @property
    def hello(self) -> dict:
        return parsed(self._data[_HEAD.size : _HEAD.size + self._length])

    @property
    def received(self) -> bytes:
        return self._data[_HEAD.size + self._length :]

    def send_to(self, process: _socket.socket) -> None:
        send_with(process, self._data, self.conn)
        os.close(self.conn)


def parsed(frame: bytes) -> dict:
    """Parses a line from the host. In a new process, `json.loads` would touch three times as many pages."""
    return _decode(frame.decode())[0]


def send_with(sock: _socket.socket, data: bytes, *fds: int) -> None:
    """Sends data with up to two descriptors."""
    if not fds:
        sock.send(data)
        return
    packed_fds = _DESCRIPTOR.pack(fds[0]) if len(fds) == 1 else b"".join(map(_DESCRIPTOR.pack, fds))
    sock.sendmsg((data,), ((_SOL_SOCKET, _SCM_RIGHTS, packed_fds),))


def receive_with(sock: _socket.socket) -> tuple[bytes, int, int]:
    """Waits for data sent with `send_with`, or its beginning. Returns it with its descriptors; -1 for each missing one.

    Raises EOFError if the other end has closed.
    """
    data, extra, _, _ = sock.recvmsg(_CHUNK, 64)
    if not data:
        raise EOFError
    if not extra:
        return data, -1, -1
    sent = extra[0][2]
    second = _DESCRIPTOR.unpack_from(sent, _DESCRIPTOR.size)[0] if len(sent) > _DESCRIPTOR.size else -1
    return data, _DESCRIPTOR.unpack_from(sent)[0], second


def receive_run(control: _socket.socket) -> Handover:
    """Waits for a run. Raises EOFError if the other end has closed."""
    data, conn, _ = receive_with(control)
    run = Handover(conn, data)
    while len(data) < run.size:
        data += control.recv(_CHUNK)
        run = Handover(conn, data)
    return run
