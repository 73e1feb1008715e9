import type { JsonObject } from '../../base/kernel/json.js';
import { message, sharedMessage, createTextsReader } from './event-bus.js';
import type { TaskEventType } from './task-event.js';

/** The event log of a project has new rows. */
export const eventsAppended = sharedMessage('events.appended', createTextsReader('projectId'));

/** An event that is sent to the open streams only, and not stored. */
export interface PassingEvent {
  projectId: string;
  type: TaskEventType;
  data: JsonObject;
}

export const eventPassing = message<PassingEvent>('event.passing');
