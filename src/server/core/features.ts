import { agentRuns } from '../../features/agent-runs/agent-runs.feature.js';
import { agents } from '../../features/agents/agents.feature.js';
import { approvals } from '../../features/approvals/approvals.feature.js';
import { ask } from '../../features/ask/ask.feature.js';
import { audit } from '../../features/audit/audit.feature.js';
import { auth } from '../../features/auth/auth.feature.js';
import { bulk } from '../../features/bulk/bulk.feature.js';
import { citations } from '../../features/citations/citations.feature.js';
import { children } from '../../features/children/children.feature.js';
import type { Feature } from '../../platform/database/feature.js';
import { database } from '../../platform/database/database.feature.js';
import { engine } from '../../workflow/engine/engine.feature.js';
import { events } from '../../platform/events/events.feature.js';
import { files } from '../../features/files/files.feature.js';
import { images } from '../../features/images/images.feature.js';
import { inbox } from '../../features/inbox/inbox.feature.js';
import { installation } from '../../features/installation/installation.feature.js';
import { mcp } from '../../features/mcp/mcp.feature.js';
import { mcpServers } from '../../features/mcp-servers/mcp-servers.feature.js';
import { memories } from '../../features/memories/memories.feature.js';
import { overview } from '../../features/overview/overview.feature.js';
import { projects } from '../../features/projects/projects.feature.js';
import { retention } from '../../features/retention/retention.feature.js';
import { schedules } from '../../features/schedules/schedules.feature.js';
import { search } from '../../features/search/search.feature.js';
import { secrets } from '../../features/secrets/secrets.feature.js';
import { steps } from '../../workflow/steps/steps.feature.js';
import { models } from '../../features/models/models.feature.js';
import { metaTasks } from '../../features/meta-tasks/meta-tasks.feature.js';
import { tasks } from '../../features/tasks/tasks.feature.js';
import { vectors } from '../../features/vectors/vectors.feature.js';
import { webhooks } from '../../features/webhooks/webhooks.feature.js';

/**
 * All features, in the order of the groups and their folders, from the lowest. What each declares is found by this list
 * alone; its tables by that of tables.ts, and its module by AppModule.
 */
export const FEATURES = [
  database,
  events,
  engine,
  steps,
  auth,
  audit,
  projects,
  files,
  search,
  citations,
  secrets,
  images,
  models,
  vectors,
  mcpServers,
  agents,
  metaTasks,
  memories,
  approvals,
  tasks,
  bulk,
  ask,
  children,
  inbox,
  agentRuns,
  schedules,
  retention,
  webhooks,
  mcp,
  overview,
  installation,
] as const satisfies readonly Feature[];

/** The same as what each of them may declare. */
export const ALL_FEATURES: readonly Feature[] = FEATURES;
