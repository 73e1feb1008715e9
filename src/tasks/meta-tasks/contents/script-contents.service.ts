import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { hashSha256 } from '../../../base/kernel/sha256.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { newId } from '../../../base/kernel/ids.js';
import { Database } from '../../../platform/database/database.js';
import { BlobMissingError, BlobStore } from '../../../platform/storage/blob-store.js';
import type { Program } from '../../../sandbox/runtime/runtime.js';
import { toEtag } from '../../../files/files/content/etag.js';

/** Size above which a script is stored as a content, in bytes, so that its version's row stays small. */
const LARGE = 256 * 1024;
/** Maximum total length of cached texts, in characters: three of the largest bundles. */
const CACHE_CHARACTERS = 64 * 1024 * 1024;

/** A script that is stored as a content, as in its version's row. */
export interface StoredScript {
  contentId: string;
  /** Size of the script, in bytes. */
  bytes: number;
  /** SHA-256 of the script, in lower-case hex. */
  sha256: string;
}

/** The large parts of a program. */
export type ProgramText = Pick<Program, 'code' | 'source_map'> & { hash: string };

/** The error for a script whose content is lost. */
export class ScriptMissingError extends MetarunError {
  constructor(cause: BlobMissingError) {
    const message =
      'The script is not among the stored contents any more. `metarun doctor --storage` names what is missing: restore it from a backup, or deploy the meta-task again.';
    super('unavailable', message, { cause });
  }
}

interface Row {
  sha256: string;
  blob_id: string;
  size: number;
  code_bytes: number;
  map_bytes: number | null;
}

/**
 * Large scripts and their programs, as contents of the file store. Versions of a project with the same script and
 * program share one content; contents never change, so that they can be cached.
 */
@Injectable()
export class ScriptContents {
  private readonly texts = new LRUCache<string, Promise<string | ProgramText>>({
    maxSize: CACHE_CHARACTERS,
  });

  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
  ) {}

  /** Stores a large script with its program; an existing content is reused. Returns null for a small one. */
  async keep(
    projectId: string,
    script: string | null,
    program: Program | null,
  ): Promise<StoredScript | null> {
    if (script === null || program === null || script.length <= LARGE) return null;
    const [code, map, text] = [program.code, program.source_map ?? '', script].map((part) =>
      Buffer.from(part),
    ) as [Buffer, Buffer, Buffer];
    const content = Buffer.concat([code, map, text]);
    const stored = { bytes: text.length, sha256: hashSha256(text) };
    const sha256 = hashSha256(content);
    const known = await this.touch(projectId, sha256);
    if (known !== null) return { contentId: known, ...stored };
    const blob = await this.blobs.put(content, { maxBytes: content.length });
    const mapBytes = program.source_map === null ? null : map.length;
    const [row] = await this.database.execute<{ id: string; blob_id: string }>(
      `INSERT INTO script_contents (id, project_id, sha256, blob_id, size, etag, code_bytes, map_bytes, used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${this.database.now})
       ON CONFLICT (project_id, sha256) DO UPDATE SET used_at = excluded.used_at RETURNING id, blob_id`,
      [newId(), projectId, sha256, blob.id, blob.size, toEtag(blob.sha256), code.length, mapBytes],
    );
    if (row === undefined) throw new Error('a content of a script was not stored');
    if (row.blob_id !== blob.id) await this.blobs.remove(blob.id);
    return { contentId: row.id, ...stored };
  }

  /** Returns the script of a content. */
  async script(projectId: string, contentId: string): Promise<string> {
    const text = await this.cached(`${contentId} script`, async () => {
      const { blob_id, size, code_bytes, map_bytes } = await this.row(projectId, contentId);
      const start = code_bytes + (map_bytes ?? 0);
      return (await this.read(blob_id, start, size)).toString();
    });
    return typeof text === 'string' ? text : '';
  }

  /** Returns the program of a content. */
  async program(projectId: string, contentId: string): Promise<ProgramText> {
    const text = await this.cached(`${contentId} program`, async () => {
      const { blob_id, sha256, code_bytes, map_bytes } = await this.row(projectId, contentId);
      const bytes = await this.read(blob_id, 0, code_bytes + (map_bytes ?? 0));
      return {
        code: bytes.toString('utf8', 0, code_bytes),
        source_map: map_bytes === null ? null : bytes.toString('utf8', code_bytes),
        hash: sha256,
      };
    });
    if (typeof text === 'string') throw new Error('a program is a text');
    return text;
  }

  /** Protects a content from its removal while a version may be about to refer to it. Returns null for an unknown content. */
  private async touch(projectId: string, sha256: string): Promise<string | null> {
    const [row] = await this.database.execute<{ id: string }>(
      `UPDATE script_contents SET used_at = ${this.database.now} WHERE project_id = ? AND sha256 = ? RETURNING id`,
      [projectId, sha256],
    );
    return row?.id ?? null;
  }

  private async row(projectId: string, contentId: string): Promise<Row> {
    const [row] = await this.database.query<Row>(
      'SELECT sha256, blob_id, size, code_bytes, map_bytes FROM script_contents WHERE id = ? AND project_id = ?',
      [contentId, projectId],
    );
    if (row === undefined)
      throw new Error(`the script content ${contentId} is not in the database`);
    return row;
  }

  /** `end` is exclusive. */
  private async read(blobId: string, start: number, end: number): Promise<Buffer> {
    try {
      return await buffer(await this.blobs.open(blobId, { start, end: end - 1 }));
    } catch (error) {
      if (error instanceof BlobMissingError) throw new ScriptMissingError(error);
      throw error;
    }
  }

  /** Returns a cached text; callers that need the same text at the same time share one read. */
  private async cached(
    key: string,
    read: () => Promise<string | ProgramText>,
  ): Promise<string | ProgramText> {
    const kept = this.texts.get(key);
    if (kept !== undefined) return kept;
    const reading = read();
    // The size is not known yet, and may exceed the cache.
    this.texts.set(key, reading, { size: 1 });
    try {
      const text = await reading;
      this.texts.set(key, reading, { size: measureSize(text) });
      return text;
    } catch (error) {
      this.texts.delete(key);
      throw error;
    }
  }
}

function measureSize(text: string | ProgramText): number {
  return typeof text === 'string'
    ? text.length + 1
    : text.code.length + (text.source_map?.length ?? 0) + 1;
}
