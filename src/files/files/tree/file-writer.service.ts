import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { FileEntity } from './file.entity.js';
import type { RunKey } from '../../../workflow/engine/runs/run-key.js';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import type { Conditions } from '../../../platform/wire/conditions.js';
import { type FileEntry, toEntry } from './file-entry.js';
import { isInside, ROOT } from './file-path.js';
import { missingPath } from './missing-path.js';
import { copyTree } from './copy-tree.js';
import {
  computeTotalBytes,
  bytesOfRow,
  type FileContent,
  plainContent,
} from '../content/file-content.js';
import type { FileTree } from './file-tree.js';
import { isDocument, type NamedDocument } from '../documents/job-rows.js';
import type { Workspace } from '../workspaces/workspace.js';
import { type Changed, WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import { assertConditions } from '../../../platform/wire/conditions.js';
import { assertFree, assertNoDirectory, assertSpace } from './write-checks.js';
import { FILE_ERRORS } from '../errors.js';
import type { FileSettings } from '../settings.js';
import type { Transaction } from '../../../platform/database/database.js';
import { type FileUse, TaskFiles } from '../uses/task-files.service.js';

export interface WrittenFile {
  entry: FileEntry;
  /** False if it replaced a file. */
  created: boolean;
}

/** A file to be written, with a stored content or with a document to be converted. */
export interface NewFile {
  path: string;
  what: FileContent | NamedDocument;
  /** Conditions on the present file. */
  conditions?: Conditions;
  /** Name of the folder sync that sends the file. */
  syncedAs?: string | null | undefined;
}

/**
 * Changes workspaces. Paths are normalised. Concurrent writes are serialised, and the last one wins as a whole; the
 * former content of a file becomes an earlier version.
 */
@Injectable()
export class FileWriterService {
  constructor(
    @Inject(CONFIG) private readonly config: FileSettings,
    private readonly changes: WorkspaceChanges,
    @Inject(TaskFiles) private readonly uses: Pick<TaskFiles, 'changes'>,
  ) {}

  /**
   * Writes a whole file and the directories above it. Throws what {@link writeAll} throws, and `conflict` if `run`,
   * which writes it, has lost its task.
   */
  async write(
    workspace: Workspace,
    path: string,
    content: Buffer,
    conditions: Conditions = {},
    run?: RunKey,
  ): Promise<WrittenFile> {
    await using blobs = this.changes.newBlobs();
    const blob = await blobs.store(content, this.config.maxUploadBytes);
    const file = { path, what: plainContent(blob), conditions };
    const [written] = await blobs.commit(() => this.writeAll(workspace, [file], run));
    if (!written) throw new Error('nothing was written');
    return written;
  }

  /**
   * Writes files whose blobs are stored, all or none. Throws `conflict` if a path is a directory or has a file as its
   * ancestor, `precondition_failed`, `quota_exceeded`.
   */
  writeAll(workspace: Workspace, files: readonly NewFile[], run?: RunKey): Promise<WrittenFile[]> {
    return this.changes.run(
      workspace,
      async (tree, quota, transaction) => {
        const changed = await this.writeRows(tree, quota, files);
        if (run) {
          const written = changed.value.map(({ entry: { path, versionId } }): FileUse => {
            return { workspaceId: workspace.id, path, how: 'written', versionId };
          });
          await this.uses.changes(transaction, run, written);
        }
        return changed;
      },
      run,
    );
  }

  /** {@link writeAll} within a change. */
  async writeRows(
    tree: FileTree,
    quota: number | null,
    files: readonly NewFile[],
  ): Promise<Changed<WrittenFile[]>> {
    const replaced: (FileEntity | null)[] = [];
    let growth = 0;
    for (const { path, what, conditions } of files) {
      const present = assertNoDirectory(path, await tree.find(path));
      if (conditions) assertConditions(conditions, 'file', present?.etag ?? null);
      replaced.push(present);
      growth += isDocument(what)
        ? what.size
        : computeTotalBytes(what) - (present ? bytesOfRow(present) : 0);
    }
    await assertSpace(tree, quota, growth);
    const value: WrittenFile[] = [];
    const unnamed: string[] = [];
    for (const [index, { path, what, syncedAs }] of files.entries()) {
      const present = replaced[index] ?? null;
      const row = isDocument(what)
        ? await tree.awaitConversion(path, present, what, syncedAs)
        : present && isConversionOfSame(present, what)
          ? await tree.confirm(present, what, syncedAs)
          : await tree.setContent(path, present, what, syncedAs);
      value.push({ entry: toEntry(row), created: present === null });
      unnamed.push(...(await this.limitVersions(tree, row)));
    }
    unnamed.push(...(await tree.keepVersionsWithin(quota)).blobs);
    return { value, unnamed };
  }

  /** Removes a file, or a directory with its contents; the files can be restored. `run` as for {@link write}. */
  remove(
    workspace: Workspace,
    path: string,
    conditions: Conditions = {},
    run?: RunKey,
  ): Promise<void> {
    if (path === ROOT)
      throw new MetarunError(
        FILE_ERRORS.invalid_path,
        "The root of a workspace can't be deleted.",
        {
          errors: [{ pointer: '?path', message: "the root of a workspace can't be deleted" }],
        },
      );
    const removal = async (
      tree: FileTree,
      _quota: number | null,
      transaction: Transaction,
    ): Promise<Changed<void>> => {
      const present = await tree.find(path);
      // A script may list what it may delete; an API key with only "files:write" may not.
      if (!present && run) throw await tree.missing(workspace, path);
      if (!present) throw missingPath(workspace, path, 'file or directory');
      assertConditions(conditions, 'file', present.etag);
      await tree.remove(path);
      if (run)
        await this.uses.changes(transaction, run, [
          { workspaceId: workspace.id, path, how: 'deleted', versionId: null },
        ]);
      return { value: undefined, unnamed: [] };
    };
    return this.changes.run(workspace, removal, run);
  }

  /** Moves a file with its versions, or a directory with its contents, to a free path. */
  move(
    workspace: Workspace,
    from: string,
    to: string,
    conditions: Conditions = {},
  ): Promise<FileEntry> {
    if (from === ROOT) throw invalidField('/from', "the root of a workspace can't be moved");
    if (isInside(to, from)) throw invalidField('/to', 'a directory cannot be moved into itself');
    return this.changes.run(workspace, async (tree) => {
      const present = await found(workspace, tree, from, conditions);
      assertFree(to, await tree.find(to));
      await tree.makeParents(to);
      return { value: toEntry(await tree.move(present, to)), unnamed: [] };
    });
  }

  /** Copies a file without its versions, or a directory with its contents, to a free path. */
  copy(
    workspace: Workspace,
    from: string,
    to: string,
    conditions: Conditions = {},
  ): Promise<FileEntry> {
    if (from === ROOT) throw invalidField('/from', "the root of a workspace can't be copied");
    if (isInside(to, from)) throw invalidField('/to', 'a directory cannot be copied into itself');
    return this.changes.run(workspace, async (tree, quota) => {
      const present = await found(workspace, tree, from, conditions);
      assertFree(to, await tree.find(to));
      await tree.makeParents(to);
      const copied = await copyTree(tree, present, to, (bytes) => assertSpace(tree, quota, bytes));
      const { blobs: unnamed } = await tree.keepVersionsWithin(quota);
      return { value: toEntry(copied), unnamed };
    });
  }

  /** Deletes the versions of a file beyond the maximum; returns the blobs that nothing names any more. */
  limitVersions(tree: FileTree, row: FileEntity): Promise<string[]> {
    return tree.history.keepLast(row.id, row.version, this.config.maxFileVersions);
  }
}

/** Returns whether a new conversion of the same document has given the same Markdown. */
function isConversionOfSame(
  row: FileEntity,
  { etag, original, convertedFrom }: FileContent,
): boolean {
  return (
    original !== null &&
    row.etag === etag &&
    row.original_etag === original.etag &&
    row.converted_from === convertedFrom
  );
}

async function found(
  workspace: Workspace,
  tree: FileTree,
  path: string,
  conditions: Conditions,
): Promise<FileEntity> {
  const present = await tree.find(path);
  if (!present) throw missingPath(workspace, path, 'file or directory');
  assertConditions(conditions, 'file', present.etag);
  return present;
}
