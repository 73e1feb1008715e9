import type { TaskEvent } from '../../../platform/events/task-event.js';
import type { Json } from '../../../base/kernel/json.js';
import { plainLine } from '../plain-text.js';

/** An event of a task as it is shown: from a server's stream, or from this process. */
export interface ShownEvent {
  type: string;
  /** ms since the epoch. */
  time: number;
  data: Readonly<Record<string, Json>>;
}

/** Returns an event of a task that runs in this process. */
export function localEvent({ type, createdAt, data, attempt, level }: TaskEvent): ShownEvent {
  return { type, time: createdAt, data: { ...data, attempt, level } };
}

/** Returns the member's text on one line that commands no terminal; '' where it is no text. */
export function lineIn(data: ShownEvent['data'], name: string): string {
  return plainLine(textIn(data, name));
}

/** Returns the member's text as it came; '' where it is no text. */
export function textIn(data: ShownEvent['data'], name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the member's number; 0 where it is none. */
export function numberIn(data: ShownEvent['data'], name: string): number {
  const value = data[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
