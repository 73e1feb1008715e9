import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { FileEntity } from '../tree/file.entity.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { EventLog } from '../../../platform/events/event-log.js';
import { conversionOfRow, originalOfRow } from '../content/file-content.js';
import { toEntry } from '../tree/file-entry.js';
import { ROOT } from '../tree/file-path.js';
import { missingPath } from '../tree/missing-path.js';
import { FileReaderService } from '../tree/file-reader.service.js';
import { documentsQueued } from '../messages.js';
import { belowDirectory } from '../tree/subtree.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import type { Workspace } from '../workspaces/workspace.js';
import { DocumentsService } from './documents.service.js';
import { fileEvent } from './file-event.js';

/** Files per change. */
const AT_ONCE = 200;

export interface Reconversion {
  /** Number of documents that are now queued for conversion, or already were. */
  converting: number;
  /** Number of documents already converted by the current converters. */
  upToDate: number;
}

/** Converts documents again from their originals, for example with improved converters. */
@Injectable()
export class ReconversionService {
  constructor(
    private readonly database: Database,
    private readonly reader: FileReaderService,
    private readonly changes: WorkspaceChanges,
    private readonly documents: DocumentsService,
    private readonly events: EventLog,
    private readonly bus: EventBus,
  ) {}

  /**
   * Starts the conversion of the document at a path, or of all documents below a directory: those converted by other
   * versions of the converters and those that failed. `all` includes every document; `charset` includes those that were
   * read in a different charset. The files keep their content until then. Throws a 404 if the path does not exist.
   */
  async begin(
    workspace: Workspace,
    path: string,
    which: { all: boolean; charset: string | null },
  ): Promise<Reconversion> {
    if (path !== ROOT && (await this.reader.find(workspace, path)) === null)
      throw missingPath(workspace, path, 'file or directory');
    const counts: Reconversion = { converting: 0, upToDate: 0 };
    for (let after: string | null = ''; after !== null;) {
      const ids: string[] = await this.page(workspace, path, after);
      after = ids.length < AT_ONCE ? null : (ids.at(-1) ?? null);
      if (ids.length === 0) break;
      const { converting, upToDate } = await this.beginSome(workspace, ids, which);
      counts.converting += converting;
      counts.upToDate += upToDate;
    }
    return counts;
  }

  /** Returns the next ids of files that have an original, in ascending order. */
  private async page(workspace: Workspace, path: string, after: string): Promise<string[]> {
    const below = belowDirectory(this.database, path);
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM files WHERE workspace_id = ? AND project_id = ? AND original_blob_id IS NOT NULL
        AND (path = ? OR (${below.sql})) AND id > ? ORDER BY id LIMIT ${AT_ONCE}`,
      [workspace.id, workspace.projectId, path, ...below.values, after],
    );
    return rows.map(({ id }) => id);
  }

  private async beginSome(
    workspace: Workspace,
    ids: readonly string[],
    { all, charset }: { all: boolean; charset: string | null },
  ): Promise<Reconversion> {
    const counts = await this.changes.run(workspace, async (tree, _quota, transaction) => {
      const value: Reconversion = { converting: 0, upToDate: 0 };
      const begun: FileEntity[] = [];
      for (const id of ids) {
        const row = await tree.findById(id);
        const original = row && originalOfRow(row);
        if (!row || !original) continue;
        const status = conversionOfRow(row)?.status;
        const known = charset === null || charset === row.charset;
        if (
          status !== 'converting' &&
          status !== 'failed' &&
          !all &&
          known &&
          this.isCurrent(row)
        ) {
          value.upToDate += 1;
          continue;
        }
        value.converting += 1;
        if (status === 'converting') continue;
        const document = {
          ...original,
          name: row.converted_from ?? row.name,
          charset: charset ?? original.charset,
        };
        begun.push(await tree.convertAgain(row, document));
      }
      this.events.append(
        transaction,
        workspace.projectId,
        begun.map((row) => fileEvent(workspace.id, toEntry(row))),
      );
      return { value, unnamed: [] };
    });
    this.bus.publish(documentsQueued, {});
    return counts;
  }

  private isCurrent(row: FileEntity): boolean {
    return row.converter === this.documents.version;
  }
}
