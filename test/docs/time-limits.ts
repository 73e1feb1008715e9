import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPage, ROOT, parseTableRows } from '../support/markdown.js';

/** A constant that is a duration or a number of attempts. */
interface TimeConstant {
  file: string;
  name: string;
  /** Value for people, such as `1 min`; expressions with other constants are kept unchanged. */
  value: string;
}

/** Sources whose durations must be in a table, relative to the root of the repository. */
const SOURCES = ['{src,runtimes,packages,scripts}/**/*.{ts,mts,mjs,py}', 'bin/metarun'];
/** Tests, type declarations and example requests, which are excluded. */
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
/** Maximum number of values to show of a list; of a longer list, the first and the last are shown. */
const MOST_SHOWN = 4;
const UNIT = /_(MS|SECONDS|MINUTES|HOURS|DAYS)(?:_PER_[A-Z]+)?$/;
/** Names of durations in Python, in seconds. */
const PYTHON_TIME = /_(?:INTERVAL|PAUSE|DELAY)$/;
/** Names of numbers of attempts. */
const COUNT =
  /(?:^|_)(?:TRIES|TRIALS|ATTEMPTS|RETRIES|REPEATS)$|^MAX_(?:BROKEN|CRASHES|ENDS|FAILED_STARTS|FAILURES)$|^(?:MISSED|RENEWALS)$/;

const DECLARED = /\b(?:const|readonly|static)\s+([A-Z][A-Z\d_]*)\s*(?::[^=;]*)?=(?!=)\s*([^;]+);/g;
const ASSIGNED = /^\s*(_?[A-Z][A-Z\d_]*)\s*=(?!=)\s*([^#\n]+)/gm;
const CONSTANT = /^_?[A-Z][A-Z\d_]*$/;
const NUMBER = /^[\d_.]+(?:\s*(?:\*\*?|-)\s*[\d_.]+)*$/;

/** Calls that wait for a duration given as an argument. */
const WAITS =
  /\b(?:setTimeout|setInterval|AbortSignal\.timeout|Atomics\.wait|delay|pause|within|afterReading)\(/g;
const PYTHON_WAITS =
  /(?:\btime\.sleep|\bselect\.select|\bTimer|\.(?:settimeout|select|poll|wait|acquire|result))\(|\.join\((?=[\d.]|timeout)/g;
/** Value of an option, member or parameter whose name is that of a duration. */
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

/** Returns the constants of a source that are durations. */
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

/** Returns the durations without a name in a source, as `file:line: text`. */
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

/** Returns the settings that are durations, with their defaults, from the tables of a page. */
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

/** Removes comments but keeps the line numbers. */
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

/** Returns the value of a literal or a product of literals; NaN otherwise. */
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

/** Returns a duration in the largest unit of which it is a whole multiple. */
function timeText(given: number): string {
  // Products of decimal fractions are rounded.
  const ms = Number(given.toPrecision(12));
  if (ms === 0) return '0';
  const least = ms < 1_000 ? (['ms', 1] as const) : (['s', 1_000] as const);
  const [shown, size] = SHOWN.find(([, each]) => ms % each === 0) ?? least;
  return `${ms / size} ${shown}`;
}
