import { Injectable } from '@nestjs/common';
import { noteFormer } from '../../../access/audit/former-values.js';
import { Database } from '../../../platform/database/database.js';
import type { WorkspaceEntity } from '../../../access/projects/workspace.entity.js';
import { assertConditions, type Conditions, overtaken } from '../../../platform/wire/conditions.js';
import type { Condition } from '../../../platform/database/transaction.js';
import { removeAsRead } from '../../../platform/wire/remove-as-read.js';
import { isUniqueViolation } from '../../../platform/database/unique-violation.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { invalidField, MetarunError, unknownId } from '../../../base/kernel/errors.js';
import { isUuid, newId } from '../../../base/kernel/ids.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Quotas } from '../../../access/projects/quotas.service.js';
import { ConversionCache } from '../documents/conversion-cache.js';
import { workspaceDeleted } from '../messages.js';
import { WorkspaceChanges } from './workspace-changes.service.js';
import { assertNotNeeded } from './workspace-deletion.js';
import {
  type Workspace,
  type WorkspaceKind,
  workspaceTag,
  type WorkspaceUsage,
} from './workspace.js';

export interface NewWorkspace {
  name: string;
  kind: WorkspaceKind;
  quotaBytes: number | null;
}

export interface WorkspaceWithUsage {
  workspace: Workspace;
  usage: WorkspaceUsage;
}

type UsageRow = WorkspaceEntity & {
  used_bytes: number;
  used_files: number;
  version_bytes: number;
  versions: number;
};

@Injectable()
export class WorkspacesService {
  constructor(
    private readonly database: Database,
    private readonly changes: WorkspaceChanges,
    private readonly conversions: ConversionCache,
    private readonly bus: EventBus,
    private readonly quotas: Quotas,
  ) {}

  /** Returns the workspaces of the project: the default one, then the others by age. */
  list(projectId: string): Promise<WorkspaceWithUsage[]> {
    return this.select(projectId, null);
  }

  /** Throws a 422 for a malformed id and a 404 for one that is not of this project. */
  async read(projectId: string, id: string): Promise<WorkspaceWithUsage> {
    if (!isUuid(id)) throw invalidField('workspace_id', notAnId(id));
    const [found] = await this.select(projectId, id.toLowerCase());
    if (!found) throw unknownId('workspace', id, 'workspaces');
    return found;
  }

  /**
   * Returns the workspace of a request: `ws`, or the project's default one. Throws a 422 for a malformed id and a 404
   * for one that is not of this project. `pointer` names the source of `ws`.
   */
  async resolve(
    projectId: string,
    ws: string | null | undefined,
    pointer: string,
  ): Promise<Workspace> {
    if (ws != null && !isUuid(ws)) throw invalidField(pointer, notAnId(ws));
    const [row] =
      ws == null
        ? await this.database.query<WorkspaceEntity>(
            'SELECT * FROM workspaces WHERE project_id = ? AND is_default = ? AND deleted_at IS NULL',
            [projectId, true],
          )
        : await this.database.query<WorkspaceEntity>(
            'SELECT * FROM workspaces WHERE project_id = ? AND id = ? AND deleted_at IS NULL',
            [projectId, ws.toLowerCase()],
          );
    if (!row) throw unknownId('workspace', ws ?? 'default', 'workspaces');
    return toWorkspace(row);
  }

