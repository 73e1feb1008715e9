import { sharedMessage, textsOf } from './event-bus.js';

/** The event log of a project has new rows. */
export const eventsAppended = sharedMessage('events.appended', textsOf('projectId'));
