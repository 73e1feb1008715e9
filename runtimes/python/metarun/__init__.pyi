"""The names that a workflow script can import: its errors, and types for its annotations.

A script is one file with `def run(params, reporter: Reporter)`. What `run` returns is the task's result, as JSON.
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
    """A call of the reporter was refused."""

    code: str
    """Stable, such as "not_found"."""
    message: str
    """The cause, and how to respond."""
    def __init__(self, code: str, message: str) -> None: ...

class NonRetryable(Exception):
    """Raise it, or a subclass, to fail without a further attempt; in a step, without a further call of its function."""

class RetryAfter(Exception):
    """Raise it, or a subclass, to fail with a pause of `seconds` before the next attempt, instead of that of the meta-task.

    In a step, the pause is that before the next call of its function. Whether there is one is decided as for any exception.
    """

    seconds: float
    def __init__(self, seconds: Union[float, timedelta], message: Optional[str] = None) -> None: ...

class StepError(MetarunError):
    """A step failed for good: every replay fails in the same way.

    `code` is "step_failed", or "step_timeout" if the last call of its function passed the step's timeout.
    """

    step: str
    """Its name."""
    type: str
    """Name of the exception that its function raised, or "step_timeout"."""
    def __init__(self, step: str, type: str, message: str) -> None: ...

class ApprovalRejected(MetarunError):
    """A person has rejected what the script asked for: every replay fails in the same way."""

    comment: Optional[str]
    """Their comment."""
    decided_by: Optional[str]
    """Their name."""
    def __init__(
        self, message: str, comment: Optional[str] = None, decided_by: Optional[str] = None
    ) -> None: ...

class ApprovalExpired(MetarunError):
    """No decision was made in time on what the script asked for: every replay fails in the same way."""

    def __init__(self, message: str) -> None: ...

class TaskFailed(MetarunError):
    """A child task did not succeed: every replay fails in the same way."""

    task: str
    """Its name, or its identifier."""
    task_id: str
    error_code: str
    """The kind of failure, such as "script_error"."""
    def __init__(self, task: str, task_id: str, error_code: str, message: str) -> None: ...

class McpOutcomeUnknown(MetarunError):
    """It is not known whether a call of a tool of an MCP server took effect: every replay fails in the same way."""

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
        """1 for the first attempt."""

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
    """A page, slide or sheet of the document that a file was converted from. `number` counts from 1."""

    kind: Literal["page", "slide", "sheet"]
    number: int

class FileHeading(TypedDict):
    """A heading of a Markdown file. `parent` is the place of the heading above it in the outline, from 0; lines count from 1."""

    level: int
    title: str
    anchor: str
    parent: Optional[int]
    first_line: int
    last_line: int
    place: Optional[FilePlace]

class FoundWord(TypedDict):
    """A word of a query with the form of it that a section has; `by` and `form` are None where it has none."""

    word: str
    by: Optional[Literal["word", "form", "part", "spelling"]]
    form: Optional[str]

class FileSearchResult(TypedDict):
    """A part of a text file: the text below a heading, or some lines. Lines count from 1."""

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
    """An approval by a person. `payload` is what they filled in; None without a form."""

    decision: Literal["approve"]
    comment: Optional[str]
    payload: Any
    decided_by: str

class PendingApproval:
    """An approval that waits, before the script does."""

    id: str
    expires_at: Optional[str]
    """ISO 8601; None if it never expires."""
    def link(self, name: str) -> str:
        """Returns the URL of a page where the person `name` can decide, once."""

class Files:
    """Files of the project. `ws` is a workspace's id; None means the workspace that the meta-task is bound to.

    Every method raises MetarunError with a code such as `not_found`.
    """

    def read(self, path: str, ws: Optional[str] = None) -> Union[str, bytes]:
        """Returns the file's content: str if it is UTF-8 text, else bytes."""

    def write(
        self, path: str, content: Union[str, bytes, bytearray, memoryview], ws: Optional[str] = None
    ) -> FileEntry:
        """Creates or replaces the file and creates its directories; returns its entry."""

    def read_bytes(self, path: str, ws: Optional[str] = None) -> bytes:
        """Returns the file's content as stored, also for text."""

    def read_lines(
        self, path: str, first: int = 1, last: Optional[int] = None, ws: Optional[str] = None
    ) -> str:
        """Returns lines of a text file of any size, counted from 1, both included; to the end without `last`.

        Raises MetarunError with code `range_not_satisfiable` if the file ends before the first.
        """

    def read_section(self, path: str, section: str, ws: Optional[str] = None) -> str:
        """Returns the part of a Markdown file below a heading, with the heading. `section` is its anchor or title."""

    def outline(self, path: str, ws: Optional[str] = None) -> List[FileHeading]:
        """Returns the headings of a Markdown file; raises `too_large` for one with more than 10,000."""

    def glob(self, pattern: str, path: str = "/", ws: Optional[str] = None) -> List[FileEntry]:
        """Returns the entries below a directory whose paths match, such as "**/*.md", sorted by path."""

    def search(
        self, query: str, path: Optional[str] = None, limit: int = 20, ws: Optional[str] = None
    ) -> List[FileSearchResult]:
        """Returns parts of text files that contain all of the words, "phrases" and begin*, and none that is -left -out.

        Best match first. `path` is a directory or a file, `limit` at most 100.
        """

    def list(
        self, path: str = "/", ws: Optional[str] = None, recursive: bool = False
    ) -> List[FileEntry]:
        """Returns the entries of a directory; with `recursive` all that are below it."""

    def delete(self, path: str, ws: Optional[str] = None) -> None:
        """Deletes a file, or a directory with all its contents."""

    def exists(self, path: str, ws: Optional[str] = None) -> bool: ...

