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
    'misuse.phase-number': misused('type', /text/, 'a phase that is a number', {
      python: 'reporter.set_phase(7)',
      typescript: 'reporter.setPhase(7);',
    }),
    'misuse.phase-null': misused('type', /text/, 'a phase that is null', {
      python: 'reporter.set_phase(None)',
      typescript: 'reporter.setPhase(null);',
    }),
    'misuse.phase-missing': misused('type', /text/, 'no phase', {
      python: 'reporter.set_phase()',
      typescript: 'reporter.setPhase();',
    }),
    'misuse.phase-bytes': misused('type', /text/, 'a phase in bytes', {
      python: 'reporter.set_phase(b"x")',
      typescript: 'reporter.setPhase(new Uint8Array(1));',
    }),
    'misuse.progress-text': misused('type', /number/, 'a progress that is a text', {
      python: 'reporter.set_progress("ten")',
      typescript: 'reporter.setProgress("ten");',
    }),
    'misuse.progress-null': misused('type', /number/, 'a progress that is null', {
      python: 'reporter.set_progress(None)',
      typescript: 'reporter.setProgress(null);',
    }),
    'misuse.progress-boolean': misused('type', /number/, 'a progress that is a boolean', {
      python: 'reporter.set_progress(True)',
      typescript: 'reporter.setProgress(true);',
    }),
    'misuse.progress-missing': misused('type', /value|number/, 'no progress', {
      python: 'reporter.set_progress()',
      typescript: 'reporter.setProgress();',
    }),
    'misuse.progress-nan': misused('value', /0 (and|to) 100, not nan/i, 'a progress that is NaN', {
      python: 'reporter.set_progress(float("nan"))',
      typescript: 'reporter.setProgress(NaN);',
    }),
    'misuse.progress-infinite': misused('value', /0 (and|to) 100/, 'an infinite progress', {
      python: 'reporter.set_progress(float("inf"))',
      typescript: 'reporter.setProgress(Infinity);',
    }),
    'misuse.progress-below': misused('value', /0 (and|to) 100, not -1/, 'a progress below 0', {
      python: 'reporter.set_progress(-1)',
      typescript: 'reporter.setProgress(-1);',
    }),
    'misuse.progress-above': misused('value', /0 (and|to) 100, not 100.5/, 'a progress above 100', {
      python: 'reporter.set_progress(100.5)',
      typescript: 'reporter.setProgress(100.5);',
    }),
    'misuse.log-level': misused('value', /debug, info, warning/, 'a level that there is not', {
      python: 'reporter.log("x", level="loud")',
      typescript: 'reporter.log("x", "loud");',
    }),
    'misuse.log-level-type': misused('type', /level/, 'a level that is no text', {
      python: 'reporter.log("x", level=5)',
      typescript: 'reporter.log("x", 5);',
    }),
    'misuse.path-number': misused('type', /path/, 'a path that is a number', {
      python: 'reporter.files.read(7)',
      typescript: 'await reporter.files.read(7);',
    }),
    'misuse.path-null': misused('type', /path/, 'a path that is null', {
      python: 'reporter.files.exists(None)',
      typescript: 'await reporter.files.exists(null);',
    }),
    'misuse.path-missing': misused('type', /path/, 'no path', {
      python: 'reporter.files.delete()',
      typescript: 'await reporter.files.delete();',
    }),
    'misuse.list-path': misused('type', /path/, 'a path to list that is a number', {
      python: 'reporter.files.list(7)',
      typescript: 'await reporter.files.list(7);',
    }),
    'misuse.lines-text': misused('type', /first/, 'a line that is a text', {
      python: 'reporter.files.read_lines("/a", "1")',
      typescript: 'await reporter.files.readLines("/a", "1");',
    }),
    'misuse.lines-zero': misused('value', /first.* from 1|first.*between 1/, 'line 0', {
      python: 'reporter.files.read_lines("/a", 0)',
      typescript: 'await reporter.files.readLines("/a", 0);',
    }),
    'misuse.lines-last': misused('type', /last/, 'a last line that is true', {
      python: 'reporter.files.read_lines("/a", 1, True)',
      typescript: 'await reporter.files.readLines("/a", 1, true);',
    }),
    'misuse.section-missing': misused('type', /section/, 'no section', {
      python: 'reporter.files.read_section("/a")',
      typescript: 'await reporter.files.readSection("/a");',
    }),
    'misuse.pattern-number': misused('type', /pattern/, 'a pattern that is a number', {
      python: 'reporter.files.glob(7)',
      typescript: 'await reporter.files.glob(7);',
    }),
    'misuse.query-null': misused('type', /query/, 'a query that is null', {
      python: 'reporter.files.search(None)',
      typescript: 'await reporter.files.search(null);',
    }),
    'misuse.search-limit': misused('value', /limit/, 'more results than there may be', {
      python: 'reporter.files.search("a", limit=101)',
      typescript: 'await reporter.files.search("a", { limit: 101 });',
    }),
    'misuse.path-nul': misused('value', /path contains a NUL/, 'a NUL in a path', {
      python: 'reporter.files.read("/a\\0b")',
      typescript: 'await reporter.files.read("/a\\0b");',
    }),
    'misuse.path-surrogate': misused('value', /path contains half/, 'half a pair in a path', {
      python: 'reporter.files.read("/\\ud800")',
      typescript: 'await reporter.files.read("/\\ud800");',
    }),
    'misuse.content-number': misused('type', /content/, 'content that is a number', {
      python: 'reporter.files.write("/a", 7)',
      typescript: 'await reporter.files.write("/a", 7);',
    }),
    'misuse.content-object': misused('type', /content/, 'content that is an object', {
      python: 'reporter.files.write("/a", {"a": 1})',
      typescript: 'await reporter.files.write("/a", { a: 1 });',
    }),
    'misuse.content-missing': misused('type', /content/, 'no content', {
      python: 'reporter.files.write("/a")',
      typescript: 'await reporter.files.write("/a");',
    }),
    'misuse.content-nul': misused('value', /content contains a NUL/, 'a NUL in a text to write', {
      python: 'reporter.files.write("/a", "x\\0y")',
      typescript: 'await reporter.files.write("/a", "x\\0y");',
    }),
    'misuse.content-huge': misused(
      'value',
      /^\w+: files.write is larger/,
      'more than a frame holds',
      {
        python: 'reporter.files.write("/a", "x" * 17_000_000)',
        typescript: 'await reporter.files.write("/a", "x".repeat(17_000_000));',
      },
    ),
    'misuse.many-values': misused(
      'value',
      /^\w+: \w+.\w+ holds more than \d+ values in \w+ and objects; a call holds no more/,
      'more values than a call may hold',
      {
        python: 'reporter.run_task("a", {"x": [0] * 400_000})',
        typescript: 'await reporter.runTask("a", { x: Array(400_000).fill(0) });',
      },
    ),
    'misuse.workspace': misused('type', /\bws\b/, 'a workspace that is a number', {
      python: 'reporter.files.read("/a", ws=7)',
      typescript: 'await reporter.files.read("/a", { ws: 7 });',
    }),
    'misuse.recursive': misused('type', /recursive/, 'a `recursive` that is a text', {
      python: 'reporter.files.list("/", recursive="yes")',
      typescript: 'await reporter.files.list("/", { recursive: "yes" });',
    }),
    'misuse.secret-number': misused('type', /name/, "a secret's name that is a number", {
      python: 'reporter.secrets.get(7)',
      typescript: 'await reporter.secrets.get(7);',
    }),
    'misuse.secret-missing': misused('type', /name/, "no secret's name", {
      python: 'reporter.secrets.get()',
      typescript: 'await reporter.secrets.get();',
    }),
    'misuse.unknown-method': misused('member', /nothing/, 'a method that there is not', {
      python: 'reporter.nothing()',
      typescript: 'reporter.nothing();',
    }),
    'misuse.unknown-capability': misused('member', /nothing/, 'one of `files` that there is not', {
      python: 'reporter.files.nothing("/a")',
      typescript: 'await reporter.files.nothing("/a");',
    }),
    'misuse.goes-on': {
      says: 'a script that catches it goes on',
      python:
        'try:\n    reporter.set_progress("ten")\nexcept TypeError:\n    reporter.set_phase("caught")\nreturn 1',
      typescript:
        'try { reporter.setProgress("ten"); } catch { reporter.setPhase("caught"); }\nreturn 1;',
      result: 1,
      events: ['phase:caught'],
    },
  },
};
