import type { Tables } from '../../platform/database/feature.js';
import * as database from '../../platform/database/tables.js';
import * as events from '../../platform/events/tables.js';
import * as engine from '../../workflow/engine/tables.js';
import * as auth from '../../features/auth/tables.js';
import * as audit from '../../features/audit/tables.js';
import * as projects from '../../features/projects/tables.js';
import * as files from '../../features/files/tables.js';
import * as search from '../../features/search/tables.js';
import * as citations from '../../features/citations/tables.js';
import * as secrets from '../../features/secrets/tables.js';
import * as images from '../../features/images/tables.js';
import * as models from '../../features/models/tables.js';
import * as vectors from '../../features/vectors/tables.js';
import * as mcpServers from '../../features/mcp-servers/tables.js';
import * as agents from '../../features/agents/tables.js';
import * as metaTasks from '../../features/meta-tasks/tables.js';
import * as memories from '../../features/memories/tables.js';
import * as approvals from '../../features/approvals/tables.js';
import * as tasks from '../../features/tasks/tables.js';
import * as bulk from '../../features/bulk/tables.js';
import * as inbox from '../../features/inbox/tables.js';
import * as schedules from '../../features/schedules/tables.js';
import * as retention from '../../features/retention/tables.js';
import * as webhooks from '../../features/webhooks/tables.js';

/** The tables of each feature that has some. */
const TABLES: readonly Partial<Tables>[] = [
  database,
  events,
  engine,
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
  inbox,
  schedules,
  retention,
  webhooks,
];

/** Returns the tables of all features. */
export function allTables(): Tables {
  return {
    entities: TABLES.flatMap(({ entities = [] }) => entities),
    migrations: TABLES.flatMap(({ migrations = [] }) => migrations),
  };
}
