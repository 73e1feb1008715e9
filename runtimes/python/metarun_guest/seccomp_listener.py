"""System calls that the kernel reports to another process, which answers them (seccomp, Linux 5.9)."""

import ctypes
import errno
import fcntl
import os
import socket
import struct
import sys
from typing import NamedTuple, Optional

from . import linux


class _Machine(NamedTuple):
    architecture: int
    connect: int
    bind: int
    set_option: int
    seccomp: int
    read_memory: int


_MACHINES = {
    "x86_64": _Machine(0xC000003E, 42, 49, 54, 317, 310),
    "aarch64": _Machine(0xC00000B7, 203, 200, 208, 277, 270),
}
# Levels of options that only an Internet socket has.
LEVELS = (socket.IPPROTO_IP, socket.IPPROTO_TCP, socket.IPPROTO_IPV6)
_GET_DESCRIPTOR = 438
_SET_FILTER, _NEW_LISTENER = 1, 8
_IS_THREAD = os.O_EXCL
# Lengths of an IPv4 address, an IPv6 address, and memory for any address. The address of a Unix socket may have them,
# too.
_LENGTHS = (16, 28, 128)
_MOST_BYTES = 28
# Formats of struct seccomp_notif up to the third argument of the call, seccomp_notif_resp, and seccomp_notif_addfd.
_CALL, _CALL_BYTES = struct.Struct("=QIIiIQQQQ"), 80
_ANSWER = struct.Struct("=QqiI")
_DESCRIPTOR = struct.Struct("=QIIII")
_RECEIVE, _SEND, _ADD_DESCRIPTOR = 0xC0502100, 0xC0182101, 0x40182103
_GO_ON = 1
_IN_ITS_PLACE = 1
_FAMILY = struct.Struct("=H")
_PORT = struct.Struct("!H")

# True if this process has a listener.
is_open = False

if sys.platform == "linux":
    _syscall = ctypes.CDLL(None, use_errno=True).syscall
    _syscall.argtypes = [ctypes.c_ulong] * 7
    _syscall.restype = ctypes.c_long
    # An unknown machine gets no listener, and needs none of the numbers.
    _is_known = os.uname().machine in _MACHINES
    _machine = _MACHINES.get(os.uname().machine, _MACHINES["x86_64"])


class _Memory(ctypes.Structure):
    _fields_ = [("at", ctypes.c_void_p), ("length", ctypes.c_size_t)]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


class Call(NamedTuple):
    """A call that waits for its answer. `kind`: "connect", "bind" or "option".

    `address` is in the format of `socket`; None if it is not an Internet address.
    """

    id: int
    thread: int
    descriptor: int
    kind: str
    address: Optional[tuple]


def open_listener() -> int:
    """Makes the kernel report calls of this process and of those that it forks: each `connect` and `bind` of an
    Internet socket, and each option that is set on it at LEVELS.

    Returns the descriptor for the reports; -1 if the machine does not support it.
    """
    global is_open
    if not _is_known:
        return -1
    listener: int = _syscall(_machine.seccomp, _SET_FILTER, _NEW_LISTENER, _program_at, 0, 0, 0)
    is_open = listener >= 0
    return listener


def _filter(machine: _Machine) -> bytes:
    load, equal, end = 0x20, 0x15, 0x06
    allowed, reported = (end, 0, 0, 0x7FFF0000), (end, 0, 0, 0x7FC00000)

    def match_any(offset: int, values: tuple) -> list:
        """Reports a call whose argument at the offset is one of the values, and allows others."""
        found = [(equal, len(values) - index, 0, value) for index, value in enumerate(values)]
        return [(load, 0, 0, offset), *found, allowed, reported]

    lengths, levels = match_any(32, _LENGTHS), match_any(24, LEVELS)
    instructions = [
        (load, 0, 0, 4),
        (equal, 1, 0, machine.architecture),
        allowed,
        (load, 0, 0, 0),
        (equal, 3, 0, machine.connect),
        (equal, 2, 0, machine.bind),
        (equal, len(lengths) + 1, 0, machine.set_option),
        allowed,
        *lengths,
        *levels,
    ]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)


