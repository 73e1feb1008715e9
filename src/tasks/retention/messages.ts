import { message, sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** Published when a project has changed its retention policy. */
export const policyChanged = sharedMessage(
  'retention.policy-changed',
  createTextsReader('projectId'),
);

/** Published when retention has deleted rows; `what` is the kind of rows. */
export const rowsDeleted = message<{ what: string; rows: number }>('retention.rows-deleted');
