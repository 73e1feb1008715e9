"""The used part of CPython's own `_signal`, of which type checkers know nothing."""

from types import FrameType
from typing import Callable, NoReturn, Optional, Union

_Handler = Union[Callable[[int, Optional[FrameType]], object], int]

ITIMER_REAL: int
SIGALRM: int
SIGCHLD: int
SIGINT: int
SIGTERM: int
SIG_DFL: int
SIG_IGN: int

def default_int_handler(number: int, frame: Optional[FrameType], /) -> NoReturn: ...
def set_wakeup_fd(fd: int, /, *, warn_on_full_buffer: bool = True) -> int: ...
def setitimer(which: int, seconds: float, interval: float = 0.0, /) -> object: ...
def signal(number: int, handler: _Handler, /) -> object: ...
