import type { Tables } from '../../platform/database/feature.js';
import * as database from '../../platform/database/tables.js';
import * as events from '../../platform/events/tables.js';
import * as engine from '../../workflow/engine/tables.js';
import * as auth from '../../access/auth/tables.js';
import * as audit from '../../access/audit/tables.js';
import * as projects from '../../access/projects/tables.js';
import * as secrets from '../../access/secrets/tables.js';
import * as files from '../../files/files/tables.js';
import * as search from '../../files/search/tables.js';
import * as citations from '../../files/citations/tables.js';
import * as images from '../../tasks/images/tables.js';
import * as metaTasks from '../../tasks/meta-tasks/tables.js';
import * as approvals from '../../tasks/approvals/tables.js';
import * as tasks from '../../tasks/tasks/tables.js';
import * as bulk from '../../tasks/bulk/tables.js';
import * as inbox from '../../tasks/inbox/tables.js';
import * as schedules from '../../tasks/schedules/tables.js';
import * as retention from '../../tasks/retention/tables.js';
import * as webhooks from '../../tasks/webhooks/tables.js';
import * as models from '../../agents/models/tables.js';
import * as vectors from '../../agents/vectors/tables.js';
import * as mcpServers from '../../agents/mcp-servers/tables.js';
import * as agents from '../../agents/agents/tables.js';
import * as memories from '../../agents/memories/tables.js';

/** The tables of each feature that has any. */
const TABLES: readonly Partial<Tables>[] = [
  database,
  events,
  engine,
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
  inbox,
  schedules,
  retention,
  webhooks,
  models,
  vectors,
  mcpServers,
  agents,
  memories,
];

/** Returns the tables of all features. */
export function allTables(): Tables {
  return {
    entities: TABLES.flatMap(({ entities = [] }) => entities),
    migrations: TABLES.flatMap(({ migrations = [] }) => migrations),
  };
}
