"""The names that a workflow script can import: its errors, and types for its annotations."""

from metarun_guest.approvals import PendingApproval
from metarun_guest.async_waits import AsyncWaits
from metarun_guest.errors import (
    ApprovalExpired,
    ApprovalRejected,
    McpOutcomeUnknown,
    MetarunError,
    NonRetryable,
    RetryAfter,
    StepError,
    TaskCancelled,
    TaskFailed,
)
from metarun_guest.files import Files
from metarun_guest.http_requests import Http, HttpHeaders, HttpResponse
from metarun_guest.mcp import Mcp, McpResult
from metarun_guest.memory import Memory
from metarun_guest.models import Ai, Generated
from metarun_guest.reporter import Reporter, Secrets, Task

__all__ = [
    "Ai",
    "Approval",
    "ApprovalExpired",
    "ApprovalRejected",
    "AsyncWaits",
    "FileEntry",
    "FileHeading",
    "FilePlace",
    "FileSearchResult",
    "Files",
    "FoundWord",
    "Generated",
    "Http",
    "HttpHeaders",
    "HttpResponse",
    "Mcp",
    "McpOutcomeUnknown",
    "McpResult",
    "McpTool",
    "Memory",
    "MemoryFound",
    "MemoryKept",
    "MetarunError",
    "NonRetryable",
    "PendingApproval",
    "Reporter",
    "RetryAfter",
    "Secrets",
    "StepError",
    "Task",
    "TaskCancelled",
    "TaskFailed",
]

# Types of the dicts that the reporter returns. Only type checkers know their members: see the stub.
Approval = FileEntry = FileHeading = FilePlace = FileSearchResult = FoundWord = McpTool = MemoryFound = MemoryKept = dict
