import type { TaskEvent } from '../../../platform/events/task-event.js';
import type { Json } from '../../../base/kernel/json.js';
import { plainLine } from '../plain-text.js';

/** An event of a task for display, from a server's stream or from this process. */
export interface ShownEvent {
  type: string;
  /** Time, in ms since the epoch. */
  time: number;
  data: Readonly<Record<string, Json>>;
}

/** Converts an event of a task in this process for display. */
export function localEvent({ type, createdAt, data, attempt, level }: TaskEvent): ShownEvent {
  return { type, time: createdAt, data: { ...data, attempt, level } };
}

/** Returns a member's text, sanitised and on one line. Returns '' if it is not text. */
export function lineIn(data: ShownEvent['data'], name: string): string {
  return plainLine(textIn(data, name));
}

/** Returns a member's text unchanged. Returns '' if it is not text. */
export function textIn(data: ShownEvent['data'], name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

/** Returns a member's number. Returns 0 if it is not a number. */
export function numberIn(data: ShownEvent['data'], name: string): number {
  const value = data[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
