import { MetarunError } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { isUuid, newId } from '../../base/kernel/ids.js';
import type { Database, Transaction } from '../../platform/database/database.js';
import { hasText, buildLikePattern } from '../../platform/database/has-text.js';
import { isUniqueViolation } from '../../platform/database/unique-violation.js';
import { assertConditions, type Conditions, overtaken } from '../../platform/wire/conditions.js';
import type { Quotas } from '../../access/projects/quotas.service.js';
import type { Change, Definitions } from './definitions.js';
import type { EntryEntity, EntryVersionEntity } from './entry.entities.js';
import { toEtag, unchanged } from './entry-etag.js';
import type { Entry, EntryKind } from './entry.js';
import { identifierFor } from './identifier.js';
import { identifierNear, unknownEntry, unknownVersion, withArticle } from './unknown-entry.js';

/** Number of identifiers that are tried for a generated one. */
const IDENTIFIER_TRIES = 1_000;

export interface ListOptions {
  archived: boolean;
  /** Part of the name or of the identifier, case-insensitive. */
  q?: string | undefined;
  /** Leaves out the columns that can be large: `large` of the kind. */
  summary?: boolean;
  limit: number;
  offset: number;
}

/** The author's note on a version. */
export interface Noted {
  note?: string | null | undefined;
}

/** Entity classes of a kind. */
export interface EntryRows<V extends EntryVersionEntity> {
  entry: new () => EntryEntity;
  version: new () => V;
}

/**
 * The entries of one kind, such as meta-tasks, of all projects. Every change to a definition `D` makes a new immutable
 * version. `T` is an entry at one of its versions; `P` what a version has besides its definition; `V` the row of a
 * version.
 */
export abstract class Catalogue<
  D extends { name: string },
  T extends Entry & D,
  P,
  V extends EntryVersionEntity,
