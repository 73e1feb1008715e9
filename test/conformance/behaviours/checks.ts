import type { Behaviour, Group, PortBehaviour } from '../behaviour.js';

/** Returns a script that is refused before it runs. */
function refused(
  says: string,
  message: RegExp,
  line: number | undefined,
  scripts: Pick<Behaviour, 'python' | 'typescript'>,
): PortBehaviour {
  return {
    says,
    whole: true,
    refused: { message, ...(line !== undefined && { line }) },
    ...scripts,
  };
}
const both = (script: string) => ({ python: script, typescript: script });

export const CHECKS: Group<PortBehaviour> = {
  title: 'Script checks',
  behaviours: {
    'check.empty': refused(
      'an empty script is refused',
      /^The script is empty/,
      undefined,
      both(''),
    ),
    'check.blank': refused(
      'a script of only white space is refused',
      /^The script (is empty|defines no)/,
      undefined,
      both(' \n\t\n'),
    ),
    'check.comment': refused(
      'a script of only a comment is refused',
      /no `run`|is empty/,
      undefined,
      {
        python: '# nothing here',
        typescript: '// nothing here',
      },
    ),
    'check.no-run': refused('a script without `run` is refused', /no `run`/, undefined, {
      python: 'def walk(params, reporter): pass\n',
      typescript: 'export function walk() {}\n',
    }),
    'check.syntax': refused(
      'a script with a syntax error is refused with the line of the error',
      /\S/,
      2,
      {
        python: 'def run(params, reporter):\n    return 1 +\n',
        typescript: 'export function run() {\n  return 1 +;\n}\n',
      },
    ),
    'check.open-text': refused(
      'a script with an unterminated string is refused with the line of the string',
      /\S/,
      1,
      {
        python: 'x = "abc\ndef run(params, reporter): pass\n',
        typescript: 'const x = "abc\nexport const run = () => x;\n',
      },
    ),
    'check.other-language': refused('a script in the other language is refused', /\S/, 1, {
      python: 'export const run = () => 1;\n',
      typescript: 'def run(params, reporter):\n    return 1\n',
    }),
    'check.long': refused(
      'a script of more than 1 MiB is refused',
      /has 1048577 bytes; 1048576 are the most/,
      undefined,
      both('#'.repeat(1024 * 1024 + 1)),
    ),
    'check.signature': {
      says: 'a `run` with more than two parameters is refused',
      whole: true,
      python: 'def run(params, reporter, third): pass\n',
      typescript: 'export function run(params: unknown, reporter: unknown, third: unknown) {}\n',
      differs: {
        because: 'a JavaScript function can be called with fewer arguments than it declares',
        python: { refused: { message: /`run` must take \(params, reporter\)/, line: 1 } },
        typescript: { result: null },
      },
    },
    'check.nothing-runs': {
      says: 'checking a script does not execute it',
      whole: true,
      python: 'print("top")\ndef run(params, reporter): pass\n',
      typescript: 'console.log("top");\nexport const run = () => null;\n',
      events: ['info:top'],
    },
    'check.byte-order-mark': {
      says: 'a byte order mark before the script is ignored',
      whole: true,
      python: '\ufeffdef run(params, reporter):\n    return 1\n',
      typescript: '\ufeffexport const run = () => 1;\n',
      result: 1,
    },
    'check.crlf': {
      says: 'a script can use CR LF line endings',
      whole: true,
      python: 'def run(params, reporter):\r\n    x = """a\r\nb"""\r\n    raise TypeError(x)\r\n',
      typescript:
        'export function run() {\r\n  const x = `a\r\nb`;\r\n  throw new TypeError(x);\r\n}\r\n',
      error: 'script_error',
      message: /^TypeError: a\nb$/,
      lines: [4],
    },
  },
};
