from asyncio import CancelledError
from datetime import timedelta
from typing import (
    Any,
    Awaitable,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Tuple,
    TypeVar,
    Union,
    overload,
)

_T = TypeVar("_T")

class MetarunError(Exception):
    code: str
    message: str
    def __init__(self, code: str, message: str) -> None: ...

class StepError(MetarunError):
    step: str
    type: str
    def __init__(self, step: str, type: str, message: str) -> None: ...

class ApprovalRejected(MetarunError):
    comment: Optional[str]
    decided_by: Optional[str]
    def __init__(
        self, message: str, comment: Optional[str] = ..., decided_by: Optional[str] = ...
    ) -> None: ...

class ApprovalExpired(MetarunError):
    def __init__(self, message: str) -> None: ...

class TaskFailed(MetarunError):
    task: str
    task_id: str
    error_code: str
    def __init__(self, task: str, task_id: str, error_code: str, message: str) -> None: ...

class TaskCancelled(CancelledError):
    def __init__(self, message: str = ...) -> None: ...

class Task:
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def attempt(self) -> int: ...
    @property
    def project(self) -> str: ...
    @property
    def task_type(self) -> str: ...
    @property
    def version(self) -> int: ...

class Files:
    def read(self, path: str, ws: Optional[str] = ...) -> Union[str, bytes]: ...
    def write(
        self, path: str, content: Union[str, bytes, bytearray, memoryview], ws: Optional[str] = ...
    ) -> Dict[str, Any]: ...
    def read_bytes(self, path: str, ws: Optional[str] = ...) -> bytes: ...
    def read_lines(
        self, path: str, first: int = ..., last: Optional[int] = ..., ws: Optional[str] = ...
    ) -> str: ...
    def read_section(self, path: str, section: str, ws: Optional[str] = ...) -> str: ...
    def outline(self, path: str, ws: Optional[str] = ...) -> List[Dict[str, Any]]: ...
    def glob(
        self, pattern: str, path: str = ..., ws: Optional[str] = ...
    ) -> List[Dict[str, Any]]: ...
    def search(
        self, query: str, path: Optional[str] = ..., limit: int = ..., ws: Optional[str] = ...
    ) -> List[Dict[str, Any]]: ...
    def list(
        self, path: str = ..., ws: Optional[str] = ..., recursive: bool = ...
    ) -> List[Dict[str, Any]]: ...
    def delete(self, path: str, ws: Optional[str] = ...) -> None: ...
    def exists(self, path: str, ws: Optional[str] = ...) -> bool: ...

class HttpHeaders(Mapping[str, str]):
    def __getitem__(self, name: str) -> str: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def get_all(self, name: str) -> List[str]: ...

class HttpResponse:
    url: str
    status: int
    reason: str
    headers: HttpHeaders
    content: bytes
    redirected: bool
    @property
    def ok(self) -> bool: ...
    @property
    def text(self) -> str: ...
    def json(self) -> Any: ...

_Values = Union[Mapping[str, object], Iterable[Tuple[str, object]]]

class Http:
    def request(
        self,
        method: str,
        url: str,
        headers: Optional[_Values] = ...,
        params: Optional[_Values] = ...,
        json: object = ...,
        body: Union[str, bytes, bytearray, memoryview, None] = ...,
        timeout: Optional[float] = ...,
        redirect: Literal["follow", "manual", "error"] = ...,
    ) -> HttpResponse: ...

class Secrets:
    def get(self, name: str) -> str: ...

class Reporter:
    task: Task
    files: Files
    http: Http
    secrets: Secrets
    @overload
    def step(
        self,
        name: str,
        fn: Callable[[], Awaitable[_T]],
        attempts: int = ...,
        delay: float = ...,
        factor: float = ...,
        max_delay: float = ...,
    ) -> Awaitable[_T]: ...
    @overload
    def step(
        self,
        name: str,
        fn: Callable[[], _T],
        attempts: int = ...,
        delay: float = ...,
        factor: float = ...,
        max_delay: float = ...,
    ) -> _T: ...
    def sleep(self, seconds: float) -> None: ...
    def ask_approval(
        self,
        prompt: str,
        proposal: object = ...,
        form: Union[Mapping[str, object], bool, None] = ...,
        expires_in: Union[float, timedelta, None] = ...,
    ) -> Dict[str, Any]: ...
    def run_task(
        self, identifier: str, params: Optional[Mapping[str, Any]] = ..., name: Optional[str] = ...
    ) -> Any: ...
    def run_tasks(
        self,
        tasks: Iterable[
            Union[Tuple[str], Tuple[str, Mapping[str, Any]], Tuple[str, Mapping[str, Any], str]]
        ],
        settled: bool = ...,
    ) -> List[Any]: ...
    def wait_for_event(self, name: str, timeout: Optional[float] = ...) -> Any: ...
    def set_phase(self, text: str) -> None: ...
    def set_progress(self, value: float) -> None: ...
    def log(
        self, text: object, level: Literal["debug", "info", "warning", "error"] = ...
    ) -> None: ...
