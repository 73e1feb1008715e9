"""The check of a script by its text."""

import sys
import unittest

from metarun_guest.check import check
from metarun_guest.metadata import BadMetadata, read_metadata
from metarun_guest.script_files import BadFiles, ScriptFile, module_file, split_script

RUN = "def run(params, reporter): ...\n"
HOW = "write `def run(params, reporter):`"
BESIDE = "if it is your own file, put nope.py beside the script"
NOT_STANDARD = (
    'there is no module "nope": it is not of the standard library. If it is a package, add it to `dependencies` in a '
    f"`# /// script` block at the top of the script; {BESIDE}"
)
FILES = "#|metarun-files\n#|file helpers.py\n#|>import lib.dates\n#|>x = 1\n#|file lib/dates.py\n#|>day = 1\n"

# Scripts that are refused: the first message, its line and its column.
REFUSED = [
    ("", f"The script is empty: {HOW}.", None, None),
    ("# nothing\n", f"The script is empty: {HOW}.", None, None),
    ("x = 1\n", f"The script defines no `run`: {HOW}.", None, None),
    ("class run: ...\nx = 1\ndef other(): ...\n", None, None, None),
    ("x = 1\nrun = 5\n", f"`run` is not a function: {HOW}.", 2, 1),
    ("def other():\n    run = 1\n", f"The script defines no `run`: {HOW}.", None, None),
    ("def run(a): ...\n", "`run` must take (params, reporter); it takes (a)", 1, 1),
    ("\nasync def run(): ...\n", "`run` must take (params, reporter); it takes ()", 2, 1),
    ("def run(a, b, c): ...\n", "`run` must take (params, reporter); it takes (a, b, c)", 1, 1),
    ("def run(a, b, *, c): ...\n", "`run` must take (params, reporter); it takes (a, b, *, c)", 1, 1),
    ("def run(a, b, c=1): ...\n", None, None, None),
    ("def run(a, b, *, c=1): ...\n", None, None, None),
    ("def run(*all): ...\n", None, None, None),
    ("def run(a, /, b): ...\n", None, None, None),
    ("import functools\n@functools.cache\ndef run(a): ...\n", None, None, None),
    ("run = lambda params, reporter: 1\n", None, None, None),
    ("from json import loads as run\n", None, None, None),
    ("from json import *\n", None, None, None),
    (f"x = '\ud800'\n{RUN}", "The script holds half of a surrogate pair, which is not a character.", None, None),
    (f"x = {'(' * 150}{')' * 150}\n{RUN}", None, None, None),
    (f"import nope\n{RUN}", NOT_STANDARD, 1, 1),
    (f"x = 1\nwith x:\n    from nope.inner import y\n{RUN}", NOT_STANDARD, 3, 5),
    (f"import os.path, json, metarun, workflow\n{RUN}", None, None, None),
    (f"from . import x\n{RUN}", "the script is in no package: write `from helpers import …` without the point", 1, 1),
    (f"from .a import x\n{RUN}", "the script is in no package: write `from a import …` without the point", 1, 1),
    (f"import helpers\n{RUN}{FILES}", None, None, None),
    (f"import helpers.x\n{RUN}{FILES}", 'there is no module "helpers.x" beside the script: put helpers/x.py there', 1, 1),
    (f"import lib.times\n{RUN}{FILES}", 'there is no module "lib.times" beside the script: put lib/times.py there', 1, 1),
    (
        f"import json\n{RUN}#|metarun-files\n#|file json.py\n#|>x = 1\n",
        '"json" is a module of the standard library: give your own file another name',
        1,
        1,
    ),
    (f"import a\n{RUN}#|metarun-files\n#|file a.py\n#|>x = 1\n#|>import nope\n", f"a.py: {NOT_STANDARD}", 6, 1),
    (f"{RUN}#|metarun-files\nx\n", 'Behind "#|metarun-files" there are only lines that begin with "#|file " or "#|>".', 3, 1),
    (f"{RUN}#|metarun-files\n#|>x\n", 'Behind "#|metarun-files" there are only lines that begin with "#|file " or "#|>".', 3, 1),
    (
        f"{RUN}#|metarun-files\n#|file a.txt\n",
        '"a.txt" is not a path of a Python file below the script, such as lib/dates.py.',
        3,
        1,
    ),
    (
        f"{RUN}#|metarun-files\n#|file ../a.py\n",
        '"../a.py" is not a path of a Python file below the script, such as lib/dates.py.',
        3,
        1,
    ),
    (f"{RUN}#|metarun-files\n#|file a.py\n#|file a.py\n", '"a.py" is there twice.', 4, 1),
]

