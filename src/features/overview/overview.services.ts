import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { ApprovalsServices } from '../approvals/approvals.services.js';
import type { FilesServices } from '../files/files.services.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { SearchServices } from '../search/search.services.js';
import type { TaskViewsServices } from '../tasks/task-views.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { MetaTaskActivities } from './meta-task-activities.js';
import { Find } from './find.service.js';
import { Now } from './now.service.js';
import { TaskStats } from './stats.service.js';

export type OverviewServices = ReturnType<typeof overviewServices>;

/** The services of other features that are looked through. */
interface Searched {
  approvals: ApprovalsServices;
  metaTasks: MetaTasksServices;
  files: Pick<FilesServices, 'workspaces'>;
  search: Pick<SearchServices, 'search'>;
}

/** Makes the services of a project as a whole. */
export function overviewServices(
  { config, database }: Infrastructure,
  { tasks, engine }: TasksServices,
  { views }: TaskViewsServices,
  {
    approvals: { approvals },
    metaTasks: { metaTasks },
    files: { workspaces },
    search: { search },
  }: Searched,
) {
  return {
    activities: new MetaTaskActivities(database),
    now: new Now(database, config, engine, tasks, views, approvals),
    finds: new Find(database, tasks, metaTasks, workspaces, search),
    taskStats: new TaskStats(database),
  };
}
