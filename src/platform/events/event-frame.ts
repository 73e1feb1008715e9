import { isoTime } from '../../base/kernel/clock.js';
import type { StoredEvent } from './event-log.js';

/** An event as server-sent events carry it. */
export function eventFrame(event: StoredEvent): string {
  return `id: ${event.seq}\n${passingFrame(event)}`;
}

/** {@link eventFrame} of one that is not stored, after which no reader can resume. */
export function passingFrame(event: StoredEvent): string {
  const head = {
    ...(event.taskId === '' ? {} : { task_id: event.taskId }),
    time: isoTime(event.createdAt),
    ...(event.taskId === '' ? {} : { attempt: event.attempt }),
    ...(event.level === null ? {} : { level: event.level }),
  };
  // Its data is JSON already, of an object: parsing it for every event would only make the same text again.
  const data = event.data === '{}' ? '}' : `,${event.data.slice(1)}`;
  return `event: ${event.type}\ndata: ${JSON.stringify(head).slice(0, -1)}${data}\n\n`;
}
