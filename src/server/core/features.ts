import { agentRuns } from '../../agents/agent-runs/agent-runs.feature.js';
import { agents } from '../../agents/agents/agents.feature.js';
import { approvals } from '../../tasks/approvals/approvals.feature.js';
import { ask } from '../../agents/ask/ask.feature.js';
import { audit } from '../../access/audit/audit.feature.js';
import { auth } from '../../access/auth/auth.feature.js';
import { bulk } from '../../tasks/bulk/bulk.feature.js';
import { citations } from '../../files/citations/citations.feature.js';
import { children } from '../../tasks/children/children.feature.js';
import type { Feature } from '../../platform/database/feature.js';
import { database } from '../../platform/database/database.feature.js';
import { engine } from '../../workflow/engine/engine.feature.js';
import { events } from '../../platform/events/events.feature.js';
import { files } from '../../files/files/files.feature.js';
import { images } from '../../tasks/images/images.feature.js';
import { inbox } from '../../tasks/inbox/inbox.feature.js';
import { installation } from '../installation/installation.feature.js';
import { mcp } from '../../agents/mcp/mcp.feature.js';
import { mcpServers } from '../../agents/mcp-servers/mcp-servers.feature.js';
import { memories } from '../../agents/memories/memories.feature.js';
import { overview } from '../../tasks/overview/overview.feature.js';
import { projects } from '../../access/projects/projects.feature.js';
import { retention } from '../../tasks/retention/retention.feature.js';
import { schedules } from '../../tasks/schedules/schedules.feature.js';
import { search } from '../../files/search/search.feature.js';
import { secrets } from '../../access/secrets/secrets.feature.js';
import { steps } from '../../workflow/steps/steps.feature.js';
import { models } from '../../agents/models/models.feature.js';
import { metaTasks } from '../../tasks/meta-tasks/meta-tasks.feature.js';
import { tasks } from '../../tasks/tasks/tasks.feature.js';
import { vectors } from '../../agents/vectors/vectors.feature.js';
import { webhooks } from '../../tasks/webhooks/webhooks.feature.js';

/**
 * All features, in the order of their layers, lowest first. Their declarations are found only through this list; tables
 * are listed in tables.ts, modules in AppModule.
 */
export const FEATURES = [
  database,
  events,
  engine,
  steps,
  auth,
  audit,
  projects,
  secrets,
  files,
  search,
  citations,
  images,
  metaTasks,
  approvals,
  tasks,
  bulk,
  children,
  inbox,
  schedules,
  retention,
  webhooks,
  overview,
  models,
  vectors,
  mcpServers,
  agents,
  memories,
  ask,
  agentRuns,
  mcp,
  installation,
] as const satisfies readonly Feature[];

/** All features, typed by the declarations that each may make. */
export const ALL_FEATURES: readonly Feature[] = FEATURES;
