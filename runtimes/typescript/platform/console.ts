/** Formatting of values, and the methods of `console` that few scripts use, as in Node. */
import node from 'node-inspect-extracted';
import type { Screen } from '../guest/console-screen.js';
import { tableText } from './console-table.js';
import { timeText } from './console-times.js';

/** A member of the module that its types lack. */
const { getStringWidth: measureWidth } = node as typeof node & {
  getStringWidth: (text: string) => number;
};
const { format, inspect } = node;

function methods({ print, warn, now }: Screen) {
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const log = (...values: unknown[]): void => print('info', values);
  const toLabelText = (label: unknown): string =>
    label === undefined ? 'default' : `${label as string}`;
  const timed = (name: string, method: string, values: unknown[]): void => {
    const began = timers.get(name);
    if (began === undefined) warn(`No such label '${name}' for console.${method}()`);
    else log('%s: %s', name, timeText(now() - began), ...values);
  };
  return {
    table(data: unknown, columns?: unknown): void {
      if (data === null || typeof data !== 'object') return log(data);
      log(tableText(data, columns, { inspect, measureWidth }));
    },
    dir: (value: unknown, options?: object): void =>
      log(inspect(value, { customInspect: false, ...options })),
    count(label: unknown): void {
      const name = toLabelText(label);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      log(`${name}: ${count}`);
    },
    countReset(label: unknown): void {
      const name = toLabelText(label);
      if (!counts.delete(name)) warn(`Count for '${name}' does not exist`);
    },
    time(label: unknown): void {
      const name = toLabelText(label);
      if (timers.has(name)) warn(`Label '${name}' already exists for console.time()`);
      else timers.set(name, now());
    },
    timeLog: (label: unknown, ...values: unknown[]): void =>
      timed(toLabelText(label), 'timeLog', values),
    timeEnd(label: unknown): void {
      const name = toLabelText(label);
      timed(name, 'timeEnd', []);
      timers.delete(name);
    },
  };
}

const part = { format, inspect, methods };

export type ConsolePart = typeof part;

/** The build wraps this module in a function that returns the default export. */
export default part;