# Imports that may fail: their lines. Where a failure is expected there is none.
DOUBTS = [
    (f"{RUN}    \n    # a\ndef f():\n    import nope\n", [5]),
    (f"if len('a'):\n    import nope\n{RUN}", [2]),
    (f"for x in []:\n    pass\nelse:\n    import nope\n{RUN}", [4]),
    (f"try:\n    import nope\nexcept ImportError:\n    import nope\n{RUN}", []),
    (f"try:\n    import nope\nfinally:\n    pass\n{RUN}", None),
    (f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import nope\n{RUN}", []),
    (f"import typing\nif typing.TYPE_CHECKING:\n    import nope\n{RUN}", []),
    (f"{RUN}def f():\n    import a\n#|metarun-files\n#|file a.py\n#|>import nope\n", [6]),
    (f"{RUN}#|metarun-files\n#|file a.py\n#|>import nope\n", []),
    (f"{RUN}class A:\n    def f(self):\n        import nope\n", [4]),
    (f"class A:\n    import nope\n{RUN}", None),
]

BLOCK = '# /// script\n# dependencies = [\n#   "requests>=2.31,<3",\n#   " a.b-c ",\n# ]\n# ///\n'
# What a dependency may be, and what is wrong with it otherwise.
REQUIREMENTS = [
    ("requests", None),
    ("requests[socks, http2]>=2.31, <3 ; python_version >= '3.9' and sys_platform == 'linux'", None),
    ("a (>=1.0)", None),
    ("a===1.0", None),
    ("a~=1.0,", None),
    ("--index-url=x", "is an option of the installer; dependencies are names of packages with versions."),
    ("a @ https://x/y.whl", "leads to a URL or a path; dependencies come from the installation's package index, by name."),
    ("./a", "leads to a URL or a path; dependencies come from the installation's package index, by name."),
    ("git+ssh", "leads to a URL or a path; dependencies come from the installation's package index, by name."),
    ("a b", 'is not a requirement: write a name and versions, such as "requests>=2.31,<3".'),
    ("a>=", 'is not a requirement: write a name and versions, such as "requests>=2.31,<3".'),
    ("", 'is not a requirement: write a name and versions, such as "requests>=2.31,<3".'),
    ("a ; os.system('x')", 'is not a requirement: write a name and versions, such as "requests>=2.31,<3".'),
]
HERE = ".".join(map(str, sys.version_info[:3]))
MINOR = ".".join(map(str, sys.version_info[:2]))
NEXT = f"{sys.version_info[0]}.{sys.version_info[1] + 1}"
# Whether this Python fits.
VERSIONS = [
    (f"=={HERE}", True),
    (f"=={MINOR}.*", True),
    (f"!={MINOR}.*", False),
    (f"=={NEXT}.*", False),
    (f"!={HERE}", False),
    (f"!={NEXT}", True),
    (f">={HERE}", True),
    (f">{HERE}", False),
    (f"<={HERE}", True),
    (f"<{HERE}", False),
    (f"<{NEXT}", True),
    (f"<={MINOR}", sys.version_info[2] == 0),
    (f"~={MINOR}", True),
    ("~=3.0", True),
    (f"~={NEXT}", False),
    (f"~={MINOR}.0", True),
    (f"~={NEXT}.0", False),
    (f">=3.9, <{MINOR}", False),
    (f">=3.9,<{NEXT},", True),
    (f"==={HERE}", True),
    (f">=v{MINOR}", True),
    (f"<{MINOR}.1.1", sys.version_info[2] < 1),
]


def block(text):
    return "# /// script\n" + "".join(f"# {line}\n" for line in text.split("\n")) + "# ///\n"


def collect_errors(source):
    try:
        read_metadata(source)
    except BadMetadata as error:
        return list(error.errors)
    return []


class Check(unittest.TestCase):
    def test_a_script_is_refused_with_what_is_wrong_and_where(self):
        for source, message, line, column in REFUSED:
            with self.subTest(source=source):
                found = check(source).diagnostics
                expected = [] if message is None else [{"message": message, "line": line, "column": column}]
                self.assertEqual(found[:1], expected)

    def test_an_error_of_syntax_has_its_line_and_file(self):
        cases = [
            ("x = 1\nx = 1 +\n", "SyntaxError: ", 2),
            ("def run(a, b):\nreturn 1\n", "IndentationError: ", 2),
            (f"{RUN}#|metarun-files\n#|file a.py\n#|>x = 1\n#|>x = 1 +\n", "a.py: SyntaxError: ", 5),
        ]
        for source, message, line in cases:
            with self.subTest(source=source):
                [found] = check(source).diagnostics
                self.assertEqual((found["message"][: len(message)], found["line"]), (message, line))
                self.assertGreater(found["column"], 0)

    def test_an_import_that_only_some_runs_reach_is_a_doubt(self):
        for source, lines in DOUBTS:
            with self.subTest(source=source):
                checked = check(source)
                self.assertEqual(checked.diagnostics == [], lines is not None)
                self.assertEqual([one["line"] for one in checked.doubts], lines or [])

    def test_packages_bring_modules_that_are_not_known_here(self):
        self.assertEqual(check(f"import nope\n{RUN}", on_image=True).diagnostics, [])
        self.assertEqual(check(f"{BLOCK}import nope\n{RUN}").diagnostics, [])


@unittest.skipIf(sys.version_info < (3, 11), "there is no tomllib")
class Metadata(unittest.TestCase):
    def test_dependencies_have_their_lines(self):
        for ends in ("\n", "\r\n", "\r"):
            found = read_metadata(f"\n\n{BLOCK}{RUN}".replace("\n", ends))
            self.assertEqual([tuple(one) for one in found], [("requests>=2.31,<3", 5), ("a.b-c", 6)])
        self.assertEqual(read_metadata(f"# /// other\n# x = 1\n# ///\n{RUN}"), [])
        self.assertEqual(read_metadata(block("[tool.x]\ny = 1")), [])

    def test_a_block_that_cannot_be_read_is_refused_with_its_line(self):
        cases = [
            (f"{BLOCK}\n{BLOCK}", [("A second `script` block; the first one begins in line 1.", 8)]),
            (block('dependencies = "a"'), [("`dependencies` must be a list of strings.", 2)]),
            (block("dependencies = [1]"), [("`dependencies` must be a list of strings.", 2)]),
            (block("\nrequires-python = 3"), [('`requires-python` must be a string, such as ">=3.11".', 3)]),
            (
                block("name = 1"),
                [("`name` is not a field of a `script` block, which has `dependencies`, `requires-python` and `tool`.", 2)],
            ),
            (block(f"dependencies = {['a'] * 201}"), [("`dependencies` has 201 entries; 200 are the most.", 2)]),
            (block('dependencies = ["a b",\n"b c"]'), None),
        ]
        for source, errors in cases:
            with self.subTest(source=source):
                found = collect_errors(source)
                self.assertEqual([line for _, line in found] if errors is None else found, [2, 3] if errors is None else errors)
        self.assertEqual(collect_errors(block(f"dependencies = {['a'] * 200}")), [])
        for text, at in (("dependencies = [\nx", 3), ("x = \ny = 1", 2)):
            [(message, line)] = collect_errors(block(text))
            self.assertRegex(message, r"^The `script` block is not valid TOML: [^(]+\.$")
            self.assertEqual(line, at)

    def test_a_dependency_is_a_name_with_versions(self):
        for requirement, message in REQUIREMENTS:
            with self.subTest(requirement=requirement):
                expected = [] if message is None else [(f'"{requirement}" {message}', 2)]
                self.assertEqual(collect_errors(block(f'dependencies = ["{requirement}"]')), expected)
        self.assertEqual(collect_errors(block(f'dependencies = ["{"a" * 500}"]')), [])
        [(message, _)] = collect_errors(block(f'dependencies = ["{"a" * 501}"]'))
        self.assertEqual(message, f'"{"a" * 100}" is longer than 500 characters.')

    def test_a_script_says_which_Python_it_needs(self):
        for wanted, fits in VERSIONS:
            with self.subTest(wanted=wanted):
                message = f'The script requires Python "{wanted}"; this installation has Python {HERE}.'
                self.assertEqual(collect_errors(block(f'requires-python = "{wanted}"')), [] if fits else [(message, 2)])
        for wanted in ("3.11", ">=3.*", "about 3", ">=3.x"):
            message = f'`requires-python` has "{wanted}", which is not a version specifier, such as ">=3.11".'
            self.assertEqual(collect_errors(block(f'requires-python = "{wanted}"')), [(message, 2)])


class Files(unittest.TestCase):
    def test_further_files_are_cut_from_the_text_of_the_script(self):
        script = split_script(f"{RUN}{FILES}")
        self.assertEqual(script.source, RUN)
        files = {"helpers.py": ScriptFile("import lib.dates\nx = 1\n", 3), "lib/dates.py": ScriptFile("day = 1\n", 6)}
        self.assertEqual(script.files, files)
        for source in ("x = 1", "x = '#|metarun-files'\n", " #|metarun-files\n"):
            self.assertEqual(split_script(source), (source, {}))
        self.assertEqual(split_script("x\n#|metarun-files\n\n#|file a.py\n\n").files, {"a.py": ScriptFile("\n", 4)})

    def test_a_script_has_at_most_200_files_with_paths_of_200_characters(self):
        def text(count, ending=""):
            return "#|metarun-files\n" + "".join(f"#|file a{index}.py\n" for index in range(count)) + ending

        self.assertEqual(len(split_script(text(200)).files), 200)
        with self.assertRaisesRegex(BadFiles, "A script may have 200 further files."):
            split_script(text(201))
        self.assertEqual(len(split_script(text(1, f"#|file {'b' * 197}.py\n")).files), 2)
        with self.assertRaisesRegex(BadFiles, "is not a path"):
            split_script(text(1, f"#|file {'b' * 198}.py\n"))

    def test_a_module_is_a_file_or_a_folder(self):
        files = split_script("#|metarun-files\n#|file a.py\n#|file b/__init__.py\n#|file b.py\n#|file c/d.py\n").files
        found = [module_file(files, name) for name in ("a", "b", "c", "c.d", "d", "c.e")]
        self.assertEqual(found, ["a.py", "b/__init__.py", "", "c/d.py", None, None])
