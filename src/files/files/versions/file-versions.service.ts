import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { FileEntity } from '../tree/file.entity.js';
import type { FileVersionEntity } from './file-version.entity.js';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import type { Conditions } from '../../../platform/wire/conditions.js';
import { ConversionCache } from '../documents/conversion-cache.js';
import { toEntry } from '../tree/file-entry.js';
import {
  computeTotalBytes,
  bytesOfRow,
  contentOfRow,
  type FileContent,
} from '../content/file-content.js';
import { missingAmong } from '../tree/missing-path.js';
import { LAST_OF_DELETED } from './file-history.js';
import type { FileTree } from '../tree/file-tree.js';
import {
  earlierVersion,
  type FileVersion,
  parseVersionId,
  presentVersion,
  unknownVersion,
  versionId,
} from './file-version.js';
import { FileWriterService, type WrittenFile } from '../tree/file-writer.service.js';
import { decodeCursor, encodeCursor } from '../tree/list-cursor.js';
import { belowDirectory, byBytes } from '../tree/subtree.js';
import type { Workspace, WorkspaceRef } from '../workspaces/workspace.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import { assertConditions } from '../../../platform/wire/conditions.js';
import { assertNoDirectory, assertSpace } from '../tree/write-checks.js';
import { FILE_ERRORS } from '../errors.js';

export interface VersionPage {
  limit: number;
  /** From {@link VersionList.next}. */
  cursor?: string | undefined;
}

export interface VersionList {
  versions: FileVersion[];
  /** Cursor of the next page; null on the last one. */
  next: string | null;
}

/** Greater than any number of a version. */
const MAX_NUMBER = 2 ** 31 - 1;
/** Maximum number of versions deleted per transaction. */
const DROPPED_AT_ONCE = 500;

/** The earlier versions of files: their contents before they were replaced or deleted. */
@Injectable()
export class FileVersionsService {
  constructor(
    private readonly database: Database,
    private readonly changes: WorkspaceChanges,
    private readonly writer: FileWriterService,
    private readonly conversions: ConversionCache,
  ) {}

