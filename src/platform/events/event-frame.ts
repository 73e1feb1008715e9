import { isoTime } from '../../base/kernel/clock.js';
import type { StoredEvent } from './event-log.js';

/** Returns an event in the format of server-sent events. */
export function eventFrame(event: StoredEvent): string {
  return `id: ${event.seq}\n${passingFrame(event)}`;
}

/**
 * Returns the frame of an event that is not stored: it has no id, so that no reader resumes after it. See {@link
 * eventFrame}.
 */
export function passingFrame(event: StoredEvent): string {
  const head = {
    ...(event.taskId === '' ? {} : { task_id: event.taskId }),
    time: isoTime(event.createdAt),
    ...(event.taskId === '' ? {} : { attempt: event.attempt }),
    ...(event.level === null ? {} : { level: event.level }),
  };
  // The data is already the JSON of an object: parsing it for every event would only produce the same text.
  const data = event.data === '{}' ? '}' : `,${event.data.slice(1)}`;
  return `event: ${event.type}\ndata: ${JSON.stringify(head).slice(0, -1)}${data}\n\n`;
}