if sys.platform == "linux":
    # Created once, before any fork: see namespaces.py.
    _code = _filter(_machine)
    _program = _Program(len(_code) // 8, _code)
    _program_at = ctypes.addressof(_program)


def receive(listener: int) -> Optional[Call]:
    """Returns the next call; None if its process has ended meanwhile."""
    data = bytearray(_CALL_BYTES)
    try:
        fcntl.ioctl(listener, _RECEIVE, data)
    except OSError:
        return None
    number, thread, _, call, _, _, descriptor, at, length = _CALL.unpack_from(data)
    descriptor &= 0xFFFFFFFF
    if call == _machine.set_option:
        return Call(number, thread, descriptor, "option", None)
    kind = "bind" if call == _machine.bind else "connect"
    return Call(number, thread, descriptor, kind, _parse_address(_read_memory(thread, at, min(length, _MOST_BYTES))))


def let_go_on(listener: int, call: Call) -> None:
    _send(listener, _ANSWER.pack(call.id, 0, 0, _GO_ON))


def succeed(listener: int, call: Call) -> None:
    _send(listener, _ANSWER.pack(call.id, 0, 0, 0))


def fail(listener: int, call: Call, error: int) -> None:
    _send(listener, _ANSWER.pack(call.id, 0, -error, 0))


def replace_descriptor(listener: int, call: Call, new: int) -> bool:
    """Replaces the caller's descriptor with a copy of `new`. Returns False if the caller has ended."""
    try:
        fcntl.ioctl(listener, _ADD_DESCRIPTOR, _DESCRIPTOR.pack(call.id, _IN_ITS_PLACE, new, call.descriptor, os.O_CLOEXEC))
        return True
    except OSError:
        return False


def copy_socket(call: Call) -> socket.socket:
    """Returns a copy of the caller's socket. Raises OSError if it has none or has ended."""
    process = _open_process(call.thread)
    try:
        descriptor = _call(_GET_DESCRIPTOR, process, call.descriptor)
        linux.check(descriptor, "pidfd_getfd")
    finally:
        os.close(process)
    try:
        return socket.socket(fileno=descriptor)
    except OSError:
        os.close(descriptor)
        raise


def _call(number: int, *arguments: int) -> int:
    return _syscall(number, *arguments, *[0] * (6 - len(arguments)))


def _open_process(thread: int) -> int:
    """Returns a descriptor of the thread's process."""
    try:
        return os.pidfd_open(thread, _IS_THREAD)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    # Linux before 6.9 only has descriptors of whole processes.
    with open(f"/proc/{thread}/status", encoding="utf-8") as status:
        process = next(line.split()[1] for line in status if line.startswith("Tgid:"))
    return os.pidfd_open(int(process))


def _send(listener: int, answer: bytes) -> None:
    try:
        fcntl.ioctl(listener, _SEND, answer)
    except OSError as error:
        # The caller has ended or was interrupted.
        if error.errno not in (errno.ENOENT, errno.EINPROGRESS):
            raise


def _read_memory(thread: int, at: int, length: int) -> bytes:
    data = ctypes.create_string_buffer(length)
    here, there = _Memory(ctypes.addressof(data), length), _Memory(at, length)
    read = _call(_machine.read_memory, thread, ctypes.addressof(here), 1, ctypes.addressof(there), 1)
    return data.raw[: max(0, read)]


def _parse_address(data: bytes) -> Optional[tuple]:
    if len(data) < 16:
        return None
    family = _FAMILY.unpack_from(data)[0]
    port = _PORT.unpack_from(data, 2)[0]
    if family == socket.AF_INET:
        return socket.inet_ntop(family, data[4:8]), port
    if family == socket.AF_INET6 and len(data) >= 24:
        return socket.inet_ntop(family, data[8:24]), port
    return None
