import { atWholeSize, type HostileCase } from '../support/hostile-case.js';

const LOOP = 'def loop(*_, **__):\n    while True: pass\n';

export const objects: HostileCase[] = [
  {
    name: 'an error whose text never ends',
    body: `${LOOP}raise type("E", (Exception,), {"__str__": loop, "__repr__": loop})()`,
    ends: ['timeout'],
  },
  {
    name: 'an error that raises itself when it is shown',
    body: `
class E(BaseException):
    def __str__(self): raise self
    __repr__ = __getattribute__ = __str__
raise E()`,
    ends: ['script_error'],
  },
  {
    name: 'an error that says that the host is to blame',
    body: 'error = MemoryError("x")\nerror.code = "worker_lost"\nraise error',
    ends: ['out_of_memory'],
  },
  {
    name: 'values whose own methods never end',
    body: `
${LOOP}
loops = {name: loop for name in ("__iter__", "__len__", "__getitem__", "items", "keys", "__str__", "__repr__", "__int__", "__float__", "__bool__", "__index__", "encode", "__contains__")}
make = lambda base, *value: type("T", (base,), loops)(*value)
return {make(str, "a"): [make(int, 1), make(float, 1.5), make(list, [1]), make(dict, {"b": 2}), make(str, "c")]}`,
    ends: ['success', 'timeout'],
  },
  {
    name: 'a small list that is huge as JSON',
    body: 'held = "x" * 1000\nfor _ in range(60): held = [held, held]\nreturn held',
    ends: ['invalid_result'],
  },
  {
    name: 'text that grows sixfold as JSON',
    // 3 MiB become 18 MiB, which exceeds the frame limit of 16 MiB; two copies fit into the memory limit.
    body: 'reporter.files.write("/a", "\\1" * (3 << 20))',
    ends: ['script_error', 'invalid_result'],
    wrong: ({ error_message }) =>
      error_message?.includes('larger than') ? null : `${error_message}`,
  },
  ...atWholeSize(
    {
      name: 'an error whose class lies about its name and itself',
      body: `
class Meta(type):
    __name__ = property(lambda self: 1 / 0)
    __module__ = property(lambda self: 1 / 0)
    __qualname__ = property(lambda self: 1 / 0)
class E(Exception, metaclass=Meta):
    __class__ = property(lambda self: int)
    args = property(lambda self: self)
    __traceback__ = __cause__ = __context__ = property(lambda self: self)
raise E("x")`,
      ends: ['script_error'],
    },
    {
      name: 'errors that are each other’s cause',
      body: 'a, b = ValueError("a"), ValueError("b")\na.__cause__, b.__cause__, a.__context__, b.__context__ = b, a, b, a\nraise a',
      ends: ['script_error'],
    },
    {
      name: 'a chain of a hundred thousand errors',
      body: 'error = ValueError(0)\nfor number in range(100_000):\n    more = ValueError(number)\n    more.__cause__, error = error, more\nraise error',
      metaTask: { timeout_seconds: 4 },
      ends: ['script_error', 'out_of_memory', 'timeout'],
    },
    {
      name: 'an error with two million characters, NUL and half characters among them',
      body: 'raise ValueError("\\0\\ud800" * 1_000_000)',
      ends: ['script_error', 'out_of_memory'],
    },
    {
      name: 'a group of errors that is nested a thousand deep',
      body: 'group = ValueError()\nfor _ in range(900): group = ExceptionGroup("g", [group]) if sys.version_info > (3, 11) else group\nraise group',
      ends: ['script_error'],
    },
    {
      name: 'a list that holds itself',
      body: 'held = []\nheld.append({"a": held})\nreturn held',
      ends: ['invalid_result'],
    },
    {
      name: 'a list that is ten thousand deep',
      body: 'held = []\nfor _ in range(10_000): held = [held]\nreturn held',
      ends: ['invalid_result'],
    },
    {
      name: 'an integer of ten million bits',
      body: 'return 1 << 10**7',
      ends: ['invalid_result'],
    },
    {
      name: 'a dict that changes while it is read',
      body: `
import threading
held = {str(number): number for number in range(10_000)}
def change():
    number = 0
    while True:
        number += 1
        held[f"new{number % 1000}"] = number
        held.pop(f"new{(number + 500) % 1000}", None)
threading.Thread(target=change, daemon=True).start()
sys.setswitchinterval(1e-6)
return held`,
      ends: ['success', 'script_error', 'invalid_result'],
    },
    {
      name: 'something to wait for that never comes',
      body: 'class Never:\n    def __await__(self):\n        while True: yield\nreturn Never()',
      ends: ['timeout'],
    },
    {
      name: 'a generator without end, and a method, and a module',
      body: 'import itertools\nreturn [itertools.count(), print, sys]',
      ends: ['invalid_result'],
    },
  ),
];
