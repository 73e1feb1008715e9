import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import type { McpSessionEntity } from './mcp-session.entity.js';

/** A task on a server, and the task of this service that waits for it. */
export interface RemotePlace {
  projectId: string;
  taskId: string;
  serverId: string;
  remoteId: string;
}

/**
 * Sessions of servers of the revision 2025-11-25 in which their tasks began, since the tasks are unknown in any other.
 * They are kept out of the records that people read.
 */
@Injectable()
export class RemoteSessions {
  constructor(private readonly database: Database) {}

  async add(transaction: Transaction, place: RemotePlace, session: string): Promise<void> {
    const { projectId, taskId, serverId, remoteId } = place;
    await transaction.query(
      `INSERT INTO mcp_sessions (task_id, server_id, remote_id, project_id, session, created_at)
       VALUES (?, ?, ?, ?, ?, ${this.database.now}) ON CONFLICT (task_id, server_id, remote_id) DO UPDATE SET session = excluded.session`,
      [taskId, serverId, remoteId, projectId, session],
    );
  }

  /** Returns the session of a task, or null. */
  async of({ projectId, taskId, serverId, remoteId }: RemotePlace): Promise<string | null> {
    const [row] = await this.database.query<Pick<McpSessionEntity, 'session'>>(
      'SELECT session FROM mcp_sessions WHERE task_id = ? AND server_id = ? AND remote_id = ? AND project_id = ?',
      [taskId, serverId, remoteId, projectId],
    );
    return row?.session ?? null;
  }

  async remove(
    transaction: Transaction,
    { projectId, taskId, serverId, remoteId }: RemotePlace,
  ): Promise<void> {
    await transaction.query(
      'DELETE FROM mcp_sessions WHERE task_id = ? AND server_id = ? AND remote_id = ? AND project_id = ?',
      [taskId, serverId, remoteId, projectId],
    );
  }
}