class HttpHeaders(Mapping[str, str]):
    """Headers of a response, by name in any case. Values of the same name are joined by commas."""

    def __getitem__(self, name: str) -> str: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def get_all(self, name: str) -> List[str]:
        """Returns the values of one name separately."""

class HttpResponse:
    url: str
    """Its final URL, after redirects."""
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
    """HTTP under the network policy of the meta-task."""

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

        `params` are added to the URL's own query, `json` is sent as JSON, `timeout` is in seconds. Raises MetarunError if
        there is no response, with code `network_denied` or `network_error`.
        """

class Secrets:
    """Secrets of the project, stored by its administrators."""

    def get(self, name: str) -> str:
        """Returns the secret's value. From here on it is redacted from the run's log and results.

        Raises MetarunError with code `not_found` if the project has no such secret.
        """

class Generated:
    text: str
    object: Any
    """The answer by the schema; None without one."""
    finish: Literal["stop", "tool_calls", "length", "other"]
    """`length`: the text was cut off at `max_tokens`."""
    model: str
    usage: Dict[str, Any]
    """`input_tokens`, `cached_tokens`, `output_tokens`, `reasoning_tokens` and `cost_usd`, which is None without prices."""

class Ai:
    """Language models of the project's providers and of the installation's."""

    def generate(
        self,
        prompt: Union[str, List[Dict[str, str]]],
        model: Optional[str] = None,
        schema: Optional[Dict[str, Any]] = None,
        max_tokens: Optional[int] = None,
        name: str = "generate",
    ) -> Generated:
        """Asks a model once and records its answer; when the script runs again, returns the record.

        `prompt` is a text, or messages with `role` ("system", "user", "assistant") and `content`. `model` is "provider/name",
        else the default of the installation. With `schema` (a JSON Schema) `object` matches it. Raises MetarunError with code
        `model_error`, `model_refused`, `too_long`, `budget_exceeded`, `unknown_model` or `not_available`.
        """

    def embed(self, texts: List[str], model: str, name: str = "embed") -> List[List[float]]:
        """Returns the embeddings of 1 to 100 texts, in their order; recorded as `generate` is."""

class McpResult:
    content: List[Dict[str, Any]]
    """The parts of the result, each with a `type` such as "text"."""
    structured: Any
    """The result as JSON; None where the tool gives none."""
    is_error: bool
    """The tool itself says that it has failed."""
    path: Optional[str]
    """The file that has all of a large result; None where `content` has."""
    @property
    def text(self) -> str:
        """The texts of the content, one below the other."""

class McpTool(TypedDict):
    name: str
    title: Optional[str]
    description: Optional[str]
    """As the server says it."""
    input_schema: Dict[str, Any]
    output_schema: Optional[Dict[str, Any]]
    annotations: Dict[str, Any]

class Mcp:
    """The MCP servers of the project, where `allow_mcp` of the meta-task is true."""

    def call(
        self,
        server: str,
        tool: str,
        arguments: Optional[Dict[str, Any]] = None,
        timeout: Union[float, timedelta, None] = None,
    ) -> McpResult:
        """Calls a tool once and records its result; when the script runs again, returns the record.

        `timeout` is in seconds, or a timedelta; without it that of the server holds. Raises McpOutcomeUnknown if it is not known
        whether the call took effect, else MetarunError with code `mcp_unavailable`, `mcp_timeout`, `mcp_error`, `mcp_denied`,
        `mcp_tool_changed`, `not_found` or `not_available`.
        """

    def tools(self, server: str) -> List[McpTool]:
        """Returns the tools of a server that may be called; recorded as `call` is."""

class MemoryFound(TypedDict):
    id: str
    text: str
    """Empty if it has been purged since."""
    kind: Literal["fact", "preference", "procedure", "pitfall"]
    scope: Literal["project", "task_type", "agent", "subject"]
    trust: Literal["high", "low"]
    """`low` where the text may come from the network or from an uploaded file."""
    origin: Literal["extraction", "script", "person", "agent"]
    created_at: str

class MemoryKept(TypedDict):
    id: str
    status: Literal["active", "pending", "superseded"]
    """`pending`: no task is given it before a person has accepted it."""
    created: bool
    """False if it was known."""

class Memory:
    """The memories of the project, as far as the field `memory` of the meta-task allows."""

    def search(
        self,
        query: str,
        scope: Optional[Literal["project", "task_type", "agent", "subject"]] = None,
        limit: int = 5,
    ) -> List[MemoryFound]:
        """Returns memories that have any of the words, best first; when the script runs again, those of the first time.

        Without `scope` all that the meta-task may read. `limit` is at most 50.
        """

    def remember(
        self,
        text: str,
        kind: Literal["fact", "preference", "procedure", "pitfall"] = "fact",
        scope: Literal["project", "task_type", "agent", "subject"] = "task_type",
        expires_in: Union[float, timedelta, None] = None,
    ) -> MemoryKept:
        """Keeps a text of 1 to 500 characters for later tasks, once.

        Raises MetarunError with code `invalid_memory` or `memory_limit`. `expires_in` is in seconds, or a timedelta.
        """

    def forget(self, id: str) -> None:
        """Revokes a memory of the project, the meta-task, its agent or its subject: no later task is given it."""

class AsyncWaits:
    """The waits of the reporter for `async` scripts: other coroutines go on meanwhile, and a wait can be raced and cancelled."""

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
    """Reports the progress of a script, and gives it the features of the service. Safe to use from threads."""

    task: Task
    files: Files
    http: Http
    secrets: Secrets
    ai: Ai
    mcp: Mcp
    memory: Memory
    aio: AsyncWaits
    workspace: str
    """The folder with the files of the workspace: "/workspace", or another one where there is no sandbox. Not to be set."""
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

        If the call raises, it is repeated, up to `attempts` calls in all, after `delay` seconds, then each time after
        `factor` times as long, up to `max_delay`. Then raises StepError, also on every replay. A call that takes
        longer than `timeout` seconds is ended, and fails with the code `step_timeout`. If `fn` returns an awaitable, so does this.
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
        """Waits this long. Beyond a second the task waits without a process, and then the script runs again."""

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
        ApprovalRejected, and ApprovalExpired after `expires_in` (seconds or a timedelta). `notify` is called once before
        the wait, as a step. The task waits without a process, and then the script runs again.
        """

    def run_task(
        self, identifier: str, params: Optional[Mapping[str, Any]] = None, name: Optional[str] = None
    ) -> Any:
        """Runs a meta-task of the project as a child of this task, and returns its result.

        Raises TaskFailed if it does not succeed, MetarunError if it cannot be accepted; also on every replay.
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
        not succeed. With `settled` it returns the outcome of each: dicts with `status` ("success" or "failed"),
        `task_id`, and `result` or `error_code` and `error_message`.
        """

    def wait_for_event(self, name: str, timeout: Optional[float] = None) -> Any:
        """Waits for an event of this name that is sent to the task, and returns its payload.

        Each event is delivered to one wait, in order of arrival, also events that came before. Raises
        MetarunError with code `event_timeout` after `timeout` seconds.
        """

    def set_phase(self, text: str) -> None:
        """Sets the task's current phase, at most 500 characters."""

    def set_progress(self, value: float) -> None:
        """Sets the progress in percent, 0 to 100. It is rounded down and never decreases."""

    def output(self, text: str) -> None:
        """Shows text to those who watch the task, as a part of what it writes, such as an answer that comes in pieces.

        It is kept until an hour after the end of the task. Up to 65,536 characters at once.
        """

    def log(
        self, text: object, level: Literal["debug", "info", "warning", "error"] = "info"
    ) -> None:
        """Adds to the task's log, one entry for each line of `text`."""
