import { atWholeSize, type HostileCase } from '../support/hostile-case.js';

/** Loops in C code that does not check for signals. */
export const loops: HostileCase[] = [
  {
    name: 'a regular expression that tracks back',
    body: 'import re\nre.match(r"(a+)+$", "a" * 64 + "b")',
    ends: ['timeout'],
  },
  {
    name: 'a recursion without limit through C',
    body: `
sys.setrecursionlimit(10**9)
class Deep:
    def __repr__(self): return str([self])
    def __eq__(self, other): return [self] == [other]
return repr(Deep())`,
    ends: ['script_error', 'out_of_memory', 'timeout'],
  },
  {
    name: 'JSON that is nested a million deep',
    body: 'import json\nsys.setrecursionlimit(10**9)\nreturn json.loads("[" * 10**6 + "]" * 10**6)',
    ends: ['script_error', 'out_of_memory', 'invalid_result'],
  },
  ...atWholeSize(
    {
      name: 'a power of 33 million digits',
      body: 'return 7 ** (4 * 10**7)',
      ends: ['timeout', 'out_of_memory', 'invalid_result'],
    },
    {
      name: 'the text of a huge integer',
      body: 'getattr(sys, "set_int_max_str_digits", id)(0)\nreturn str(1 << 10**7)[0]',
      ends: ['timeout'],
    },
    {
      name: 'an endless iterator that C consumes',
      body: 'import collections, itertools\ncollections.deque(itertools.repeat(0), maxlen=0)',
      ends: ['timeout'],
    },
    {
      name: 'a key derivation of two thousand million rounds',
      body: 'import hashlib\nhashlib.pbkdf2_hmac("sha512", b"a", b"b", 2**31 - 1)',
      ends: ['timeout'],
    },
    {
      name: 'a sort whose keys sort themselves',
      body: `
class Key:
    def __lt__(self, other): return sorted([Key(), Key()]) is None
    __gt__ = __lt__
sys.setrecursionlimit(10**9)
sorted([Key(), Key()])`,
      ends: ['timeout', 'script_error', 'out_of_memory'],
    },
    {
      name: 'source that the compiler cannot bear',
      body: 'return eval("-" * 2_000_000 + "1")',
      ends: ['script_error', 'out_of_memory'],
    },
  ),
];
