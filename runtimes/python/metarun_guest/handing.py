"""How a run is handed from process to process: its channel, its hello, and what has come in behind that."""

import json
import os
import socket
import struct

# Its memory in bytes, whether it has a network, the lengths of its hello and of what came behind that.
_HEAD = struct.Struct("=Q?II")
_DESCRIPTOR = struct.Struct("i")
# More would be mapped and unmapped for each.
_CHUNK = 32 * 1024


def packed(hello: dict, received: bytes) -> bytes:
    text = json.dumps(hello).encode()
    return _HEAD.pack(hello["memory_bytes"], hello["network"], len(text), len(received)) + text + received


class Handed:
    """A run on its way to its process: its channel, its hello, and what has come in behind that."""

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

    def hand_to(self, process: socket.socket) -> None:
        send_with(process, self._data, self.conn)
        os.close(self.conn)


def send_with(line: socket.socket, data: bytes, *fds: int) -> None:
    """Sends data and descriptors, two at most."""
    packed_fds = b"".join(map(_DESCRIPTOR.pack, fds))
    line.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, packed_fds)])


def take_with(line: socket.socket) -> tuple[bytes, int, int]:
    """Waits for data that came by `send_with`, or the beginning of it, and its descriptors; -1 for no second one.

    Raises EOFError when there will be none.
    """
    data, extra, _, _ = line.recvmsg(_CHUNK, 64)
    if not data:
        raise EOFError
    sent = extra[0][2]
    second = _DESCRIPTOR.unpack_from(sent, _DESCRIPTOR.size)[0] if len(sent) > _DESCRIPTOR.size else -1
    return data, _DESCRIPTOR.unpack_from(sent)[0], second


def take(door: socket.socket) -> Handed:
    """Waits for a run. Raises EOFError when there will be none."""
    data, conn, _ = take_with(door)
    while len(data) < _HEAD.size + sum(_HEAD.unpack_from(data)[2:]):
        data += door.recv(_CHUNK)
    return Handed(conn, data)
