"""The names that a workflow script can import: its errors, and types for its annotations.

A script is one file with `def run(params, reporter: Reporter)`. The return value of `run` is the task's result, as
JSON.
"""

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
    TypedDict,
    Union,
    overload,
)

_T = TypeVar("_T")

class MetarunError(Exception):
    """The error of a refused call of the reporter."""

    code: str
    """Stable error code, such as "not_found"."""
    message: str
    """The cause, and how to respond."""
    def __init__(self, code: str, message: str) -> None: ...

class NonRetryable(Exception):
    """Raise this exception, or a subclass, to fail without another attempt; in a step, without another call of its
    function.
    """

class RetryAfter(Exception):
    """Raise this exception, or a subclass, to fail with a pause of `seconds` before the next attempt, instead of the
    meta-task's.

    In a step, it is the pause before the next call of its function. Whether there is another attempt is decided as for
    any other exception.
    """

    seconds: float
    def __init__(self, seconds: Union[float, timedelta], message: Optional[str] = None) -> None: ...

class StepError(MetarunError):
    """Raised if a step has failed for good; every replay fails in the same way.

    `code` is "step_failed", or "step_timeout" if the last call of its function exceeded the step's timeout.
    """

    step: str
    """Name of the step."""
    type: str
    """Name of the exception that its function raised, or "step_timeout"."""
    def __init__(self, step: str, type: str, message: str) -> None: ...

class ApprovalRejected(MetarunError):
    """Raised if a person has rejected the request; every replay fails in the same way."""

    comment: Optional[str]
    """Comment of the person."""
    decided_by: Optional[str]
    """Name of the person."""
    def __init__(
        self, message: str, comment: Optional[str] = None, decided_by: Optional[str] = None
    ) -> None: ...

class ApprovalExpired(MetarunError):
    """Raised if no decision on the request was made in time; every replay fails in the same way."""

    def __init__(self, message: str) -> None: ...

class TaskFailed(MetarunError):
    """Raised if a child task did not succeed; every replay fails in the same way."""

    task: str
    """Name of the task, or its identifier."""
    task_id: str
    error_code: str
    """Kind of failure, such as "script_error"."""
    def __init__(self, task: str, task_id: str, error_code: str, message: str) -> None: ...

class McpOutcomeUnknown(MetarunError):
    """Raised if it is unknown whether a call of an MCP tool took effect; every replay fails in the same way."""

    CODE: str
    def __init__(self, message: str) -> None: ...

class TaskCancelled(CancelledError):
    """Raised when the run is asked to stop: on cancel, timeout or shutdown.

    It is not caught by `except Exception`, so that `finally` blocks run. The run is killed if it does not end by itself
    within a short grace period.
    """

    def __init__(self, message: str = ...) -> None: ...

class Task:
    """The running task."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def attempt(self) -> int:
        """Number of the attempt; 1 for the first."""

    @property
    def project(self) -> str:
        """The project's id."""

    @property
    def task_type(self) -> str:
        """The meta-task's identifier."""

    @property
    def version(self) -> int:
        """The meta-task's version."""

class _Conversion(TypedDict):
    status: Literal["converting", "converted", "failed"]
    error: Optional[str]
    warnings: List[str]

class FileEntry(TypedDict):
    """A file or directory of a workspace. `path` is absolute, `size` in bytes, times are ISO 8601 in UTC."""

    path: str
    name: str
    type: Literal["file", "directory"]
    size: int
    mime_type: Optional[str]
    etag: Optional[str]
    created_at: str
    updated_at: str
    converted_from: Optional[str]
    conversion: Optional[_Conversion]

class FilePlace(TypedDict):
    """A page, slide or sheet of the document from which a file was converted. `number` counts from 1."""

    kind: Literal["page", "slide", "sheet"]
    number: int

class FileHeading(TypedDict):
    """A heading of a Markdown file. `parent` is the index of its parent in the outline, from 0; lines count from 1."""

    level: int
    title: str
    anchor: str
    parent: Optional[int]
    first_line: int
    last_line: int
    place: Optional[FilePlace]

class FoundWord(TypedDict):
    """A word of a query with its form in a section; `by` and `form` are None if the section contains no form of it."""

    word: str
    by: Optional[Literal["word", "form", "part", "spelling"]]
    form: Optional[str]

class FileSearchResult(TypedDict):
    """A matching part of a text file: the text below a heading, or some lines. Lines count from 1."""

    path: str
    name: str
    mime_type: str
    etag: str
    updated_at: str
    heading: List[str]
    anchor: Optional[str]
    line: int
    first_line: int
    last_line: int
    place: Optional[FilePlace]
    snippet: str
    highlights: List[List[int]]
    match: Literal["exact", "forms", "some", "meaning"]
    words: List[FoundWord]
    score: float