  /** Throws `duplicate` if the project has a workspace of this name. */
  async create(projectId: string, wanted: NewWorkspace): Promise<WorkspaceWithUsage> {
    const workspace: Workspace = {
      id: newId(),
      projectId,
      ...wanted,
      isDefault: false,
      createdAt: Date.now(),
    };
    const made = await this.database.write(async (transaction) => {
      await this.quotas.admit(transaction, projectId, 'maxWorkspaces');
      return transaction.query(
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
    });
    if (made.length === 0) throw nameTaken(workspace.name);
    return { workspace, usage: { bytes: 0, files: 0, versionBytes: 0, versions: 0 } };
  }

  /**
   * Changes a workspace. Omitted fields stay. Earlier versions that do not fit into a smaller quota are deleted; files
   * never are.
   */
  async change(
    projectId: string,
    id: string,
    given: { name?: string | undefined; quotaBytes?: number | null | undefined },
    conditions: Conditions = {},
  ): Promise<WorkspaceWithUsage> {
    const { workspace } = await this.read(projectId, id);
    assertConditions(conditions, 'workspace', workspaceTag(workspace));
    noteFormer({ name: workspace.name, quota_bytes: workspace.quotaBytes });
    const name = given.name ?? workspace.name;
    const quotaBytes = given.quotaBytes === undefined ? workspace.quotaBytes : given.quotaBytes;
    try {
      await this.changes.run(workspace, async (_, __, transaction) => {
        const { sql, values } = sameAs(workspace);
        const [changed] = await transaction.query(
          `UPDATE workspaces SET name = ?, quota_bytes = ? WHERE id = ? AND project_id = ?
             AND ${sql} RETURNING id`,
          [name, quotaBytes, workspace.id, projectId, ...values],
        );
        if (changed === undefined) throw overtaken(describeWorkspace(workspace), conditions);
        return { value: undefined, unnamed: [] };
      });
    } catch (error) {
      throw isUniqueViolation(error) ? nameTaken(name) : error;
    }
    await this.dropWhatDoesNotFit(workspace);
    return this.read(projectId, workspace.id);
  }

  /**
   * Deletes a workspace at once and as a whole for every reader. Throws `conflict` for the default one and, unless
   * forced, for one that contains something or is bound to meta-tasks.
   */
  async remove(
    projectId: string,
    id: string,
    force: boolean,
    conditions: Conditions = {},
  ): Promise<void> {
    const { workspace } = await this.read(projectId, id);
    assertConditions(conditions, 'workspace', workspaceTag(workspace));
    noteFormer({ name: workspace.name });
    if (workspace.isDefault)
      throw new MetarunError('conflict', "The project's default workspace can't be deleted.");
    await this.changes.run(workspace, async (_, __, transaction) => {
      if (!force) await assertNotNeeded(transaction, workspace);
      // From now on it cannot be found, and its name is free; its rows are deleted later.
      const marked = `UPDATE workspaces SET deleted_at = ${Date.now()}, name = id`;
      const read = { ...workspace, what: describeWorkspace(workspace), same: sameAs(workspace) };
      await removeAsRead(transaction, marked, read, conditions);
      return { value: undefined, unnamed: [] };
    });
    await this.conversions.dropAll(projectId);
    // Its rows and contents are deleted by the next sweep of retention, which starts now.
    this.bus.publish(workspaceDeleted, { projectId });
  }

  /** Makes as many changes as it takes, so that other writers do not wait for long. */
  private async dropWhatDoesNotFit(workspace: Workspace): Promise<void> {
    const dropped = (): Promise<number> =>
      this.changes.run(workspace, async (tree, quota) => {
        const { blobs: unnamed, versions } = await tree.keepVersionsWithin(quota);
        return { value: versions, unnamed };
      });
    while ((await dropped()) > 0);
  }

  private async select(projectId: string, id: string | null): Promise<WorkspaceWithUsage[]> {
    const rows = await this.database.query<UsageRow>(
      `SELECT w.*,
          (SELECT CAST(COALESCE(SUM(f.size + f.original_size), 0) AS bigint) FROM files f WHERE f.workspace_id = w.id) AS used_bytes,
          (SELECT COUNT(*) FROM files f WHERE f.workspace_id = w.id AND f.type = 'file') AS used_files,
          (SELECT CAST(COALESCE(SUM(v.size + v.original_size), 0) AS bigint) FROM file_versions v WHERE v.workspace_id = w.id) AS version_bytes,
          (SELECT COUNT(*) FROM file_versions v WHERE v.workspace_id = w.id) AS versions
        FROM workspaces w WHERE w.project_id = ? AND w.deleted_at IS NULL${id === null ? '' : ' AND w.id = ?'}
        ORDER BY w.is_default DESC, w.created_at, w.id`,
      id === null ? [projectId] : [projectId, id],
    );
    return rows.map((row) => ({
      workspace: toWorkspace(row),
      usage: {
        bytes: row.used_bytes,
        files: row.used_files,
        versionBytes: row.version_bytes,
        versions: row.versions,
      },
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

/** Returns the condition that a workspace is as it was when a change of it was made up. */
function sameAs({ name, quotaBytes }: Workspace): Condition {
  return { sql: 'name = ? AND quota_bytes IS NOT DISTINCT FROM ?', values: [name, quotaBytes] };
}

function describeWorkspace({ name }: Workspace): string {
  return `workspace ${quoted(name)}`;
}

function notAnId(text: string): string {
  return `must be the UUID of a workspace, not ${quoted(text)}: GET …/workspaces shows the ids`;
}

function nameTaken(name: string): MetarunError {
  return new MetarunError('duplicate', `The project has a workspace "${name}" already.`);
}
