"""Runs pip without the ability to start programs: python3 -I -B pip_main.py <path of pip, or ""> <argument>…"""

import runpy
import sys

_STARTS = ("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen")


def _refuse(event: str, _args: tuple) -> None:
    if event in _STARTS:
        raise PermissionError("a package that is not a wheel would run code while it is installed")


if __name__ == "__main__":
    _, path, *arguments = sys.argv
    # The folder of this file contains another module named `pip`.
    sys.path[:] = [entry for entry in sys.path if entry != __file__.rpartition("/")[0]]
    if path:
        sys.path.append(path)
    sys.argv = ["pip", *arguments]
    sys.addaudithook(_refuse)
    runpy.run_module("pip", run_name="__main__", alter_sys=True)