class Approval(TypedDict):
    """An approval by a person. `payload` is their answer to the form; None without a form."""

    decision: Literal["approve"]
    comment: Optional[str]
    payload: Any
    decided_by: str

class PendingApproval:
    """An open approval, before the script waits for it."""

    id: str
    expires_at: Optional[str]
    """ISO 8601; None if the approval never expires."""
    def link(self, name: str) -> str:
        """Returns the URL of a page on which the person `name` can decide, once."""

class Files:
    """Files of the project. `ws` is a workspace's id; None for the workspace that the meta-task is bound to.

    Every method raises MetarunError with a code such as `not_found`.
    """

    def read(self, path: str, ws: Optional[str] = None) -> Union[str, bytes]:
        """Returns the file's content: str if it is UTF-8 text, otherwise bytes."""

    def write(
        self, path: str, content: Union[str, bytes, bytearray, memoryview], ws: Optional[str] = None
    ) -> FileEntry:
        """Creates or replaces the file and creates its directories; returns its entry."""

    def read_bytes(self, path: str, ws: Optional[str] = None) -> bytes:
        """Returns the file's content as stored, even if it is text."""

    def read_lines(
        self, path: str, first: int = 1, last: Optional[int] = None, ws: Optional[str] = None
    ) -> str:
        """Returns lines `first` to `last` of a text file of any size, counted from 1, both included; without `last`, to
        the end.

        Raises MetarunError with code `range_not_satisfiable` if the file ends before `first`.
        """

    def read_section(self, path: str, section: str, ws: Optional[str] = None) -> str:
        """Returns the part of a Markdown file below a heading, including the heading. `section` is its anchor or title.
        """

    def outline(self, path: str, ws: Optional[str] = None) -> List[FileHeading]:
        """Returns the headings of a Markdown file; raises `too_large` if there are more than 10,000."""

    def glob(self, pattern: str, path: str = "/", ws: Optional[str] = None) -> List[FileEntry]:
        """Returns the entries below a directory whose paths match a pattern such as "**/*.md", sorted by path."""

    def search(
        self, query: str, path: Optional[str] = None, limit: int = 20, ws: Optional[str] = None
    ) -> List[FileSearchResult]:
        """Returns parts of text files that contain all words, "phrases" and begin*, and none of -left -out.

        The best match comes first. `path` is a directory or a file, `limit` is at most 100.
        """

    def list(
        self, path: str = "/", ws: Optional[str] = None, recursive: bool = False
    ) -> List[FileEntry]:
        """Returns the entries of a directory; with `recursive`, all entries below it."""

    def delete(self, path: str, ws: Optional[str] = None) -> None:
        """Deletes a file, or a directory with all its contents."""

    def exists(self, path: str, ws: Optional[str] = None) -> bool: ...

class HttpHeaders(Mapping[str, str]):
    """Headers of a response by case-insensitive name. Values of the same name are joined by commas."""

    def __getitem__(self, name: str) -> str: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def get_all(self, name: str) -> List[str]:
        """Returns the values of one name separately."""

class HttpResponse:
    url: str
    """The final URL, after redirects."""
    status: int
    reason: str
    headers: HttpHeaders
    content: bytes
    redirected: bool
    @property
    def ok(self) -> bool:
        """True if the status is from 200 to 299."""

    @property
    def text(self) -> str: ...
    def json(self) -> Any: ...

_Values = Union[Mapping[str, object], Iterable[Tuple[str, object]]]

class Http:
    """HTTP requests within the network policy of the meta-task."""

    def request(
        self,
        method: str,
        url: str,
        headers: Optional[_Values] = None,
        params: Optional[_Values] = None,
        json: object = ...,
        body: Union[str, bytes, bytearray, memoryview, None] = None,
        timeout: Optional[float] = 30,
        redirect: Literal["follow", "manual", "error"] = "follow",
    ) -> HttpResponse:
        """Sends a request to `url` and returns the response, whatever its status.

        `params` are added to the URL's own query, `json` is sent as JSON, `timeout` is in seconds. Raises MetarunError
        with code `network_denied` or `network_error` if there is no response.
        """

class Secrets:
    """Secrets of the project, stored by its administrators."""

    def get(self, name: str) -> str:
        """Returns the secret's value. From then on, it is redacted from the run's log and results.

        Raises MetarunError with code `not_found` if the project has no such secret.
        """

class Generated:
    text: str
    object: Any
    """The answer according to the schema; None without a schema."""
    finish: Literal["stop", "tool_calls", "length", "other"]
    """`length` if the text was cut off at `max_tokens`."""
    model: str
    usage: Dict[str, Any]
    """`input_tokens`, `cached_tokens`, `output_tokens`, `reasoning_tokens` and `cost_usd`, which is None without prices."""

