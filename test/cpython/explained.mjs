// Modules of CPython's own tests, and the reasons why some of their tests fail in the sandbox.

/** Modules of Debian's package libpython3-testsuite that test what scripts use. */
export const MODULES = `
  json re csv collections itertools functools datetime decimal fractions math statistics random
  string textwrap struct hashlib hmac base64 binascii zlib gzip bz2 lzma zipfile tarfile shutil
  tempfile pathlib os glob fnmatch io pickle copy shelve configparser argparse logging threading
  queue subprocess selectors socket ssl httplib urllib2 urlparse httpservers smtplib ftplib
  xmlrpc asyncio.test_streams asyncio.test_tasks xml_etree minidom htmlparser difflib uuid typing
  dataclasses enum calendar zoneinfo signal mmap ctypes inspect traceback
`
  .trim()
  .split(/\s+/)
  .map((name) => `test_${name}`);

/** Reasons for failures, each with patterns of the test's name and of its error. */
const REASONS = [
  [
    'memory that processes share, and no file has, is refused: no limit would count it',
    /^test_mmap\./,
    /Operation not permitted|'m' where it is not associated/,
  ],
  [
    'without a network the error says so where nothing listens',
    /NetworkConnectionNoServer/,
    /^AssertionError: 13 /,
  ],
  [
    'the root logger has a handler already, by which what is logged becomes lines of the log',
    /^test_logging\./,
    /Unexpected handlers|True is not false|not found in ''/,
  ],
  [
    'scripts have no network here, and the test looks for a host',
    /./,
    /This meta-task has no network|gaierror/,
  ],
  [
    'UDP-Lite is refused, as is all but TCP and UDP',
    /^test_socket\..*UDPLITE/,
    /Protocol not supported/,
  ],
  [
    'the script may not make memory that belongs to no process',
    /MemfdCreate/,
    /Operation not permitted/,
  ],
  ['a file may have 1 GiB', /large_file/, /File too large/],
  ['the library of Python is read-only', /unpickle_module_race/, /Read-only file system/],
  [
    'a run has one user, and no other to become',
    /test_user|test_group|test_extra_groups|chown_without_permission/,
    /Invalid argument|Operation not permitted/,
  ],
  ['the size of pipes is fixed', /pipesize/, /Operation not permitted/],
  ['no process begins a session of its own', /start_new_session|setsid/, /./],
  ['sockets of other families are refused', /^test_socket\./, /Address family not supported/],
];

/** Returns the reason why a test fails; null if it should pass. */
export function explainFailure(name, error) {
  return REASONS.find(([, names, errors]) => names.test(name) && errors.test(error))?.[0] ?? null;
}
