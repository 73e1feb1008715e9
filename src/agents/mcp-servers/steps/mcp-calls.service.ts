import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../../../platform/database/database.js';
import { ServerStore } from '../registry/server-store.js';

/** A message to a server, as recorded by a step of a task. Times in ms. */
export interface McpCall {
  /** Id of the step. */
  id: string;
  taskId: string;
  tool: string;
  /** `ok`, `running`, `waiting`, or the error code. */
  outcome: string;
  at: number;
  durationMs: number | null;
}

interface Row {
  id: string;
  task_id: string;
  name: string;
  status: string;
  error_type: string | null;
  started_at: number;
  finished_at: number | null;
}

/** Calls of MCP servers, derived from the records of steps. They are kept as long as their tasks. */
@Injectable()
export class McpCalls {
  constructor(
    private readonly database: Database,
    private readonly servers: ServerStore,
  ) {}

  /** Lists calls before `cursor`, newest first. Calls made under an earlier name of the server are not included. */
  async list(
    projectId: string,
    serverId: string,
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<McpCall[]> {
    const { name } = await this.servers.byId(projectId, serverId);
    const prefix = `${name}/`;
    const values: SqlValue[] = [projectId, prefix.length, prefix];
    if (cursor !== undefined) values.push(cursor.toLowerCase());
    const rows = await this.database.query<Row>(
      `SELECT id, task_id, name, status, error_type, started_at, finished_at FROM task_steps
       WHERE project_id = ? AND kind = 'mcp' AND substr(name, 1, ?) = ? ${cursor === undefined ? '' : 'AND id < ?'}
       ORDER BY id DESC LIMIT ?`,
      [...values, limit],
    );
    return rows.map((row) => ({
      id: row.id,
      taskId: row.task_id,
      tool: row.name.slice(prefix.length),
      outcome: toCallOutcome(row),
      at: row.started_at,
      durationMs: row.finished_at === null ? null : Math.max(0, row.finished_at - row.started_at),
    }));
  }
}

function toCallOutcome({ status, error_type }: Row): string {
  if (status === 'success') return 'ok';
  return status === 'failed' ? (error_type ?? 'failed') : status;
}
