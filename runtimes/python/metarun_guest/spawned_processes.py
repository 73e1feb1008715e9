"""Processes that `multiprocessing` starts with "spawn" and "forkserver": they import the script, which has no file."""

import os
import sys
import tempfile
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Optional

from .places import SCRIPT_FILE
from .script_files import Script

_MODULE = "multiprocessing.spawn"
_GUEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# The script of this process.
_script: Optional[Script] = None
# The folder of its files, once they are needed.
_folder: Optional[str] = None


def use(script: Script) -> None:
    global _script
    _script = script


def install() -> None:
    """Makes `multiprocessing` pass the script to new processes once it is imported, which few scripts do."""
    sys.meta_path.insert(0, _Finder)


class _Finder:
    @staticmethod
    def find_spec(name: str, path=None, _target=None) -> Optional[ModuleSpec]:
        if name != _MODULE:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            execute = spec.loader.exec_module

            def exec_module(module) -> None:
                execute(module)
                _extend(module)

            spec.loader.exec_module = exec_module
        return spec


def _extend(module) -> None:
    of_python = module.get_preparation_data

    def get_preparation_data(name: str) -> dict:
        data = of_python(name)
        if _script is not None:
            # Its functions are those of the module `workflow`, so no process needs it as its main module.
            data.pop("init_main_from_path", None)
            # Comes last, since `metarun` may be imported, but the other modules in its folder must not hide any.
            data["sys_path"] = [_write_folder(_script), *data["sys_path"], _GUEST]
        return data

    module.get_preparation_data = get_preparation_data


def _write_folder(script: Script) -> str:
    global _folder
    if _folder is None:
        _folder = tempfile.mkdtemp(prefix="script-")
        for path, text in ((SCRIPT_FILE, script.source), *((path, file.source) for path, file in script.files.items())):
            target = os.path.join(_folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
    return _folder
