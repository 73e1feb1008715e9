import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { invalidField, MetarunError, notFound } from '../kernel/errors.js';
import { isUuid, newId } from '../kernel/ids.js';
import type { Workspace, WorkspaceKind, WorkspaceUsage } from './workspace.js';

export interface NewWorkspace {
  name: string;
  kind: WorkspaceKind;
  quotaBytes: number | null;
}

export interface WorkspaceWithUsage {
  workspace: Workspace;
  usage: WorkspaceUsage;
}

type UsageRow = WorkspaceEntity & { used_bytes: number; used_files: number };

@Injectable()
export class WorkspacesService {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** All of the project's, the default one first, then by age. */
  list(projectId: string): Promise<WorkspaceWithUsage[]> {
    return this.select(projectId, null);
  }

  /** Throws a 422 for a malformed id and a 404 for one that is not of this project. */
  async read(projectId: string, id: string): Promise<WorkspaceWithUsage> {
    if (!isUuid(id)) throw invalidField('workspace_id', 'must be the UUID of a workspace');
    const [found] = await this.select(projectId, id.toLowerCase());
    if (!found) throw notFound('workspace');
    return found;
  }

  /**
   * The workspace that a request means: `ws`, or the project's default one. Throws a 422 for a malformed id
   * and a 404 for one that is not of this project. `pointer` says where `ws` came from.
   */
  async resolve(
    projectId: string,
    ws: string | null | undefined,
    pointer: string,
  ): Promise<Workspace> {
    if (ws != null && !isUuid(ws)) throw invalidField(pointer, 'must be the UUID of a workspace');
    const [row] =
      ws == null
        ? await this.database.query<WorkspaceEntity>(
            'SELECT * FROM workspaces WHERE project_id = ? AND is_default = ?',
            [projectId, true],
          )
        : await this.database.query<WorkspaceEntity>(
            'SELECT * FROM workspaces WHERE project_id = ? AND id = ?',
            [projectId, ws.toLowerCase()],
          );
    if (!row) throw notFound('workspace');
    return toWorkspace(row);
  }

  /** Throws `duplicate` when the project has one of this name. */
  async create(projectId: string, wanted: NewWorkspace): Promise<WorkspaceWithUsage> {
    if (wanted.kind === 'knowledge_base')
      throw new MetarunError(
        'not_available',
        'Document conversion is not part of this installation yet, so that a knowledge base cannot be ' +
          'created; create a workspace of kind "files".',
        { errors: [{ pointer: '/kind', message: 'knowledge_base is not available' }] },
      );
    const workspace: Workspace = {
      id: newId(),
      projectId,
      ...wanted,
      isDefault: false,
      createdAt: Date.now(),
    };
    const made = await this.database.execute(
      `INSERT INTO workspaces (id, project_id, name, kind, is_default, quota_bytes, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, name) DO NOTHING RETURNING id`,
      [
        workspace.id,
        projectId,
        workspace.name,
        workspace.kind,
        workspace.isDefault,
        workspace.quotaBytes,
        workspace.createdAt,
      ],
    );
    if (made.length === 0)
      throw new MetarunError(
        'duplicate',
        `The project has a workspace "${workspace.name}" already.`,
      );
    return { workspace, usage: { bytes: 0, files: 0 } };
  }

  private async select(projectId: string, id: string | null): Promise<WorkspaceWithUsage[]> {
    const rows = await this.database.query<UsageRow>(
      `SELECT w.*,
          (SELECT CAST(COALESCE(SUM(f.size), 0) AS bigint) FROM files f WHERE f.workspace_id = w.id) AS used_bytes,
          (SELECT COUNT(*) FROM files f WHERE f.workspace_id = w.id AND f.type = 'file') AS used_files
        FROM workspaces w WHERE w.project_id = ?${id === null ? '' : ' AND w.id = ?'}
        ORDER BY w.is_default DESC, w.created_at, w.id`,
      id === null ? [projectId] : [projectId, id],
    );
    return rows.map((row) => ({
      workspace: toWorkspace(row),
      usage: { bytes: row.used_bytes, files: row.used_files },
    }));
  }
}

function toWorkspace(row: WorkspaceEntity): Workspace {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    kind: row.kind === 'knowledge_base' ? 'knowledge_base' : 'files',
    isDefault: Boolean(row.is_default),
    quotaBytes: row.quota_bytes,
    createdAt: row.created_at,
  };
}
