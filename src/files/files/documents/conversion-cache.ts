import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import type { ConversionContentEntity } from './conversion-content.entity.js';
import type { ConversionEntity } from './conversion.entity.js';
import { newId } from '../../../base/kernel/ids.js';
import { namedBlobs } from '../blobs/blob-references.js';
import type { StoredContent } from '../content/file-content.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import type { Dropped } from '../versions/version-expiry.service.js';

/** A conversion that has not been used for so long is dropped, in ms. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000;
/** Each may have a thousand files. */
const DROPPED_AT_ONCE = 20;

/** Which conversion is meant: the same bytes and name give the same Markdown by the same converters. */
export interface ConversionKey {
  projectId: string;
  /** The ETag of the document, with the charset that was given with it. */
  etag: string;
  /** The document's own. */
  name: string;
  /** Version of the converters. */
  converter: string;
}

/** A file that was inside a document. */
export interface StoredMedia extends StoredContent {
  name: string;
}

export interface StoredConversion {
  markdown: StoredContent;
  media: StoredMedia[];
  warnings: string[];
}

/**
 * The results of conversions. A conversion is stored here first, then given to files, which name the same blobs: so that
 * one is never done twice, nor lost by a crash between the two.
 */
@Injectable()
export class ConversionCache {
  constructor(
    private readonly database: Database,
    private readonly changes: WorkspaceChanges,
  ) {}

  async has({ projectId, etag, name, converter }: ConversionKey): Promise<boolean> {
    const rows = await this.database.query(
      'SELECT 1 FROM conversions WHERE project_id = ? AND etag = ? AND name = ? AND converter = ?',
      [projectId, etag, name, converter],
    );
    return rows.length > 0;
  }

  /** Keeps a conversion; where there is one already its blobs are removed. */
  async keep(key: ConversionKey, conversion: StoredConversion): Promise<void> {
    const { projectId, etag, name, converter } = key;
    const contents = [{ name: '', ...conversion.markdown }, ...conversion.media];
    const kept = await this.database.write(async (transaction) => {
      const id = newId();
      const rows = await transaction.query(
        `INSERT INTO conversions (id, project_id, etag, name, converter, warnings, used_at)
          VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, etag, name, converter) DO NOTHING RETURNING id`,
        [id, projectId, etag, name, converter, JSON.stringify(conversion.warnings), Date.now()],
      );
      if (rows.length === 0) return false;
      for (const content of contents)
        await transaction.query(
          `INSERT INTO conversion_contents (id, conversion_id, project_id, name, blob_id, size, etag)
            VALUES (?, ?, ?, ?, ?, ?, ?)`,
          [newId(), id, projectId, content.name, content.id, content.size, content.etag],
        );
      return true;
    });
    if (!kept) await this.changes.discard(contents.map((content) => content.id));
  }

  /** A conversion, for rows of this transaction to name its blobs; null where it is not kept (any more). */
  async take(transaction: Transaction, key: ConversionKey): Promise<StoredConversion | null> {
    const { projectId, etag, name, converter } = key;
    // No other transaction drops the row before the end of this one.
    const [row] = await transaction.query<ConversionEntity>(
      `UPDATE conversions SET used_at = ? WHERE project_id = ? AND etag = ? AND name = ? AND converter = ? RETURNING *`,
      [Date.now(), projectId, etag, name, converter],
    );
    if (!row) return null;
    const rows = await transaction.query<ConversionContentEntity>(
      'SELECT * FROM conversion_contents WHERE conversion_id = ? AND project_id = ? ORDER BY name',
      [row.id, projectId],
    );
    const contents = rows.map((content) => ({
      id: content.blob_id,
      name: content.name,
      size: content.size,
      etag: content.etag,
    }));
    const markdown = contents.find((content) => content.name === '');
    if (!markdown) throw new Error('a conversion without its Markdown');
    return {
      markdown,
      media: contents.filter((content) => content !== markdown),
      warnings: JSON.parse(row.warnings) as string[],
    };
  }

  /** Drops at most `limit` conversions that have not been used for long; 0 rows = there are none. */
  async dropSome(projectId: string, limit: number): Promise<Dropped> {
    return this.drop(projectId, Date.now() - KEPT_MS, limit);
  }

  /** Drops all of a project's: what its people want to be gone for good is not kept here either. */
  async dropAll(projectId: string): Promise<void> {
    while ((await this.drop(projectId, Number.MAX_SAFE_INTEGER, DROPPED_AT_ONCE)).rows > 0);
  }

  private async drop(projectId: string, before: number, limit: number): Promise<Dropped> {
    const { unnamed, ...dropped } = await this.database.write(async (transaction) => {
      const began = performance.now();
      const rows = await transaction.query<{ id: string }>(
        `DELETE FROM conversions WHERE project_id = ? AND used_at < ? AND id IN (
            SELECT id FROM conversions WHERE project_id = ? AND used_at < ? LIMIT ?) RETURNING id`,
        [projectId, before, projectId, before, limit],
      );
      const blobs = new Set<string>();
      for (const { id } of rows) {
        const contents = await transaction.query<{ blob_id: string }>(
          'DELETE FROM conversion_contents WHERE conversion_id = ? AND project_id = ? RETURNING blob_id',
          [id, projectId],
        );
        for (const content of contents) blobs.add(content.blob_id);
      }
      for (const named of await namedBlobs(transaction, [...blobs])) blobs.delete(named);
      return { unnamed: [...blobs], ms: performance.now() - began, rows: rows.length };
    });
    await this.changes.discard(unnamed);
    return dropped;
  }
}
