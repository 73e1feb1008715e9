import type { Database } from '../../src/platform/database/database.js';
import { Transitions } from '../../src/workflow/engine/transitions.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { EventLog } from '../../src/platform/events/event-log.js';

/** Transitions on a database, as the server makes them, without limits. */
export function transitionsOf(database: Database, bus = new EventBus()): Transitions {
  return new Transitions(database, new EventLog(database, { maxOpenParamsBytes: 0 }, bus), bus);
}
