"""Passing a run from process to process: its channel, its hello, and the bytes received after that."""

import json
import os
import socket
import struct

# Memory in bytes, whether it has a network, the lengths of the hello and of the bytes after it.
_HEAD = struct.Struct("=Q?II")
_DESCRIPTOR = struct.Struct("i")
# The allocator would map and unmap a larger buffer for each call.
_CHUNK = 32 * 1024


def pack_run(hello: dict, received: bytes) -> bytes:
    text = json.dumps(hello).encode()
    return _HEAD.pack(hello["memory_bytes"], hello["network"] is not None, len(text), len(received)) + text + received


class Handover:
    """A run on its way to its process: its channel, its hello, and the bytes received after that."""

    def __init__(self, conn: int, data: bytes) -> None:
        self.conn = conn
        self._data = data
        self.memory_bytes, self.network, self._length, _ = _HEAD.unpack_from(data)

    @property
    def hello(self) -> dict:
        return json.loads(self._data[_HEAD.size : _HEAD.size + self._length])

    @property
    def received(self) -> bytes:
        return self._data[_HEAD.size + self._length :]

    def send_to(self, process: socket.socket) -> None:
        send_with(process, self._data, self.conn)
        os.close(self.conn)


def send_with(sock: socket.socket, data: bytes, *fds: int) -> None:
    """Sends data with one or two descriptors."""
    packed_fds = b"".join(map(_DESCRIPTOR.pack, fds))
    sock.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, packed_fds)])


def receive_with(sock: socket.socket) -> tuple[bytes, int, int]:
    """Waits for data of `send_with`, or its beginning. Returns it with its descriptors; -1 for no second one.

    Raises EOFError if the other end has closed.
    """
    data, extra, _, _ = sock.recvmsg(_CHUNK, 64)
    if not data:
        raise EOFError
    sent = extra[0][2]
    second = _DESCRIPTOR.unpack_from(sent, _DESCRIPTOR.size)[0] if len(sent) > _DESCRIPTOR.size else -1
    return data, _DESCRIPTOR.unpack_from(sent)[0], second


def receive_run(control: socket.socket) -> Handover:
    """Waits for a run. Raises EOFError if the other end has closed."""
    data, conn, _ = receive_with(control)
    while len(data) < _HEAD.size + sum(_HEAD.unpack_from(data)[2:]):
        data += control.recv(_CHUNK)
    return Handover(conn, data)
