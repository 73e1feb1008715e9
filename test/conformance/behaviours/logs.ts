import type { Group, PortBehaviour } from '../behaviour.js';
import { AT_ONCE_MS } from '../../support/deadlines.js';

const TRUNCATED = 'warning:Log truncated: a run may log 1000 bytes.';

export const LOGS: Group<PortBehaviour> = {
  title: 'Logs',
  behaviours: {
    'log.levels': {
      says: '`log` has four levels and uses `info` by default',
      python:
        'reporter.log("a")\nfor level in ("debug", "info", "warning", "error"): reporter.log("b", level=level)',
      typescript:
        'reporter.log("a"); for (const level of ["debug", "info", "warning", "error"]) reporter.log("b", level);',
      events: ['info:a', 'debug:b', 'info:b', 'warning:b', 'error:b'],
    },
    'log.print': {
      says: 'printed values are logged at `info`, separated by spaces',
      python: 'print("a", 1, True and "b")\nprint()',
      typescript: 'console.log("a", 1, "b"); console.log();',
      events: ['info:a 1 b', 'info:'],
    },
    'log.logger': {
      says: "messages of the language's own logger keep their levels",
      python:
        'import logging\nlogging.debug("d")\nlogging.info("i")\nlogging.warning("w")\nlogging.error("e")',
      typescript: 'console.debug("d"); console.info("i"); console.warn("w"); console.error("e");',
      events: ['debug:d', 'info:i', 'warning:w', 'error:e'],
    },
    'log.while-running': {
      says: 'a log line arrives while the script is still running',
      answers: async (_call, host) => {
        await host.reported('info:early');
        return true;
      },
      python: 'print("early")\nreturn reporter.files.exists("/a")',
      typescript: 'console.log("early"); return await reporter.files.exists("/a");',
      result: true,
    },
    'log.no-newline': {
      says: 'the last log line arrives even without a newline',
      python: 'print("a")\nprint("b", end="")',
      typescript: 'console.log("a"); console.log("b");',
      events: ['info:a', 'info:b'],
    },
    'log.lines': {
      says: 'a text of several lines becomes as many log lines of the same level',
      python: 'reporter.log("a\\n\\n  b", level="error")\nprint("c\\nd")',
      typescript: 'reporter.log("a\\n\\n  b", "error"); console.log("c\\nd");',
      events: ['error:a', 'error:', 'error:  b', 'info:c', 'info:d'],
    },
    'log.last-newline': {
      says: 'a newline at the end of a text does not start another log line',
      python:
        'reporter.log("a\\n")\nreporter.log("b\\n\\n")\nreporter.log("")\nreporter.log("\\n")',
      typescript:
        'reporter.log("a\\n"); reporter.log("b\\n\\n"); reporter.log(""); reporter.log("\\n");',
      events: ['info:a', 'info:b', 'info:', 'info:', 'info:'],
    },
    'log.carriage-return': {
      says: 'CR LF ends a log line like LF, and a lone CR overwrites the line',
      python: 'reporter.log("a\\r\\nb\\r")\nprint("c\\r")\nprint("d\\re")',
      typescript: 'reporter.log("a\\r\\nb\\r"); console.log("c\\r"); console.log("d\\re");',
      events: ['info:a', 'info:b', 'info:c', 'info:e'],
    },
    'log.error': {
      says: "a logged exception shows the author's own lines",
      whole: true,
      python:
        'import logging\n\ndef run(params, reporter):\n    try:\n        raise ValueError("no stock")\n    except ValueError:\n        logging.exception("failed")\n',
      typescript:
        'interface Order {\n  id: number;\n}\n\nexport function run(params: Order) {\n  try {\n    throw new RangeError("no stock");\n  } catch (error) {\n    console.error("failed", error);\n  }\n}\n',
      differs: {
        because: 'each language has a different format for exceptions',
        python: {
          events: [
            'error:failed',
            'error:Traceback (most recent call last):',
            'error:  File "workflow.py", line 5, in run',
            'error:    raise ValueError("no stock")',
            'error:ValueError: no stock',
          ],
        },
        typescript: {
          events: ['error:failed RangeError: no stock', 'error:    at run (workflow.ts:7:11)'],
        },
      },
    },
    'log.unicode': {
      says: 'log lines can contain any character; NUL and lone surrogates become U+FFFD',
      python: 'print("Ünï 🎉 漢字")\nreporter.log("a\\0b\\ud800c")',
      typescript: 'console.log("Ünï 🎉 漢字"); reporter.log("a\\0b\\ud800c");',
      events: ['info:Ünï 🎉 漢字', 'info:a\ufffdb\ufffdc'],
    },
    'log.values': {
      says: 'numbers are logged as text',
      python: 'reporter.log(5)\nreporter.log(2.5)\nprint(-1)',
      typescript: 'reporter.log(5); reporter.log(2.5); console.log(-1);',
      events: ['info:5', 'info:2.5', 'info:-1'],
    },
    'log.long-line': {
      says: 'a log line is cut at 16,384 characters and says so',
      python: 'print("x" * 20_000)\nreporter.log("y" * 16_384)',
      typescript: 'console.log("x".repeat(20_000)); reporter.log("y".repeat(16_384));',
      events: [
        `info:${'x'.repeat(16_384)} [cut: 3616 more characters]`,
        `info:${'y'.repeat(16_384)}`,
      ],
    },
    'log.limit': {
      says: 'the log ends at its limit with a line that says so',
      limits: { max_log_bytes: 1_000 },
      python: 'for _ in range(1_000): print("x")\nreporter.log("y")',
      typescript: 'for (let n = 0; n < 1_000; n++) console.log("x"); reporter.log("y");',
      events: [...Array.from({ length: 9 }, () => 'info:x'), TRUNCATED],
    },
    'log.limit-is-no-end': {
      says: 'a script goes on beyond the log limit and can still report phases',
      limits: { max_log_bytes: 1_000 },
      python: 'print("x\\n" * 1_000_000)\nreporter.set_phase("after")\nreturn "done"',
      typescript:
        'console.log("x\\n".repeat(1_000_000)); reporter.setPhase("after"); return "done";',
      result: 'done',
      events: [...Array.from({ length: 9 }, () => 'info:x'), TRUNCATED, 'phase:after'],
    },
    'log.flood': {
      says: 'a million log lines end at the log limit and do not delay the run',
      heavy: true,
      python: 'for n in range(1_000_000): print(n)\nreturn 1',
      typescript: 'for (let n = 0; n < 1_000_000; n++) console.log(n); return 1;',
      result: 1,
      reports: ['warning:Log truncated: a run may log 100000 bytes.'],
      withinMs: AT_ONCE_MS,
    },
    'log.huge-line': {
      says: 'a log line of 50 MB is cut like any other long line',
      heavy: true,
      python: 'print("x" * 50_000_000)',
      typescript: 'console.log("x".repeat(50_000_000));',
      events: [`info:${'x'.repeat(16_384)} [cut: 49983616 more characters]`],
    },
  },
};
