import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPage, ROOT, parseTableRows } from '../support/markdown.js';

/** A constant that is a time, or how often something is tried. */
interface TimeConstant {
  file: string;
  name: string;
  /** As people read it, such as `1 min`; an expression with other constants as it stands. */
  value: string;
}

/** The sources whose times are held to a table, as paths from the root of the repository. */
const SOURCES = ['{src,runtimes,packages,scripts}/**/*.{ts,mts,mjs,py}', 'bin/metarun'];
/** Tests, types, and examples of requests. */
const OTHERS = /(?:\.spec|\.test|\.d)\.m?ts$|\/openapi-examples\.ts$/;

const UNITS: Readonly<Record<string, number>> = {
  MS: 1,
  SECONDS: 1_000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
};
const SHOWN: readonly [name: string, ms: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];
/** The most values of a list that are shown; of a longer one, its first and its last. */
const MOST_SHOWN = 4;
const UNIT = /_(MS|SECONDS|MINUTES|HOURS|DAYS)(?:_PER_[A-Z]+)?$/;
/** Names of times in Python, in seconds. */
const PYTHON_TIME = /_(?:INTERVAL|PAUSE|DELAY)$/;
/** Names of how often something is tried. */
const COUNT =
  /(?:^|_)(?:TRIES|TRIALS|ATTEMPTS|RETRIES|REPEATS)$|^MAX_(?:BROKEN|CRASHES|ENDS|FAILED_STARTS|FAILURES)$|^(?:MISSED|RENEWALS)$/;

