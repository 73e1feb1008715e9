"""Starts a program of the operator in its sandbox: python3 -I -S -B start.py.

The host sends the plan first, on file descriptor 3: its length as eight digits, then JSON:
{"command": path, "file": path of what the command leads to, "args": [text], "environment": {name: value},
"processes": most processes and threads | null, "network": {"socket": path, "token": text} | null}. The same descriptor then is
standard input and output of the program.
"""

import ctypes
import json
import os
import resource
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from proxy import Proxy

CHANNEL_FD = 3
LENGTH_DIGITS = 8
NOBODY = 65534
PR_SET_PDEATHSIG = 1


def main() -> None:
    become_user()
    if sys.platform == "linux":
        # Where there is no sandbox, nothing else would end it with the server.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    plan = json.loads(read_exactly(int(read_exactly(LENGTH_DIGITS))))
    environment = plan["environment"]
    if plan["network"]:
        environment = {**environment, **serve_proxy(plan["network"])}
    if plan["processes"]:
        resource.setrlimit(resource.RLIMIT_NPROC, (plan["processes"], plan["processes"]))
    os.dup2(CHANNEL_FD, 0)
    os.dup2(CHANNEL_FD, 1)
    os.close(CHANNEL_FD)
    try:
        os.execve(plan["file"], [plan["command"], *plan["args"]], environment)
    except OSError as error:
        sys.exit(f"cannot be started: {error.strerror}")


def become_user() -> None:
    """Becomes the user that the last argument names, if the server is root."""
    if not sys.argv[-1].startswith("--become="):
        return
    user = int(sys.argv[-1][len("--become=") :].split("+")[0])
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(user, user, user)


def read_exactly(count: int) -> bytes:
    """Without reading ahead: what comes after the plan is for the program."""
    read = b""
    while len(read) < count:
        part = os.read(CHANNEL_FD, count - len(read))
        if not part:
            # The server has gone.
            sys.exit(1)
        read += part
    return read


def serve_proxy(access: dict) -> dict:
    """Starts a process that serves a proxy; returns the variables by which programs find it."""
    proxy = Proxy(access["socket"], access["token"])
    if os.fork() == 0:
        os.close(CHANNEL_FD)
        try:
            proxy.serve()
        finally:
            os._exit(1)
    proxy.close()
    url = f"http://127.0.0.1:{proxy.port}"
    names = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy")
    return {**dict.fromkeys(names, url), "NODE_USE_ENV_PROXY": "1"}


if __name__ == "__main__":
    main()
