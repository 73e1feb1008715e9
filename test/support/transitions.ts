import type { Database } from '../../src/database/database.js';
import { Transitions } from '../../src/engine/transitions.js';
import { EventBus } from '../../src/events/event-bus.js';
import { EventLog } from '../../src/events/event-log.js';

/** Transitions on a database, as the server makes them, without limits. */
export function transitionsOf(database: Database, bus = new EventBus()): Transitions {
  return new Transitions(database, new EventLog(database, { maxOpenParamsBytes: 0 }, bus), bus);
}