const DECLARED = /\b(?:const|readonly|static)\s+([A-Z][A-Z\d_]*)\s*(?::[^=;]*)?=(?!=)\s*([^;]+);/g;
const ASSIGNED = /^\s*(_?[A-Z][A-Z\d_]*)\s*=(?!=)\s*([^#\n]+)/gm;
const CONSTANT = /^_?[A-Z][A-Z\d_]*$/;
const NUMBER = /^[\d_.]+(?:\s*(?:\*\*?|-)\s*[\d_.]+)*$/;

/** Calls that wait for a time, with it as one of their arguments. */
const WAITS =
  /\b(?:setTimeout|setInterval|AbortSignal\.timeout|Atomics\.wait|delay|pause|within|afterReading)\(/g;
const PYTHON_WAITS =
  /(?:\btime\.sleep|\bselect\.select|\bTimer|\.(?:settimeout|select|poll|wait|acquire|result))\(|\.join\((?=[\d.]|timeout)/g;
/** A value of an option, of a member or of a parameter whose name is that of a time. */
const OPTIONS =
  /(?<!\w)(?:[a-z]\w*?(?:Timeout|Interval|Delay|Ms|MS|Millis|Seconds|_ms|_seconds)['"]?\s*[:=]|(?:timeout|interval|delay|max_delay)['"]?\s*(?::[^=\n(){}]*=|[:=]))\s*([\d_.]+(?:\s*\*\s*[\d_.]+)*)(?!\s*[\w.*])/g;
/** Bounds and defaults of a field, such as `whole('timeout_seconds', 1, 3600)`. */
const FIELDS =
  /'(?:timeout|\w*_seconds|\w*_ms)'\s*((?:,\s*[\w.]+\s*)+)\)?\s*(?:\?\?\s*([\d_.]+))?/g;
const FLAGS = /['"]--(?:timeout|max-time|connect-timeout)(?:=|['"],\s*['"]?)([\d_.]+)/g;
const SHELL_WAITS = /\b(?:sleep|timeout)\s+([\d.]+)|--(?:timeout|max-time)[ =]([\d.]+)/g;

/** Returns the texts of the sources by their paths. */
export function readSources(): Map<string, string> {
  const files = globSync(SOURCES, {
    cwd: ROOT,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
  });
  return new Map(
    files
      .filter((file) => !OTHERS.test(file))
      .sort()
      .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  );
}

/** Returns the times among the constants of a source. */
export function timeConstants(file: string, source: string): TimeConstant[] {
  const isPython = file.endsWith('.py');
  const declared = [...source.matchAll(isPython ? ASSIGNED : DECLARED)];
  return declared.flatMap(([, name = '', written = '']) => {
    const text = written.replace(/\bas const\b/, '').trim();
    if (isTimeName(name, isPython) ? /^["'`]/.test(text) : !(COUNT.test(name) && NUMBER.test(text)))
      return [];
    return [{ file, name, value: valueText(name, text) }];
  });
}

/** Returns the times that a source has without a name, each as `file:line: text`. */
export function inlineTimes(file: string, source: string): string[] {
  const isPython = file.endsWith('.py');
  const isShell = file === 'bin/metarun';
  const code = isPython || isShell ? source : withoutComments(source);
  const found: number[] = [];
  const noteIf = (at: number, numbers: readonly (string | undefined)[], least: number): void => {
    if (numbers.some((text) => text !== undefined && evaluateNumber(text) > least)) found.push(at);
  };
  if (isShell)
    for (const { index, 1: a, 2: b } of code.matchAll(SHELL_WAITS)) noteIf(index, [a, b], 0);
  else {
    for (const { index, 0: call } of code.matchAll(isPython ? PYTHON_WAITS : WAITS)) {
      const given = argumentsAt(code, index + call.length);
      noteIf(index, given, isPython ? 0 : 1);
      const times = isPython ? given : given.slice(call.startsWith('set') ? 1 : 0).slice(0, 1);
      if (times.some((one) => CONSTANT.test(one) && !isTimeName(one, isPython))) found.push(index);
    }
    for (const { index, 1: value } of code.matchAll(OPTIONS)) noteIf(index, [value], 1);
    for (const { index, 1: bounds = '', 2: fallback } of code.matchAll(FIELDS))
      noteIf(index, [...bounds.split(','), fallback], 1);
    for (const { index, 1: value } of code.matchAll(FLAGS)) noteIf(index, [value], 0);
  }
  const lines = found.map((at) => code.slice(0, at).split('\n').length);
  return [...new Set(lines)].map(
    (line) => `${file}:${line}: ${source.split('\n')[line - 1]?.trim() ?? ''}`,
  );
}

function isTimeName(name: string, isPython: boolean): boolean {
  return UNIT.test(name) || (isPython && PYTHON_TIME.test(name));
}

/** Returns the settings that are times, with their defaults, by the table of a page. */
export function timeSettings(file: string): TimeConstant[] {
  const rows = ['variable', 'entry'].flatMap((kind) =>
    parseTableRows(readPage(file), [kind, 'default', 'allowed', 'what it is']),
  );
  return rows.flatMap(([name = '', fallback = '']) =>
    UNIT.test(name.toUpperCase())
      ? [{ file, name, value: valueText(name.toUpperCase(), fallback) }]
      : [],
  );
}

/** Leaves the lines as they are. */
function withoutComments(source: string): string {
  return source
    .replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

/** Returns the arguments of the call whose parenthesis ends at `start`. */
function argumentsAt(code: string, start: number): string[] {
  const given: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < code.length; at += 1) {
    const sign = code[at] ?? '';
    if ('([{'.includes(sign)) depth += 1;
    else if (depth > 0 && ')]}'.includes(sign)) depth -= 1;
    else if (depth === 0 && ',)'.includes(sign)) {
      given.push(code.slice(from, at).trim());
      from = at + 1;
      if (sign === ')') break;
    }
  }
  return given.map((one) => one.replace(/^\w+=/, ''));
}

/** Returns the value of literals and their products; NaN for all else. */
function evaluateNumber(text: string): number {
  const plain = text.trim().replaceAll('_', '');
  if (!NUMBER.test(plain)) return Number.NaN;
  const product = (factors: string): number =>
    factors
      .split(/(?<!\*)\*(?!\*)/)
      .map((factor) => {
        const [base = Number.NaN, power = 1] = factor.split('**').map(Number);
        return base ** power;
      })
      .reduce((all, factor) => all * factor, 1);
  const [first = '', ...rest] = plain.split('-');
  return rest.reduce((left, next) => left - product(next), product(first));
}

function valueText(name: string, text: string): string {
  const list = /^[[{]([^]*)[\]}]$/.exec(text)?.[1];
  if (list !== undefined) {
    const values = list.split(',').map((one) => one.replace(/^\s*\w+\s*:/, '').trim());
    const shown = values.filter((one) => one !== '').map((one) => valueText(name, one));
    return shown.length > MOST_SHOWN ? `${shown[0]} … ${shown.at(-1)}` : shown.join(' / ');
  }
  const number = evaluateNumber(text);
  if (Number.isNaN(number)) return text.replaceAll(/\s+/g, ' ');
  const unit = UNIT.exec(name)?.[1] ?? (PYTHON_TIME.test(name) ? 'SECONDS' : '');
  return unit === '' ? String(number) : timeText(number * (UNITS[unit] ?? 1));
}

/** Returns a time in the largest unit of which it is a whole number. */
function timeText(given: number): string {
  // Products of decimal fractions.
  const ms = Number(given.toPrecision(12));
  if (ms === 0) return '0';
  const least = ms < 1_000 ? (['ms', 1] as const) : (['s', 1_000] as const);
  const [shown, size] = SHOWN.find(([, each]) => ms % each === 0) ?? least;
  return `${ms / size} ${shown}`;
}
