import type { OpenRequests } from '../auth/open-requests.service.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { EventTails } from '../../platform/events/event-tails.js';
import { RunHistories } from './run-histories.service.js';
import { StreamLimits } from './stream-limits.js';
import { TaskEventsService } from './task-events.service.js';
import { TaskWaits } from './task-waits.service.js';
import type { TasksServices } from './tasks.services.js';

export type TaskViewsServices = ReturnType<typeof taskViewsServices>;

/** Makes the services by which clients follow tasks: waits, streams of events, and when a task is likely to end. */
export function taskViewsServices(
  { config, logger, database, bus, events }: Infrastructure,
  { tasks }: TasksServices,
  requests: OpenRequests,
) {
  const tails = new EventTails(events, bus);
  return {
    waits: new TaskWaits(tasks, bus),
    streams: new TaskEventsService(tasks, events, tails, new StreamLimits(config), requests),
    histories: new RunHistories(database, logger, bus),
  };
}
