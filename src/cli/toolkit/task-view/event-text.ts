import type { styleText } from 'node:util';
import { plainText } from '../plain-text.js';
import { formatOf, markOf } from '../status-mark.js';
import { lineIn, numberIn, type ShownEvent, textIn } from './shown-event.js';

export interface EventText {
  text: string;
  format: Parameters<typeof styleText>[0];
}

type Data = ShownEvent['data'];

/** From the least severe on. */
export const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];

const LEVEL_FORMAT = { debug: 'dim', info: 'reset', warning: 'yellow', error: 'red' } as const;

export function levelOf(data: Data): Level {
  const level = textIn(data, 'level');
  return LEVELS.find((each) => each === level) ?? 'info';
}

/** Returns whether a log line goes on: an event of the same line will follow. */
export function isOpen(data: Data): boolean {
  return data['open'] === true;
}

/**
 * Returns a log line as the lines that it is shown in. Only warnings and errors are marked as what they are, and the first
 * attempt is not shown.
 */
export function logTexts(data: Data): EventText[] {
  const level = levelOf(data);
  const attempt = numberIn(data, 'attempt');
  const which = attempt > 1 ? `[attempt ${attempt}] ` : '';
  const mark = which + (level === 'warning' || level === 'error' ? `${level}: ` : '');
  const format = LEVEL_FORMAT[level];
  return plainText(textIn(data, 'text'))
    .split('\n')
    .map((line) => ({ text: mark + line, format }));
}

/** Returns what has become of a step; null for one that runs. An approval has events of its own. */
export function stepText(data: Data): EventText | null {
  const [kind, status] = [textIn(data, 'kind'), textIn(data, 'status')];
  if (kind === 'approval' || status === 'running') return null;
  const why = lineIn(data, 'error_message');
  const because = why === '' ? '' : `: ${why}`;
  const name = stepName(data);
  if (status === 'failed') return { text: `${markOf(status)} ${name}${because}`, format: 'red' };
  if (status !== 'waiting') return { text: `${markOf(status)} ${name}`, format: 'dim' };
  if (kind !== 'step') return { text: `${markOf(status)} ${name}`, format: 'dim' };
  const tries = `try ${numberIn(data, 'attempts')} failed${because}`;
  return { text: `↻ ${name}, ${unended(tries)}; it is tried again`, format: 'yellow' };
}

/** Returns the kind and name of a step, such as `step "charge"`. */
export function stepName(data: Data): string {
  const [kind, name] = [lineIn(data, 'kind'), lineIn(data, 'name')];
  return kind === name ? kind : `${kind} ${JSON.stringify(name)}`;
}

/** Returns what is asked for, or how it was answered. */
export function approvalText(data: Data): EventText {
  const status = textIn(data, 'status');
  const prompt = lineIn(data, 'prompt');
  if (status === 'pending') return { text: `? ${prompt}`, format: 'yellow' };
  const decider = lineIn(data, 'decided_by');
  const by = decider === '' ? '' : ` by ${decider}`;
  return { text: `${markOf(status)} ${prompt}: ${status}${by}`, format: formatOf(status) };
}

/** Returns why an attempt failed or had no process, and when it is tried again; null where neither is so. */
export function retryText(data: Data): string | null {
  const why = lineIn(data, 'error_message') || lineIn(data, 'error_code');
  if (why === '') return null;
  const at = textIn(data, 'run_at');
  const then = at === '' ? '' : ` at ${timeOfDay(at)}`;
  // A wait for a process costs no attempt.
  return textIn(data, 'error_code') === ''
    ? `not started: ${unended(why)}; it is tried again${then}`
    : `attempt ${numberIn(data, 'attempt')} failed: ${unended(why)}; the next one starts${then}`;
}

/** Returns a sentence without its full stop, for one that goes on. */
function unended(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** Returns the local time of day, as `14:05:09`. `time` in ISO 8601 or ms since the epoch. */
export function timeOfDay(time: string | number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}
