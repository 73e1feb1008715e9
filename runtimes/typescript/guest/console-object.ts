import { ofRun } from './console.js';
import { consolePart } from './console-part.js';
import type { Screen } from './console-screen.js';
import { format } from './inspect.js';
import { captureStackTrace, defineProperty, includes, replaceAll, slice } from './intrinsics.js';
import { host } from './web/host.js';

const GROUP = '  ';

/** Creates the `console` of a run, whose methods work as in Node. */
export function makeConsole(): { console: object } {
  let indentation = '';
  const { log: logger } = ofRun;
  const screen: Screen = {
    print(level, values) {
      // Formatting is the most expensive part; a script that floods the log pays for it only up to the limit.
      if (logger.full) return;
      const text = format(values);
      logger.write(level, indentation === '' ? text : indented(text, indentation));
    },
    warn: (text) => logger.write('warning', `Warning: ${text}`),
    now: () => +host.ask('now'),
  };
  const { print } = screen;
  let methods: ReturnType<ReturnType<typeof consolePart>['methods']> | undefined;
  const rare = (): NonNullable<typeof methods> => (methods ??= consolePart().methods(screen));
  const group = (values: unknown[]): void => {
    if (values.length > 0) print('info', values);
    indentation += GROUP;
  };
  const made = {
    log(...values: unknown[]) {
      print('info', values);
    },
    warn(...values: unknown[]) {
      print('warning', values);
    },
    dir(...values: [unknown, object?]) {
      if (!logger.full) rare().dir(...values);
    },
    time(...values: [unknown]) {
      rare().time(...values);
    },
    timeEnd(...values: [unknown]) {
      rare().timeEnd(...values);
    },
    timeLog(...values: [unknown]) {
      rare().timeLog(...values);
    },
    trace(...values: unknown[]) {
      if (logger.full) return;
      const traced: { name: string; message: string; stack?: unknown } = {
        name: 'Trace',
        message: format(values),
      };
      captureStackTrace(traced, made.trace);
      print('error', [traced.stack]);
    },
    assert(...values: unknown[]) {
      const [holds, ...rest] = values;
      if (holds) return;
      const [first] = rest;
      if (typeof first === 'string') rest[0] = `Assertion failed: ${first}`;
      print('warning', typeof first === 'string' ? rest : ['Assertion failed', ...rest]);
    },
    clear() {},
    count(...values: [unknown]) {
      rare().count(...values);
    },
    countReset(...values: [unknown]) {
      rare().countReset(...values);
    },
    group(...values: unknown[]) {
      group(values);
    },
    groupEnd() {
      indentation = slice(indentation, 0, indentation.length - GROUP.length);
    },
    table(...values: [unknown, unknown]) {
      if (!logger.full) rare().table(...values);
    },
    debug(...values: unknown[]) {
      print('debug', values);
    },
    info(...values: unknown[]) {
      print('info', values);
    },
    dirxml(...values: unknown[]) {
      print('info', values);
    },
    error(...values: unknown[]) {
      print('error', values);
    },
    groupCollapsed(...values: unknown[]) {
      group(values);
    },
    profile() {},
    profileEnd() {},
    timeStamp() {},
  };
  // Used by `process.stdout` in bundles.
  const write = (level: 'info' | 'warning', text: string): void => logger.writePart(level, text);
  defineProperty(made, Symbol.for('metarun.write'), { value: write });
  defineProperty(made, Symbol.toStringTag, { value: 'console', configurable: true });
  return { console: made };
}

function indented(text: string, by: string): string {
  return by + (includes(text, '\n') ? replaceAll(text, '\n', `\n${by}`) : text);
}
