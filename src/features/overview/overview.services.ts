import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { ApprovalsServices } from '../approvals/approvals.services.js';
import type { TaskViewsServices } from '../tasks/task-views.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { MetaTaskActivities } from './meta-task-activities.js';
import { Now } from './now.service.js';
import { TaskStats } from './stats.service.js';

export type OverviewServices = ReturnType<typeof overviewServices>;

/** Makes the services of a project as a whole. */
export function overviewServices(
  { config, database }: Infrastructure,
  { tasks, engine }: TasksServices,
  { views }: TaskViewsServices,
  { approvals }: ApprovalsServices,
) {
  return {
    activities: new MetaTaskActivities(database),
    now: new Now(database, config, engine, tasks, views, approvals),
    taskStats: new TaskStats(database),
  };
}
