import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Config } from '../../../base/config/settings.js';
import { findErrorCode } from '../../../base/kernel/errors.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { VERSION } from '../../../base/kernel/version.js';
import { sqlitePath } from '../../../platform/database/data-source.js';
import type { Database, Transaction } from '../../../platform/database/database.js';
import { copySqlite } from '../../../platform/database/sqlite-copy.js';
import type { BlobStore } from '../../../platform/storage/blob-store.js';
import { blobReferences } from '../../../files/files/blobs/blob-references.js';
import { RemovalHold } from '../../../files/files/blobs/removal-hold.js';
import { SecretKey } from '../../../access/secrets/secret-key.js';
import { type BadContent, ContentsCopy, type NamedBlob } from './backup-contents.js';
import { hashFile, writeFlushed, writeWhole, type Written } from './backup-file.js';
import { FORMAT, MANIFEST, type Manifest, NAMES, rowsPath } from './manifest.js';
import { dataTables, packedRows } from './postgres-rows.js';
import type { Progress } from './progress.js';

const BATCH = 500;

export interface BackupOptions {
  /** False leaves the contents in the bucket, which has its own backups. */
  contents: boolean;
  onProgress: (progress: Progress) => void;
}

export interface BackupResult {
  manifest: Manifest;
  bad: BadContent[];
}

/**
 * Writes a whole installation to a folder, possibly while servers run: a snapshot of the database, then the contents
 * that it names. Before the snapshot is taken, servers are kept from removing contents.
 */
export class Backup {
  private readonly files: Record<string, Written> = {};
  private readonly rows: Record<string, number> = {};
  private readonly named: NamedBlob[] = [];

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly blobs: BlobStore,
    private readonly folder: string,
    private readonly options: BackupOptions,
  ) {}

  /**
   * Creates the backup. Throws a GuidedError if the folder exists and is not empty. On failure, the folder is emptied.
   */
  async run(): Promise<BackupResult> {
    await makeEmptyFolder(this.folder);
    try {
      return await this.write();
    } catch (error) {
      for (const name of await readdir(this.folder))
        await rm(join(this.folder, name), { recursive: true, force: true });
      throw error;
    }
  }

  private async write(): Promise<BackupResult> {
    await using hold = await RemovalHold.begin(this.database);
    const facts = await this.facts();
    if (this.database.kind === 'postgres') await this.database.snapshot((rows) => this.dump(rows));
    else await this.copySqlite();
    const bad = await this.copyContents();
    await hold.assertHeld();
    const key = await this.copyKey();
    const manifest: Manifest = {
      format: FORMAT,
      metarun: VERSION,
      created_at: new Date().toISOString(),
      installation: facts.installation,
      database: {
        kind: this.database.kind,
        migrations: facts.migrations,
        rows: this.rows,
      },
      secret_key: key,
      contents: {
        included: this.options.contents,
        blobs: this.named.length,
        unreadable: bad.filter(({ kind }) => kind !== 'damaged').length,
      },
      files: this.files,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeWhole(join(this.folder, MANIFEST), Buffer.from(text));
    return { manifest, bad };
  }

  private async facts(): Promise<{ installation: string; migrations: string[] }> {
    const [id] = await this.database.query<{ value: string }>(
      "SELECT value FROM installation WHERE name = 'id'",
    );
    const ran = await this.database.query<{ name: string }>(
      'SELECT name FROM migrations ORDER BY id',
    );
    return { installation: id?.value ?? '', migrations: ran.map(({ name }) => name) };
  }

  private async copySqlite(): Promise<void> {
    const path = join(this.folder, NAMES.sqlite);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await copySqlite(sqlitePath(this.config), path, (bytes) =>
      this.options.onProgress({ step: 'database', bytes }),
    );
    const copy = new Sqlite(path, { readonly: true });
    try {
      await this.readNamed({
        query: async <Row>(sql: string, values: readonly unknown[] = []) =>
          copy.prepare<unknown[], Row>(sql).all(...values),
      });
    } finally {
      copy.close();
    }
    this.files[NAMES.sqlite] = await hashFile(path);
  }

  private async dump(snapshot: Pick<Transaction, 'query'>): Promise<void> {
    let rows = 0;
    for (const table of await dataTables(snapshot)) {
      let own = 0;
      const packed = packedRows(snapshot, table, (more) => {
        own += more;
        rows += more;
        this.options.onProgress({ step: 'database', rows });
      });
      this.files[rowsPath(table)] = await writeFlushed(join(this.folder, rowsPath(table)), packed);
      this.rows[table] = own;
    }
    await this.readNamed(snapshot);
  }

  private async readNamed(snapshot: Pick<Transaction, 'query'>): Promise<void> {
    const known = new Set<string>();
    for await (const rows of blobReferences(snapshot, BATCH))
      for (const { blob_id, workspace_id, path, size, etag } of rows) {
        if (known.has(blob_id)) continue;
        known.add(blob_id);
        this.named.push({ blob_id, workspace_id, path, size, etag });
      }
  }

  private async copyContents(): Promise<BadContent[]> {
    const { contents, onProgress } = this.options;
    if (!contents) return [];
    const ofBytes = this.named.reduce((sum, { size }) => sum + size, 0);
    let [blobs, bytes] = [0, 0];
    const copy = new ContentsCopy(this.blobs, this.folder, (more) => {
      blobs += 1;
      bytes += more;
      onProgress({ step: 'contents', blobs, ofBlobs: this.named.length, bytes, ofBytes });
    });
    await copy.copy(this.named);
    const list = join(this.folder, NAMES.blobs);
    this.files[NAMES.blobs] = await writeFlushed(list, serialiseJsonLines(copy.lines));
    return copy.bad;
  }

  /**
   * Copies the key of the secrets. It is read last, since the first secret of an installation may be stored during the
   * backup.
   */
  private async copyKey(): Promise<Manifest['secret_key']> {
    const own = new SecretKey(this.config);
    const key = await own.find();
    if (key === null) return null;
    const included = own.isFile;
    if (included && (await own.findNext()) !== null)
      throw new GuidedError('A rotation of the key of the secrets was interrupted.', {
        code: 'rotation_interrupted',
        fix: 'Run `metarun rotate-secret-key` again, or start the server: either finishes it.',
        docs: 'operations.md#rotate-the-key-of-the-secrets',
      });
    if (included) {
      const text = Buffer.from(`${key.bytes.toString('base64')}\n`);
      this.files[NAMES.key] = await writeFlushed(join(this.folder, NAMES.key), [text]);
    }
    return { id: key.id, included };
  }
}

/** Yields one line of JSON per value, in batches. */
function* serialiseJsonLines(values: readonly object[]): Generator<Buffer> {
  for (let from = 0; from < values.length; from += BATCH) {
    const lines = values.slice(from, from + BATCH).map((value) => `${JSON.stringify(value)}\n`);
    yield Buffer.from(lines.join(''));
  }
}

async function makeEmptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    if (findErrorCode(error) !== 'EEXIST' && findErrorCode(error) !== 'ENOTDIR') throw error;
    throw new GuidedError(`${folder} is a file.`, { code: 'not_empty', fix: 'Name a folder.' });
  }
  throw new GuidedError(`${folder} is not empty.`, {
    code: 'not_empty',
    fix: 'Name a folder that is not there yet, such as one with the date in its name.',
    docs: 'operations.md#backup',
  });
}
