import type { styleText } from 'node:util';
import { plainText } from '../plain-text.js';
import { getStatusFormat, getStatusMark } from '../status-mark.js';
import { lineIn, numberIn, type ShownEvent, textIn } from './shown-event.js';

export interface EventText {
  text: string;
  format: Parameters<typeof styleText>[0];
}

type Data = ShownEvent['data'];

/** Log levels, least severe first. */
export const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];

const LEVEL_FORMAT = { debug: 'dim', info: 'reset', warning: 'yellow', error: 'red' } as const;

export function readLevel(data: Data): Level {
  const level = textIn(data, 'level');
  return LEVELS.find((each) => each === level) ?? 'info';
}

/** Returns whether a log line is incomplete, with another event of the same line to follow. */
export function isOpen(data: Data): boolean {
  return data['open'] === true;
}

/**
 * Formats a log line, which may have several lines. Only warnings and errors show their level, and only later attempts
 * their number.
 */
export function logTexts(data: Data): EventText[] {
  const level = readLevel(data);
  const attempt = numberIn(data, 'attempt');
  const which = attempt > 1 ? `[attempt ${attempt}] ` : '';
  const mark = which + (level === 'warning' || level === 'error' ? `${level}: ` : '');
  const format = LEVEL_FORMAT[level];
  return plainText(textIn(data, 'text'))
    .split('\n')
    .map((line) => ({ text: mark + line, format }));
}

/** Returns the outcome of a step, or null while it runs. Approvals have separate events. */
export function stepText(data: Data): EventText | null {
  const [kind, status] = [textIn(data, 'kind'), textIn(data, 'status')];
  if (kind === 'approval' || status === 'running') return null;
  const why = lineIn(data, 'error_message');
  const because = why === '' ? '' : `: ${why}`;
  const name = stepName(data);
  if (status === 'failed')
    return { text: `${getStatusMark(status)} ${name}${because}`, format: 'red' };
  if (status !== 'waiting') return { text: `${getStatusMark(status)} ${name}`, format: 'dim' };
  if (kind !== 'step') return { text: `${getStatusMark(status)} ${name}`, format: 'dim' };
  const tries = `try ${numberIn(data, 'attempts')} failed${because}`;
  return { text: `↻ ${name}, ${unended(tries)}; retrying`, format: 'yellow' };
}

/** Returns the kind and name of a step, such as `step "charge"`. */
export function stepName(data: Data): string {
  const [kind, name] = [lineIn(data, 'kind'), lineIn(data, 'name')];
  return kind === name ? kind : `${kind} ${JSON.stringify(name)}`;
}

/** Returns the question of an approval, or its outcome. */
export function approvalText(data: Data): EventText {
  const status = textIn(data, 'status');
  const prompt = lineIn(data, 'prompt');
  if (status === 'pending') return { text: `? ${prompt}`, format: 'yellow' };
  const decider = lineIn(data, 'decided_by');
  const by = decider === '' ? '' : ` by ${decider}`;
  return {
    text: `${getStatusMark(status)} ${prompt}: ${status}${by}`,
    format: getStatusFormat(status),
  };
}

/** Returns why an attempt failed or could not start, and when it is retried. Null if neither applies. */
export function retryText(data: Data): string | null {
  const why = lineIn(data, 'error_message') || lineIn(data, 'error_code');
  if (why === '') return null;
  const at = textIn(data, 'run_at');
  const then = at === '' ? '' : ` at ${timeOfDay(at)}`;
  // A wait for a process does not count as an attempt.
  return textIn(data, 'error_code') === ''
    ? `not started: ${unended(why)}; retrying${then}`
    : `attempt ${numberIn(data, 'attempt')} failed: ${unended(why)}; the next one starts${then}`;
}

/** Removes the full stop from a sentence that is to be continued. */
function unended(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** Returns the local time of day, such as `14:05:09`. `time` is in ISO 8601 or ms since the epoch. */
export function timeOfDay(time: string | number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}
