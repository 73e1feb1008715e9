"""The used part of CPython's own `_signal`, of which type checkers know nothing."""

from types import FrameType
from typing import Callable, Iterable, NoReturn, Optional, Union

_Handler = Union[Callable[[int, Optional[FrameType]], object], int]

ITIMER_REAL: int
SIGALRM: int
SIGCHLD: int
SIGINT: int
SIGTERM: int
SIG_BLOCK: int
SIG_DFL: int
SIG_IGN: int
SIG_SETMASK: int

def default_int_handler(number: int, frame: Optional[FrameType], /) -> NoReturn: ...
def getsignal(number: int, /) -> object: ...
def pthread_sigmask(how: int, mask: Iterable[int], /) -> set[int]: ...
def set_wakeup_fd(fd: int, /, *, warn_on_full_buffer: bool = True) -> int: ...
def setitimer(which: int, seconds: float, interval: float = 0.0, /) -> object: ...
def signal(number: int, handler: _Handler, /) -> object: ...