  /** Returns the versions of the file at a path, or of the last one deleted there; newest first. */
  async list(workspace: Workspace, path: string, page: VersionPage): Promise<VersionList> {
    const [present] = await this.database.query<FileEntity>(
      'SELECT * FROM files WHERE workspace_id = ? AND project_id = ? AND path = ?',
      [workspace.id, workspace.projectId, path],
    );
    if (path === '/' || present?.type === 'directory')
      throw new MetarunError(
        FILE_ERRORS.invalid_path,
        `"${path}" is a directory: it has no versions.`,
        {
          errors: [{ pointer: '?path', message: 'the path is a directory, which has no versions' }],
        },
      );
    const fileId = present?.id ?? (await this.deletedAt(workspace, path));
    if (fileId === null) throw await missingAmong(this.database, workspace, path, 'file');
    const before = page.cursor === undefined ? MAX_NUMBER : parseCursor(page.cursor);
    const rows = await this.database.query<FileVersionEntity>(
      `SELECT * FROM file_versions WHERE file_id = ? AND project_id = ?
        AND number < ? ORDER BY number DESC LIMIT ?`,
      // A version that was current a moment ago is not listed twice.
      [fileId, workspace.projectId, Math.min(before, present?.version ?? before), page.limit + 1],
    );
    const versions = rows.map(earlierVersion);
    if (present && present.version < before) versions.unshift(presentVersion(present));
    const shown = versions.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      versions: shown,
      next: versions.length > page.limit && last ? encodeCursor([String(last.version)]) : null,
    };
  }

  /** Returns the last version of each file that was deleted at or below a path and does not exist again; by path. */
  async deleted(workspace: Workspace, path: string, page: VersionPage): Promise<VersionList> {
    const below = belowDirectory(this.database, path);
    const bytes = byBytes(this.database);
    const key = [`path${bytes}`, 'id'];
    // Repeated without "or", for the index.
    const range = [path, below.values.at(-1) ?? path];
    const after = page.cursor === undefined ? [] : decodeCursor(page.cursor, key.length);
    const rows = await this.database.query<FileVersionEntity>(
      `SELECT * FROM file_versions v WHERE workspace_id = ? AND project_id = ? AND (path = ? OR (${below.sql}))
        AND path${bytes} >= ? AND path${bytes} < ? AND ${LAST_OF_DELETED} ${after.length === 0 ? '' : `AND (${key.join(', ')}) > (?, ?)`}
        ORDER BY ${key.join(', ')} LIMIT ?`,
      [
        workspace.id,
        workspace.projectId,
        path,
        ...below.values,
        ...range,
        ...after,
        page.limit + 1,
      ],
    );
    const versions = rows.slice(0, page.limit).map(earlierVersion);
    const last = versions.at(-1);
    const more = rows.length > page.limit && last !== undefined;
    return { versions, next: more ? encodeCursor([last.path, last.id]) : null };
  }

  /**
   * Makes a version the content of its file again, as a new version; a deleted file is created again. `to` is another
   * path for it. Throws `conflict` if another file has taken the path since, and errors of a write.
   */
  async restore(
    projectId: string,
    id: string,
    to: string | null,
    conditions: Conditions,
  ): Promise<WrittenFile> {
    const key = parseVersionId(id);
    const workspace = key && (await this.findWorkspace(projectId, key));
    if (!key || !workspace) throw unknownVersion(id);
    return this.changes.run(workspace, async (tree, quota) => {
      const alive = await tree.findById(key.fileId);
      if (alive?.version === key.number && (to === null || to === alive.path)) {
        assertConditions(conditions, 'file', alive.etag);
        return { value: { entry: toEntry(alive), created: false }, unnamed: [] };
      }
      const content = await loadContent(tree, key.fileId, key.number, alive);
      const path = to ?? alive?.path ?? content.path;
      const present = assertNoDirectory(path, await tree.find(path));
      if (to === null && present && present.id !== key.fileId)
        throw new MetarunError(
          'conflict',
          `Another file is at "${path}" now: name a path in "to".`,
        );
      assertConditions(conditions, 'file', present?.etag ?? null);
      await assertSpace(
        tree,
        quota,
        computeTotalBytes(content) - (present ? bytesOfRow(present) : 0),
      );
      const row =
        present || alive || to !== null
          ? await tree.setContent(path, present, content)
          : await this.revive(tree, path, key.fileId, content);
      const unnamed = await this.writer.limitVersions(tree, row);
      unnamed.push(...(await tree.keepVersionsWithin(quota)).blobs);
      return { value: { entry: toEntry(row), created: present === null }, unnamed };
    });
  }

  /** Deletes for good the versions of a file, or of everything below a directory; returns their number. */
  async drop(workspace: Workspace, path: string): Promise<number> {
    const below = belowDirectory(this.database, path);
    const which = `path = ? OR (${below.sql})`;
    const values = [workspace.id, workspace.projectId, path, ...below.values];
    for (let dropped = 0; ;) {
      const rows = await this.database.query<{ id: string }>(
        `SELECT id FROM file_versions WHERE workspace_id = ? AND project_id = ? AND (${which}
          OR file_id IN (SELECT id FROM files WHERE workspace_id = ? AND project_id = ? AND (${which})))
          LIMIT ?`,
        [...values, ...values, DROPPED_AT_ONCE],
      );
      if (rows.length > 0)
        await this.changes.run(workspace, async (tree) => ({
          value: undefined,
          unnamed: await tree.history.dropIds(rows.map((row) => row.id)),
        }));
      dropped += rows.length;
      if (rows.length === DROPPED_AT_ONCE) continue;
      await this.conversions.dropAll(workspace.projectId);
      return dropped;
    }
  }

  private async revive(
    tree: FileTree,
    path: string,
    fileId: string,
    content: VersionContent,
  ): Promise<FileEntity> {
    await tree.makeParents(path);
    const number = await tree.history.lastNumber(fileId);
    return tree.insertFile(path, content, { fileId, number });
  }

  private async findWorkspace(
    projectId: string,
    { fileId, number }: { fileId: string; number: number },
  ): Promise<WorkspaceRef | null> {
    const [row] = await this.database.query<{ workspace_id: string }>(
      `SELECT workspace_id FROM file_versions WHERE file_id = ? AND number = ? AND project_id = ?
        UNION SELECT workspace_id FROM files WHERE id = ? AND version = ? AND project_id = ?`,
      [fileId, number, projectId, fileId, number, projectId],
    );
    return row ? { id: row.workspace_id, projectId } : null;
  }

  private async deletedAt(workspace: Workspace, path: string): Promise<string | null> {
    const [row] = await this.database.query<{ file_id: string }>(
      `SELECT file_id FROM file_versions v
        WHERE workspace_id = ? AND project_id = ? AND path = ? AND ${LAST_OF_DELETED}
        ORDER BY ended_at DESC, number DESC LIMIT 1`,
      [workspace.id, workspace.projectId, path],
    );
    return row?.file_id ?? null;
  }
}

interface VersionContent extends FileContent {
  path: string;
}

/** Returns the content of a version, including the current one. Throws a 404. */
async function loadContent(
  tree: FileTree,
  fileId: string,
  number: number,
  alive: FileEntity | null,
): Promise<VersionContent> {
  const row = alive?.version === number ? alive : await tree.history.find(fileId, number);
  const content = row && contentOfRow(row);
  if (!row || !content) throw unknownVersion(versionId(fileId, number));
  return { ...content, path: row.path };
}

function parseCursor(cursor: string): number {
  const [text = ''] = decodeCursor(cursor, 1);
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw invalidField('?cursor', 'must be taken from the Link header of the page before');
  return Number(text);
}
