import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import type { ConversionContentEntity } from './conversion-content.entity.js';
import type { ConversionEntity } from './conversion.entity.js';
import { newId } from '../../../base/kernel/ids.js';
import { namedBlobs } from '../blobs/blob-references.js';
import type { StoredContent } from '../content/file-content.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import type { Dropped } from '../versions/version-expiry.service.js';

/** Time without use after which a conversion is dropped, in ms. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000;
/** Conversions per transaction, each of which may have a thousand files. */
const DROPPED_AT_ONCE = 20;

/** Key of a conversion: the same converters turn the same bytes and name into the same Markdown. */
export interface ConversionKey {
  projectId: string;
  /** ETag of the document, followed by the charset if one was given. */
  etag: string;
  /** Name of the document. */
  name: string;
  /** Version of the converters. */
  converter: string;
}

/** A file embedded in a document. */
export interface StoredMedia extends StoredContent {
  name: string;
}

export interface StoredConversion {
  markdown: StoredContent;
  media: StoredMedia[];
  warnings: string[];
}

/**
 * Results of conversions. A conversion is stored here first and then given to files, which refer to the same blobs.
 * This way no conversion is done twice, or lost by a crash in between.
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

  /** Stores a conversion, or removes its blobs if the key already has one. */
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

  /**
   * Returns a conversion to whose blobs rows of this transaction may refer; null if it is not, or no longer, stored.
   */
  async take(transaction: Transaction, key: ConversionKey): Promise<StoredConversion | null> {
    const { projectId, etag, name, converter } = key;
    // The update locks the row, so that no other transaction can drop it before this one ends.
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

  /** Drops at most `limit` conversions that have not been used recently. The result has 0 rows when none are left. */
  async dropSome(projectId: string, limit: number): Promise<Dropped> {
    return this.drop(projectId, Date.now() - KEPT_MS, limit);
  }

  /** Drops all conversions of a project, so that content deleted by users does not survive here. */
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