class Ai:
    """Language models of the project's providers and of the installation."""

    def generate(
        self,
        prompt: Union[str, List[Dict[str, str]]],
        model: Optional[str] = None,
        schema: Optional[Dict[str, Any]] = None,
        max_tokens: Optional[int] = None,
        name: str = "generate",
    ) -> Generated:
        """Asks a model once and records its answer; when the script runs again, returns the record.

        `prompt` is a text, or messages with `role` ("system", "user", "assistant") and `content`. `model` is
        "provider/name"; default: the installation's default model. With `schema` (a JSON Schema), `object` matches it.
        Raises MetarunError with code `model_error`, `model_refused`, `too_long`, `budget_exceeded`, `unknown_model` or
        `not_available`.
        """

    def embed(self, texts: List[str], model: str, name: str = "embed") -> List[List[float]]:
        """Returns the embeddings of 1 to 100 texts, in order; recorded like `generate`."""

class McpResult:
    content: List[Dict[str, Any]]
    """Parts of the result, each with a `type` such as "text"."""
    structured: Any
    """The result as JSON; None if the tool returns none."""
    is_error: bool
    """True if the tool itself reports that it has failed."""
    path: Optional[str]
    """Path of a file that contains a large result completely; None if `content` does."""
    @property
    def text(self) -> str:
        """The texts of the content, joined by newlines."""

class McpTool(TypedDict):
    name: str
    title: Optional[str]
    description: Optional[str]
    """Description from the server."""
    input_schema: Dict[str, Any]
    output_schema: Optional[Dict[str, Any]]
    annotations: Dict[str, Any]

class Mcp:
    """The MCP servers of the project; available if the meta-task's `allow_mcp` is true."""

    def call(
        self,
        server: str,
        tool: str,
        arguments: Optional[Dict[str, Any]] = None,
        timeout: Union[float, timedelta, None] = None,
    ) -> McpResult:
        """Calls a tool once and records its result; when the script runs again, returns the record.

        `timeout` is in seconds, or a timedelta; default: the server's timeout. Raises McpOutcomeUnknown if it is
        unknown whether the call took effect, otherwise MetarunError with code `mcp_unavailable`, `mcp_timeout`,
        `mcp_error`, `mcp_denied`, `mcp_tool_changed`, `not_found` or `not_available`.
        """

    def tools(self, server: str) -> List[McpTool]:
        """Returns the tools of a server that may be called; recorded like `call`."""

class MemoryFound(TypedDict):
    id: str
    text: str
    """Text of the memory; empty if it has been purged since."""
    kind: Literal["fact", "preference", "procedure", "pitfall"]
    scope: Literal["project", "task_type", "agent", "subject"]
    trust: Literal["high", "low"]
    """`low` if the text may come from the network or an uploaded file."""
    origin: Literal["extraction", "script", "person", "agent"]
    created_at: str

class MemoryKept(TypedDict):
    id: str
    status: Literal["active", "pending", "superseded"]
    """`pending` if a person must accept the memory before tasks receive it."""
    created: bool
    """False if the memory already existed."""

class Memory:
    """Memories of the project, as far as the meta-task's `memory` field allows."""

    def search(
        self,
        query: str,
        scope: Optional[Literal["project", "task_type", "agent", "subject"]] = None,
        limit: int = 5,
    ) -> List[MemoryFound]:
        """Returns memories that contain any of the words, best first; when the script runs again, returns the recorded
        result.

        Without `scope`, all scopes that the meta-task may read are searched. `limit` is at most 50.
        """

    def remember(
        self,
        text: str,
        kind: Literal["fact", "preference", "procedure", "pitfall"] = "fact",
        scope: Literal["project", "task_type", "agent", "subject"] = "task_type",
        expires_in: Union[float, timedelta, None] = None,
    ) -> MemoryKept:
        """Stores a text of 1 to 500 characters for later tasks, once.

        Raises MetarunError with code `invalid_memory` or `memory_limit`. `expires_in` is in seconds, or a timedelta.
        """

    def forget(self, id: str) -> None:
        """Revokes a memory of the project, the meta-task, its agent or its subject: later tasks do not receive it."""

