import { message, sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** A project has changed how long it keeps what has ended. */
export const policyChanged = sharedMessage('retention.policy-changed', textsOf('projectId'));

/** Retention has deleted rows; `what` is one of a few words. */
export const rowsDeleted = message<{ what: string; rows: number }>('retention.rows-deleted');
