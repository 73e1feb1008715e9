import type { OpenRequests } from '../auth/open-requests.service.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { EventTails } from '../../platform/events/event-tails.js';
import { LogLines } from '../../platform/events/log-lines.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import { NewTaskAnswers } from './new-task-answers.js';
import { PendingReasons } from './pending-reasons.service.js';
import { RunHistories } from './run-histories.service.js';
import { StreamLimits } from './stream-limits.js';
import { TaskEventsService } from './task-events.service.js';
import { StepPlaces } from './step-places.service.js';
import { TaskFrames } from './task-frames.service.js';
import { TaskAttempts } from './task-attempts.service.js';
import { TaskLogs } from './task-logs.service.js';
import { TaskViews } from './task-views.service.js';
import { TaskWaits } from './task-waits.service.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { TasksServices } from './tasks.services.js';

export type TaskViewsServices = ReturnType<typeof taskViewsServices>;

/** Makes the services by which clients follow tasks: waits, streams of events, and when a task is likely to end. */
export function taskViewsServices(
  { config, logger, database, bus, events, workers }: Infrastructure,
  { tasks, engine }: TasksServices,
  { taskSteps }: StepsServices,
  requests: OpenRequests,
  { contents }: Pick<MetaTasksServices, 'contents'>,
) {
  const histories = new RunHistories(database, logger, bus);
  const frames = new TaskFrames(database, contents);
  const reasons = new PendingReasons(database, config, engine, workers);
  const tails = new EventTails(events, bus);
  const limits = new StreamLimits(config);
  const waits = new TaskWaits(tasks, bus);
  const views = new TaskViews(database, taskSteps, histories, reasons, frames);
  return {
    tails,
    limits,
    waits,
    answers: new NewTaskAnswers(config, waits, views),
    streams: new TaskEventsService(tasks, events, tails, limits, requests),
    logs: new TaskLogs(tasks, new LogLines(database)),
    places: new StepPlaces(database, contents),
    histories,
    attempts: new TaskAttempts(database, histories, frames),
    views,
  };
}