> {
  constructor(
    protected readonly database: Database,
    private readonly quotas: Quotas,
    private readonly kind: EntryKind,
    private readonly rows: EntryRows<V>,
    private readonly definitions: Definitions<D>,
  ) {}

  /**
   * Prepares what a version with the definition needs. `current` is null for the first version; `given` is the change
   * that was requested. Throws MetarunError if the definition cannot be used.
   */
  protected abstract prepare(
    projectId: string,
    definition: D,
    current: T | null,
    given: Change<D>,
  ): Promise<P>;

  /**
   * Returns whether a change needs a new version although it leaves the definition equal, since something that the
   * definition refers to has changed.
   */
  protected async hasMoved(
    _projectId: string,
    _definition: D,
    _current: T,
    _given: Change<D>,
  ): Promise<boolean> {
    return false;
  }

  /** Returns the columns of a definition and of what was prepared for it. */
  protected abstract toColumns(definition: D, prepared: P): Record<string, unknown>;

  /** Returns the entry at a version. */
  protected abstract buildEntry(entry: Entry, version: V): T;

  async create(
    projectId: string,
    given: Change<D> & Noted & { name: string; identifier?: string | null | undefined },
    createdBy: string,
  ): Promise<T> {
    const { identifier, note = null } = given;
    const definition = this.definitions.created(given);
    const prepared = await this.prepare(projectId, definition, null, given);
    for (let number = 1; number <= IDENTIFIER_TRIES; number += 1) {
      const wanted = identifier ?? this.identifierFor(definition.name, number);
      try {
        return await this.insert(projectId, wanted, definition, prepared, { createdBy, note });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        if (identifier != null) break;
      }
    }
    const taken = identifier ?? this.identifierFor(definition.name, 1);
    throw new MetarunError(
      'duplicate',
      `${capital(withArticle(this.kind.noun))} with the identifier "${taken}" exists already; choose another one.`,
      { errors: [{ pointer: '/identifier', message: 'is in use' }] },
    );
  }

  /** Returns a page of entries, newest first. */
  async list(
    projectId: string,
    { archived, q, summary = false, limit, offset }: ListOptions,
  ): Promise<T[]> {
    const query = this.database.read
      .createQueryBuilder(this.rows.entry, 'entry')
      .where('entry.project_id = :projectId', { projectId })
      .orderBy('entry.created_at', 'DESC')
      .addOrderBy('entry.id', 'DESC')
      .limit(limit)
      .offset(offset);
    if (!archived) query.andWhere('entry.archived_at IS NULL');
    const { owner } = this.kind;
    const { tableName } = this.database.read.connection.getMetadata(this.rows.version);
    if (q !== undefined)
      query.andWhere(
        `(${hasText('entry.identifier', ':pattern')} OR EXISTS (SELECT 1 FROM ${tableName} named
           WHERE named.${owner} = entry.id AND named.version = entry.current_version
             AND ${hasText('named.name', ':pattern')}))`,
        { pattern: buildLikePattern(q) },
      );
    const entries = await query.getMany();
    if (entries.length === 0) return [];
    const versions = await this.database.read
      .createQueryBuilder(this.rows.version, 'version')
      .select(this.versionColumns(summary))
      .innerJoin(
        this.rows.entry,
        'entry',
        `entry.id = version.${owner} AND entry.current_version = version.version`,
      )
      .where('version.project_id = :projectId AND entry.id IN (:...ids)', {
        projectId,
        ids: entries.map(({ id }) => id),
      })
      .getMany();
    const byEntry = new Map(versions.map((version) => [ownerOf(version, owner), version]));
    return entries.flatMap((entry) => {
      const version = byEntry.get(entry.id);
      return version ? [this.whole(entry, version)] : [];
    });
  }

  /** Returns an entry by its id or identifier, at the current version unless another is given. */
  async get(projectId: string, reference: string, version?: number): Promise<T> {
    const entry = await this.find(projectId, reference);
    const number = version ?? entry.current_version;
    const [row] = await this.versionRows(projectId, entry.id)
      .andWhere('version.version = :number', { number })
      .getMany();
    if (!row) throw unknownVersion(this.kind, reference, String(number));
    return this.whole(entry, row);
  }

  /** Returns a page of the versions of an entry, newest first. */
  async versions(
    projectId: string,
    reference: string,
    page: Pick<ListOptions, 'summary' | 'limit' | 'offset'>,
  ): Promise<T[]> {
    const entry = await this.find(projectId, reference);
    const rows = await this.versionRows(projectId, entry.id)
      .select(this.versionColumns(page.summary))
      // Drafts of meta-tasks have negative numbers.
      .andWhere('version.version > 0')
      .orderBy('version.version', 'DESC')
      .limit(page.limit)
      .offset(page.offset)
      .getMany();
    return rows.map((row) => this.whole(entry, row));
  }

  /** Makes a new version unless the change changes nothing. Running tasks keep their version. */
  async change(
    projectId: string,
    reference: string,
    change: Change<D> & Noted,
    createdBy: string,
    conditions: Conditions = {},
  ): Promise<T> {
    const current = await this.expected(projectId, reference, conditions);
    const before = this.definitions.part(current);
    const after = this.definitions.changed(before, change);
    const same = this.definitions.same(before, after);
    if (same && !(await this.hasMoved(projectId, after, current, change))) return current;
    const prepared = await this.prepare(projectId, after, current, change);
    const { table, versionQuota } = this.kind;
    await this.database.write(async (transaction) => {
      await this.quotas.admit(transaction, projectId, versionQuota);
      const [row] = await transaction.query<{ latest_version: number }>(
        `UPDATE ${table} SET latest_version = latest_version + 1, current_version = latest_version + 1,
           updated_at = ? WHERE id = ? AND project_id = ? AND current_version = ?
           AND ${unchanged(current, conditions)} RETURNING latest_version`,
        [Date.now(), current.id, projectId, current.currentVersion],
      );
      if (!row) throw this.overtaken(current, conditions);
      const { note = null } = change;
      const place = {
        projectId,
        id: current.id,
        version: row.latest_version,
        createdBy,
        note,
      };
      await this.insertVersion(transaction, place, after, prepared);
    });
    return this.get(projectId, current.id);
  }

  /** Makes an earlier version the current one again. Throws `precondition_failed`. */
  async restoreVersion(
    projectId: string,
    reference: string,
    version: number,
    conditions: Conditions = {},
  ): Promise<T> {
    await this.get(projectId, reference, version);
    const current = await this.expected(projectId, reference, conditions);
    await this.set(current, 'current_version', version, conditions);
    return this.get(projectId, current.id);
  }

  /**
   * Archives or restores an entry. An archived entry is left out of lists and cannot be used; nothing is deleted.
   * Throws `precondition_failed`.
   */
  async setArchived(
    projectId: string,
    reference: string,
    archived: boolean,
    conditions: Conditions = {},
  ): Promise<T> {
    const current = await this.expected(projectId, reference, conditions);
    if ((current.archivedAt !== null) === archived) return current;
    await this.set(current, 'archived_at', archived ? Date.now() : null, conditions);
    return this.get(projectId, current.id);
  }

  /** Returns the entry that a change addresses. Throws `precondition_failed` if the conditions do not hold. */
  private async expected(projectId: string, reference: string, conditions: Conditions): Promise<T> {
    const current = await this.get(projectId, reference);
    assertConditions(conditions, this.kind.noun, toEtag(current));
    return current;
  }

  private async set(
    current: T,
    column: 'current_version' | 'archived_at',
    value: number | null,
    conditions: Conditions,
  ): Promise<void> {
    const rows = await this.database.execute(
      `UPDATE ${this.kind.table} SET ${column} = ?, updated_at = ? WHERE id = ? AND project_id = ?
         AND ${unchanged(current, conditions)} RETURNING id`,
      [value, Date.now(), current.id, current.projectId],
    );
    if (rows.length === 0) throw this.overtaken(current, conditions);
  }

  private overtaken({ identifier }: Entry, conditions: Conditions): MetarunError {
    return overtaken(`${this.kind.noun} ${quoted(identifier)}`, conditions);
  }

  private async find(projectId: string, reference: string): Promise<EntryEntity> {
    const where = isUuid(reference) ? { id: reference.toLowerCase() } : { identifier: reference };
    const row = await this.database.read.findOneBy(this.rows.entry, {
      ...where,
      project_id: projectId,
    });
    if (row) return row;
    const near = await identifierNear(this.database, this.kind, projectId, reference);
    throw unknownEntry(this.kind, reference, near);
  }

  /** Returns the columns of a version that lists read; a summary omits the large ones. */
  private versionColumns(summary = false): string[] {
    const { unread, large } = this.kind;
    const left = new Set<string>(summary ? [...unread, ...large] : unread);
    const { columns } = this.database.read.connection.getMetadata(this.rows.version);
    return columns
      .map(({ propertyName }) => propertyName)
      .filter((name) => !left.has(name))
      .map((name) => `version.${name}`);
  }

  private versionRows(projectId: string, entryId: string) {
    return this.database.read
      .createQueryBuilder(this.rows.version, 'version')
      .where(`version.project_id = :projectId AND version.${this.kind.owner} = :entryId`, {
        projectId,
        entryId,
      });
  }

  private async insert(
    projectId: string,
    identifier: string,
    definition: D,
    prepared: P,
    author: { createdBy: string; note: string | null },
  ): Promise<T> {
    const id = newId();
    const now = Date.now();
    await this.database.write(async (transaction) => {
      await this.quotas.admit(transaction, projectId, this.kind.quota);
      await this.quotas.admit(transaction, projectId, this.kind.versionQuota);
      await transaction.manager.insert(this.rows.entry, {
        id,
        project_id: projectId,
        identifier,
        current_version: 1,
        latest_version: 1,
        created_at: now,
        updated_at: now,
        archived_at: null,
      });
      const place = { projectId, id, version: 1, ...author };
      await this.insertVersion(transaction, place, definition, prepared);
    });
    return this.get(projectId, id);
  }

  private async insertVersion(
    transaction: Transaction,
    place: {
      projectId: string;
      id: string;
      version: number;
      createdBy: string;
      note: string | null;
    },
    definition: D,
    prepared: P,
  ): Promise<void> {
    const row: object = {
      ...this.toColumns(definition, prepared),
      id: newId(),
      project_id: place.projectId,
      [this.kind.owner]: place.id,
      version: place.version,
      created_by: place.createdBy,
      note: place.note,
      created_at: Date.now(),
    };
    await transaction.manager.insert(this.rows.version, row);
  }

  private identifierFor(name: string, number: number): string {
    return identifierFor(name, number, this.kind.unnamed);
  }

  private whole(entry: EntryEntity, version: V): T {
    return this.buildEntry(
      {
        id: entry.id,
        projectId: entry.project_id,
        identifier: entry.identifier,
        version: version.version,
        versionId: version.id,
        currentVersion: entry.current_version,
        createdBy: version.created_by,
        note: version.note,
        createdAt: entry.created_at,
        versionCreatedAt: version.created_at,
        updatedAt: entry.updated_at,
        archivedAt: entry.archived_at,
      },
      version,
    );
  }
}

function ownerOf(version: object, owner: EntryKind['owner']): unknown {
  return (version as Record<string, unknown>)[owner];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
