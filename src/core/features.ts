import { approvals } from '../approvals/approvals.feature.js';
import { auth } from '../auth/auth.feature.js';
import { children } from '../children/children.feature.js';
import type { Feature } from '../database/feature.js';
import { database } from '../database/database.feature.js';
import { engine } from '../engine/engine.feature.js';
import { events } from '../events/events.feature.js';
import { files } from '../files/files.feature.js';
import { inbox } from '../inbox/inbox.feature.js';
import { projects } from '../projects/projects.feature.js';
import { retention } from '../retention/retention.feature.js';
import { schedules } from '../schedules/schedules.feature.js';
import { search } from '../search/search.feature.js';
import { secrets } from '../secrets/secrets.feature.js';
import { steps } from '../steps/steps.feature.js';
import { metaTasks } from '../task-types/task-types.feature.js';
import { tasks } from '../tasks/tasks.feature.js';
import { webhooks } from '../webhooks/webhooks.feature.js';

/** All features, in the order of layers. What each declares is found by this list alone. */
export const FEATURES = [
  database,
  events,
  engine,
  auth,
  projects,
  files,
  search,
  secrets,
  metaTasks,
  steps,
  approvals,
  tasks,
  children,
  inbox,
  schedules,
  retention,
  webhooks,
] as const satisfies readonly Feature[];

/** The same as what each of them may declare. */
export const ALL_FEATURES: readonly Feature[] = FEATURES;
