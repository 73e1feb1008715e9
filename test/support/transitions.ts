import type { Database } from '../../src/platform/database/database.js';
import { TaskModelUse } from '../../src/agents/models/usage/task-model-use.js';
import { Transitions } from '../../src/workflow/engine/state/transitions.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { EventLog } from '../../src/platform/events/event-log.js';

/** Returns transitions on a database, created as the server does, without limits. */
export function createTransitions(
  database: Database,
  bus = new EventBus(),
  events = new EventLog(database, { maxOpenParamsBytes: 0 }, bus),
): Transitions {
  return new Transitions(database, events, bus, new TaskModelUse(database));
}
