import { message } from './event-bus.js';

/** The event log of a project has new rows. */
export const eventsAppended = message<{ projectId: string }>('events.appended');
