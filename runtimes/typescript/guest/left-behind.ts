import { ofRun } from './console.js';
import { assign, create, indexOf, quote, slice, toUpperCase } from './intrinsics.js';
import type { Link } from './link.js';

/**
 * Names of calls in log messages, if they differ from their methods. Empty for calls that are not named: waits, which
 * scripts race, so that a lost race loses nothing; and parts of operations that are named otherwise.
 */
const NAMES: Record<string, string> = assign(create(null) as object, {
  sleep: '',
  'event.wait': '',
  'approval.ask': '',
  'approval.open': '',
  'approval.link': '',
  'approval.await': '',
  'step.begin': '',
  'step.fail': '',
  'step.end': '',
  'http.abort': '',
  'http.request': 'an HTTP request',
  'task.run': 'a call of reporter.runTask',
  'model.generate': 'a call of reporter.ai.generate',
  'model.embed': 'a call of reporter.ai.embed',
});
const MAX_NAMES = 8;
const MAX_STEP = 100;

/** Logs what the end of the run cuts off, if anything. `others` are further items, in words. */
function nameLeftBehind(link: Link, others: readonly string[], end: 'done' | 'failed'): void {
  const { steps, methods } = link.underWay;
  const list = new List();
  for (let index = 0; index < steps.length; index += 1)
    list.add(`the step ${quote(slice(steps[index] ?? '', 0, MAX_STEP))}`);
  for (let index = 0; index < methods.length; index += 1) {
    const words = describeCall(methods[index] ?? '');
    if (words !== '') list.add(words);
  }
  for (let index = 0; index < others.length; index += 1) list.add(others[index] ?? '');
  if (list.count === 0) return;
  const how = end === 'done' ? 'returned' : 'failed';
  const advice = end === 'done' ? ' Await what has to be done.' : '';
  ofRun.log.write(
    'warning',
    `The run ${how} while something was still under way, and cut it off: ${list.text}.${advice}`,
  );
}

/**
 * Returns the words for a method; the methods are those of the protocol: `files.read_lines` is
 * `reporter.files.readLines`.
 */
function describeCall(method: string): string {
  const known = NAMES[method];
  if (known !== undefined) return known;
  let name = method;
  for (let at = indexOf(name, '_', 0); at !== -1; at = indexOf(name, '_', at))
    name =
      slice(name, 0, at) +
      toUpperCase(slice(name, at + 1, at + 2)) +
      slice(name, at + 2, name.length);
  return `a call of reporter.${name}`;
}

class List {
  text = '';
  count = 0;

  add(words: string): void {
    this.count += 1;
    if (this.count <= MAX_NAMES) this.text += this.count === 1 ? words : `, ${words}`;
    else if (this.count === MAX_NAMES + 1) this.text += ' and more';
  }
}

/** Creates the functions on first use. @see scripts/in-one-function.mjs */
export function makeLeftBehind() {
  return { nameLeftBehind };
}
