import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { ScheduleRuns } from './schedule-runs.service.js';
import { ScheduleDependents } from './schedule-dependents.service.js';
import { Scheduler } from './scheduler.service.js';
import { SchedulesService } from './schedules.service.js';
import type { ScheduleSettings } from './settings.js';

export type SchedulesServices = ReturnType<typeof schedulesServices>;

/** Tasks at given times. */
export function schedulesServices(
  {
    config,
    logger,
    database,
    bus,
    keepers,
    events,
    schemas,
    transitions,
  }: Infrastructure<ScheduleSettings>,
  { submission }: TasksServices,
  quotas: Quotas,
) {
  const runs = new ScheduleRuns(database, transitions, submission, events, logger);
  const scheduler = new Scheduler(database, runs, bus, keepers.lead('schedules'), logger);
  const schedules = new SchedulesService(config, database, submission, scheduler, quotas);
  return { schedules, runs, scheduler, dependents: new ScheduleDependents(database, schemas) };
}
