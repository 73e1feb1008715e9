import type { Behaviour, Group, PortBehaviour } from '../behaviour.js';

type Scripts = Pick<Behaviour, 'python' | 'typescript'>;
type Kind = NonNullable<Behaviour['raises']>;

/** Returns a call that raises an exception in the script before anything is sent to the host. */
function misused(raises: Kind, message: RegExp, says: string, scripts: Scripts): PortBehaviour {
  return { says, raises, message, events: [], calls: [], ...scripts };
}

export const MISUSE: Group<PortBehaviour> = {
  title: 'Misuse of the reporter',
  behaviours: {
    'misuse.phase-number': misused('type', /text/, 'a number as the phase raises a type error', {
      python: 'reporter.set_phase(7)',
      typescript: 'reporter.setPhase(7);',
    }),
    'misuse.phase-null': misused('type', /text/, 'null as the phase raises a type error', {
      python: 'reporter.set_phase(None)',
      typescript: 'reporter.setPhase(null);',
    }),
    'misuse.phase-missing': misused('type', /text/, 'a missing phase raises a type error', {
      python: 'reporter.set_phase()',
      typescript: 'reporter.setPhase();',
    }),
    'misuse.phase-bytes': misused('type', /text/, 'bytes as the phase raise a type error', {
      python: 'reporter.set_phase(b"x")',
      typescript: 'reporter.setPhase(new Uint8Array(1));',
    }),
    'misuse.progress-text': misused(
      'type',
      /number/,
      'a string as the progress raises a type error',
      {
        python: 'reporter.set_progress("ten")',
        typescript: 'reporter.setProgress("ten");',
      },
    ),
    'misuse.progress-null': misused('type', /number/, 'null as the progress raises a type error', {
      python: 'reporter.set_progress(None)',
      typescript: 'reporter.setProgress(null);',
    }),
    'misuse.progress-boolean': misused(
      'type',
      /number/,
      'a boolean as the progress raises a type error',
      {
        python: 'reporter.set_progress(True)',
        typescript: 'reporter.setProgress(true);',
      },
    ),
    'misuse.progress-missing': misused(
      'type',
      /value|number/,
      'a missing progress raises a type error',
      {
        python: 'reporter.set_progress()',
        typescript: 'reporter.setProgress();',
      },
    ),
    'misuse.progress-nan': misused(
      'value',
      /0 (and|to) 100, not nan/i,
      'NaN as the progress raises a value error',
      {
        python: 'reporter.set_progress(float("nan"))',
        typescript: 'reporter.setProgress(NaN);',
      },
    ),
    'misuse.progress-infinite': misused(
      'value',
      /0 (and|to) 100/,
      'infinity as the progress raises a value error',
      {
        python: 'reporter.set_progress(float("inf"))',
        typescript: 'reporter.setProgress(Infinity);',
      },
    ),
    'misuse.progress-below': misused(
      'value',
      /0 (and|to) 100, not -1/,
      'a progress below 0 raises a value error',
      {
        python: 'reporter.set_progress(-1)',
        typescript: 'reporter.setProgress(-1);',
      },
    ),
    'misuse.progress-above': misused(
      'value',
      /0 (and|to) 100, not 100.5/,
      'a progress above 100 raises a value error',
      {
        python: 'reporter.set_progress(100.5)',
        typescript: 'reporter.setProgress(100.5);',
      },
    ),
    'misuse.log-level': misused(
      'value',
      /debug, info, warning/,
      'an unknown log level raises a value error',
      {
        python: 'reporter.log("x", level="loud")',
        typescript: 'reporter.log("x", "loud");',
      },
    ),
    'misuse.log-level-type': misused(
      'type',
      /level/,
      'a number as the log level raises a type error',
      {
        python: 'reporter.log("x", level=5)',
        typescript: 'reporter.log("x", 5);',
      },
    ),
    'misuse.path-number': misused(
      'type',
      /path/,
      'a number as the path of a file raises a type error',
      {
        python: 'reporter.files.read(7)',
        typescript: 'await reporter.files.read(7);',
      },
    ),
    'misuse.path-null': misused('type', /path/, 'null as the path of a file raises a type error', {
      python: 'reporter.files.exists(None)',
      typescript: 'await reporter.files.exists(null);',
    }),
    'misuse.path-missing': misused('type', /path/, 'a missing path raises a type error', {
      python: 'reporter.files.delete()',
      typescript: 'await reporter.files.delete();',
    }),
    'misuse.list-path': misused(
      'type',
      /path/,
      'a number as the path of a directory raises a type error',
      {
        python: 'reporter.files.list(7)',
        typescript: 'await reporter.files.list(7);',
      },
    ),
    'misuse.lines-text': misused(
      'type',
      /first/,
      'a string as the first line raises a type error',
      {
        python: 'reporter.files.read_lines("/a", "1")',
        typescript: 'await reporter.files.readLines("/a", "1");',
      },
    ),
    'misuse.lines-zero': misused(
      'value',
      /first.* from 1|first.*between 1/,
      '0 as the first line raises a value error',
      {
        python: 'reporter.files.read_lines("/a", 0)',
        typescript: 'await reporter.files.readLines("/a", 0);',
      },
    ),
    'misuse.lines-last': misused('type', /last/, 'a boolean as the last line raises a type error', {
      python: 'reporter.files.read_lines("/a", 1, True)',
      typescript: 'await reporter.files.readLines("/a", 1, true);',
    }),
    'misuse.section-missing': misused('type', /section/, 'a missing section raises a type error', {
      python: 'reporter.files.read_section("/a")',
      typescript: 'await reporter.files.readSection("/a");',
    }),
    'misuse.pattern-number': misused(
      'type',
      /pattern/,
      'a number as the glob pattern raises a type error',
      {
        python: 'reporter.files.glob(7)',
        typescript: 'await reporter.files.glob(7);',
      },
    ),
    'misuse.query-null': misused('type', /query/, 'null as the search query raises a type error', {
      python: 'reporter.files.search(None)',
      typescript: 'await reporter.files.search(null);',
    }),
    'misuse.search-limit': misused(
      'value',
      /limit/,
      'a search limit above 100 raises a value error',
      {
        python: 'reporter.files.search("a", limit=101)',
        typescript: 'await reporter.files.search("a", { limit: 101 });',
      },
    ),
    'misuse.path-nul': misused(
      'value',
      /path contains a NUL/,
      'a path that contains NUL raises a value error',
      {
        python: 'reporter.files.read("/a\\0b")',
        typescript: 'await reporter.files.read("/a\\0b");',
      },
    ),
    'misuse.path-surrogate': misused(
      'value',
      /path contains half/,
      'a path that contains a lone surrogate raises a value error',
      {
        python: 'reporter.files.read("/\\ud800")',
        typescript: 'await reporter.files.read("/\\ud800");',
      },
    ),
    'misuse.content-number': misused(
      'type',
      /content/,
      'a number as the content of a file raises a type error',
      {
        python: 'reporter.files.write("/a", 7)',
        typescript: 'await reporter.files.write("/a", 7);',
      },
    ),
    'misuse.content-object': misused(
      'type',
      /content/,
      'an object as the content of a file raises a type error',
      {
        python: 'reporter.files.write("/a", {"a": 1})',
        typescript: 'await reporter.files.write("/a", { a: 1 });',
      },
    ),
    'misuse.content-missing': misused(
      'type',
      /content/,
      'missing content of a file raises a type error',
      {
        python: 'reporter.files.write("/a")',
        typescript: 'await reporter.files.write("/a");',
      },
    ),
    'misuse.content-nul': misused(
      'value',
      /content contains a NUL/,
      'text to write that contains NUL raises a value error',
      {
        python: 'reporter.files.write("/a", "x\\0y")',
        typescript: 'await reporter.files.write("/a", "x\\0y");',
      },
    ),
    'misuse.content-huge': misused(
      'value',
      /^\w+: files.write is larger/,
      'a call larger than a protocol frame raises a value error',
      {
        python: 'reporter.files.write("/a", "x" * 17_000_000)',
        typescript: 'await reporter.files.write("/a", "x".repeat(17_000_000));',
      },
    ),
    'misuse.many-values': misused(
      'value',
      /^\w+: \w+.\w+ holds more than \d+ values in \w+ and objects; a call holds no more/,
      'a call with more values than the limit raises a value error',
      {
        python: 'reporter.run_task("a", {"x": [0] * 400_000})',
        typescript: 'await reporter.runTask("a", { x: Array(400_000).fill(0) });',
      },
    ),
    'misuse.workspace': misused('type', /\bws\b/, 'a number as the workspace raises a type error', {
      python: 'reporter.files.read("/a", ws=7)',
      typescript: 'await reporter.files.read("/a", { ws: 7 });',
    }),
    'misuse.recursive': misused(
      'type',
      /recursive/,
      'a string as `recursive` raises a type error',
      {
        python: 'reporter.files.list("/", recursive="yes")',
        typescript: 'await reporter.files.list("/", { recursive: "yes" });',
      },
    ),
    'misuse.secret-number': misused(
      'type',
      /name/,
      'a number as the name of a secret raises a type error',
      {
        python: 'reporter.secrets.get(7)',
        typescript: 'await reporter.secrets.get(7);',
      },
    ),
    'misuse.secret-missing': misused('type', /name/, 'a missing secret name raises a type error', {
      python: 'reporter.secrets.get()',
      typescript: 'await reporter.secrets.get();',
    }),
    'misuse.unknown-method': misused(
      'member',
      /nothing/,
      'an unknown method of the reporter raises an error that names it',
      {
        python: 'reporter.nothing()',
        typescript: 'reporter.nothing();',
      },
    ),
    'misuse.unknown-capability': misused(
      'member',
      /nothing/,
      'an unknown method of `files` raises an error that names it',
      {
        python: 'reporter.files.nothing("/a")',
        typescript: 'await reporter.files.nothing("/a");',
      },
    ),
    'misuse.goes-on': {
      says: 'a script can catch an error of misuse and go on',
      python:
        'try:\n    reporter.set_progress("ten")\nexcept TypeError:\n    reporter.set_phase("caught")\nreturn 1',
      typescript:
        'try { reporter.setProgress("ten"); } catch { reporter.setPhase("caught"); }\nreturn 1;',
      result: 1,
      events: ['phase:caught'],
    },
  },
};