class AsyncWaits:
    """The reporter's waits for `async` scripts: other coroutines continue meanwhile, and a wait can be raced and
    cancelled.
    """

    def sleep(self, seconds: float) -> Awaitable[None]: ...
    def ask_approval(
        self,
        prompt: str,
        proposal: object = None,
        form: Union[Mapping[str, object], bool, None] = None,
        expires_in: Union[float, timedelta, None] = None,
        notify: Optional[Callable[[PendingApproval], object]] = None,
    ) -> Awaitable[Approval]: ...
    def run_task(
        self, identifier: str, params: Optional[Mapping[str, Any]] = None, name: Optional[str] = None
    ) -> Awaitable[Any]: ...
    def run_tasks(
        self,
        tasks: Iterable[
            Union[Tuple[str], Tuple[str, Mapping[str, Any]], Tuple[str, Mapping[str, Any], str]]
        ],
        settled: bool = False,
    ) -> Awaitable[List[Any]]: ...
    def wait_for_event(self, name: str, timeout: Optional[float] = None) -> Awaitable[Any]: ...

class Reporter:
    """Reports the progress of a script and provides the features of the service. Safe to use from threads."""

    task: Task
    files: Files
    http: Http
    secrets: Secrets
    ai: Ai
    mcp: Mcp
    memory: Memory
    aio: AsyncWaits
    workspace: str
    """The folder with the files of the workspace: "/workspace", or another path if there is no sandbox. Read-only."""
    @overload
    def step(
        self,
        name: str,
        fn: Callable[[], Awaitable[_T]],
        attempts: int = 1,
        delay: float = 1.0,
        factor: float = 2.0,
        max_delay: float = 60.0,
        timeout: Optional[float] = None,
    ) -> Awaitable[_T]:
        """Calls `fn` once and records its result as JSON; when the script runs again, returns the record.

        If the call raises an exception, it is repeated, up to `attempts` calls in total, after `delay` seconds, each
        further time after `factor` times as long, up to `max_delay`. Then raises StepError, and on every replay. A call
        that exceeds `timeout` seconds is ended and fails with the code `step_timeout`. Returns an awaitable if `fn`
        does.
        """

    @overload
    def step(
        self,
        name: str,
        fn: Callable[[], _T],
        attempts: int = 1,
        delay: float = 1.0,
        factor: float = 2.0,
        max_delay: float = 60.0,
        timeout: Optional[float] = None,
    ) -> _T: ...
    def sleep(self, seconds: float) -> None:
        """Waits for this time. If longer than one second, the task waits without a process, and the script then runs
        again.
        """

    def ask_approval(
        self,
        prompt: str,
        proposal: object = None,
        form: Union[Mapping[str, object], bool, None] = None,
        expires_in: Union[float, timedelta, None] = None,
        notify: Optional[Callable[[PendingApproval], object]] = None,
    ) -> Approval:
        """Asks a person and returns their approval.

        They see `prompt` and `proposal` (JSON). `form` is a JSON Schema that `payload` will match. Raises
        ApprovalRejected, and ApprovalExpired after `expires_in` (seconds or a timedelta). `notify` is called once
        before the wait, as a step. The task waits without a process, and the script then runs again.
        """

    def run_task(
        self, identifier: str, params: Optional[Mapping[str, Any]] = None, name: Optional[str] = None
    ) -> Any:
        """Runs a meta-task of the project as a child of this task, and returns its result.

        Raises TaskFailed if it does not succeed, and MetarunError if it cannot be accepted; likewise on every replay.
        """

    def run_tasks(
        self,
        tasks: Iterable[
            Union[Tuple[str], Tuple[str, Mapping[str, Any]], Tuple[str, Mapping[str, Any], str]]
        ],
        settled: bool = False,
    ) -> List[Any]:
        """Runs many children at once, each `("identifier", params)` or `("identifier", params, name)`.

        Waits for all of them and returns their results in the same order, or raises TaskFailed for the first that did
        not succeed. With `settled`, it returns the outcome of each: dicts with `status` ("success" or "failed"),
        `task_id`, and `result` or `error_code` and `error_message`.
        """

    def wait_for_event(self, name: str, timeout: Optional[float] = None) -> Any:
        """Waits for an event with this name that is sent to the task, and returns its payload.

        Each event is delivered to one wait, in order of arrival, even if it arrived before the wait. Raises
        MetarunError with code `event_timeout` after `timeout` seconds.
        """

    def set_phase(self, text: str) -> None:
        """Sets the task's current phase, at most 500 characters."""

    def set_progress(self, value: float) -> None:
        """Sets the progress in percent, 0 to 100. It is rounded down and never decreases."""

    def output(self, text: str) -> None:
        """Shows text to people watching the task as part of its output, such as an answer that arrives in pieces.

        It is kept until an hour after the end of the task. Up to 65,536 characters at once.
        """

    def log(
        self, text: object, level: Literal["debug", "info", "warning", "error"] = "info"
    ) -> None:
        """Adds to the task's log, one entry for each line of `text`."""
