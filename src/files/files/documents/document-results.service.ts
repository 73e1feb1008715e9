import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/database.js';
import type { ConversionJobEntity } from './conversion-job.entity.js';
import type { FileEntity } from '../tree/file.entity.js';
import { EventLog } from '../../../platform/events/event-log.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { failedConversion } from '../content/file-content.js';
import { toEntry } from '../tree/file-entry.js';
import type { FileTree } from '../tree/file-tree.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import type { WorkspaceRef } from '../workspaces/workspace.js';
import type { ConversionKey } from './conversion-cache.js';
import { DocumentWriterService } from './document-writer.service.js';
import { fileEvent } from './file-event.js';

/**
 * Applies the outcomes of conversions to their files. Files that no longer wait for the document, since they were
 * written or deleted in the meantime, are left unchanged.
 */
@Injectable()
export class DocumentResultsService {
  constructor(
    private readonly changes: WorkspaceChanges,
    private readonly writer: DocumentWriterService,
    private readonly events: EventLog,
  ) {}

  /** Stores the converted document as the content of its file, even if the file was moved. */
  async finish(job: ConversionJobEntity, key: ConversionKey): Promise<void> {
    try {
      await this.change(job, async (row, tree, quota, transaction, workspace) => {
        const { name, blob_id: id, size, etag, charset } = job;
        const what = { id, name, size, etag, charset };
        const arrivals = [{ path: row.path, what, key, syncedAs: row.synced_as }];
        const { unnamed } = await this.writer.writeArrivals(
          workspace,
          tree,
          quota,
          transaction,
          arrivals,
        );
        return unnamed;
      });
    } catch (error) {
      // The workspace may be full, for example, or a file may have the path of the media directory.
      if (!(error instanceof MetarunError) || error.kind === 'unavailable') throw error;
      await this.fail(job, error.message);
    }
  }

  /** Records the failure with the file, whose content does not change. */
  fail(job: ConversionJobEntity, why: string): Promise<void> {
    return this.change(job, async (row, tree, _quota, transaction, workspace) => {
      const failed = await tree.setConversion(row, failedConversion(why));
      tree.released.push(job.blob_id);
      this.events.append(transaction, workspace.projectId, [
        fileEvent(workspace.id, toEntry(failed)),
      ]);
      return [];
    });
  }

  private async change(
    job: ConversionJobEntity,
    work: (
      row: FileEntity,
      tree: FileTree,
      quota: number | null,
      transaction: Transaction,
      workspace: WorkspaceRef,
    ) => Promise<readonly string[]>,
  ): Promise<void> {
    const workspace = { id: job.workspace_id, projectId: job.project_id };
    try {
      await this.changes.run(workspace, async (tree, quota, transaction) => {
        const row = (await tree.jobs.take(job)) ? await tree.findById(job.file_id) : null;
        const unnamed = row ? await work(row, tree, quota, transaction, workspace) : [];
        return { value: undefined, unnamed };
      });
    } catch (error) {
      // The workspace was deleted in the meantime, along with its documents.
      if (error instanceof MetarunError && error.code === 'not_found') return;
      throw error;
    }
  }
}
