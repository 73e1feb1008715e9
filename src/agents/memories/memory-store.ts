import { Injectable } from '@nestjs/common';
import {
  type Condition,
  Database,
  type SqlValue,
  type Transaction,
} from '../../platform/database/database.js';
import { EventLog } from '../../platform/events/event-log.js';
import { newId } from '../../base/kernel/ids.js';
import { groupsOfNear, isOneMeaning, findNearest, type Refusal, textRefusal } from './admission.js';
import { COLUMNS, MemoryIndex } from './memory-index.js';
import { type MemoryKind, type MemoryOrigin, type MemoryTrust } from './memory-words.js';
import {
  hashOfText,
  MAX_OF_SCOPE,
  type MemoryPlace,
  type MemoryRow,
  type MemorySource,
} from './memory.js';
import { MemoryVectors } from './vectors/memory-vectors.js';
import type { NewMeaning } from './vectors/memory-meanings.js';

/** A memory to keep. */
export interface NewMemory {
  projectId: string;
  place: MemoryPlace;
  kind: MemoryKind;
  text: string;
  status: 'active' | 'pending';
  trust: MemoryTrust;
  /** ms since the epoch; null = never. */
  expiresAt: number | null;
  createdVia: MemoryOrigin;
  createdBy: string;
  /** Model that proposed the memory, as `provider/name`. */
  model?: string;
  /** Sources, all from one task or from a person. */
  sources: readonly MemorySource[];
  /** Embedding of the text, if it is known. */
  meaning?: NewMeaning | null;
}

/** Result of keeping a memory. `known`: the memory existed, and the source was added. */
export type Kept = { outcome: 'added' | 'known'; row: MemoryRow } | { outcome: Refusal };

/** Writes memories and their related rows within the caller's transaction. */
@Injectable()
export class MemoryStore {
  constructor(
    readonly database: Database,
    private readonly events: EventLog,
    private readonly index: MemoryIndex,
    readonly vectors: MemoryVectors,
  ) {}

  /** Keeps a memory unless it is refused or known, and counts the outcome. */
  async keep(transaction: Transaction, memory: NewMemory): Promise<Kept> {
    const kept = await this.decide(transaction, memory);
    await this.count(transaction, memory.projectId, 'candidates');
    await this.count(transaction, memory.projectId, kept.outcome);
    return kept;
  }

  private async decide(transaction: Transaction, memory: NewMemory): Promise<Kept> {
    const { projectId, text, createdVia, place } = memory;
    // People may write anything but secrets, which every reader of memories would see.
    const refusal = textRefusal(text);
    if (refusal === 'secret' || (refusal !== null && createdVia !== 'person'))
      return { outcome: refusal };
    const hash = hashOfText(text);
    await transaction.lock(`memories ${projectId}`);
    const tombstones = await transaction.query(
      'SELECT hash FROM memory_tombstones WHERE project_id = ? AND hash = ?',
      [projectId, hash],
    );
    if (tombstones.length > 0) return { outcome: 'revoked' };
    const known = await this.known(transaction, memory, hash);
    if (known !== null) {
      await this.addSources(transaction, known, memory.sources);
      return { outcome: 'known', row: known };
    }
    const { sql, values } = at(place);
    const [held] = await transaction.query<{ count: number }>(
      `SELECT COUNT(*) AS count FROM memories m WHERE m.project_id = ? AND ${sql}
         AND m.status IN ('active', 'pending')`,
      [projectId, ...values],
    );
    if (Number(held?.count ?? 0) >= MAX_OF_SCOPE) return { outcome: 'limit' };
    return { outcome: 'added', row: await this.insert(transaction, memory, hash) };
  }

  /**
   * Returns an existing memory that says the same. Texts of people must have the same words; for others, near texts
   * count as well.
   */
  private async known(
    transaction: Transaction,
    { projectId, place, text, createdVia, meaning = null }: NewMemory,
    hash: string,
  ): Promise<MemoryRow | null> {
    const { sql, values } = at(place);
    const [same] = await transaction.query<MemoryRow>(
      `SELECT ${COLUMNS} FROM memories m WHERE m.project_id = ? AND ${sql} AND m.hash = ?`,
      [projectId, ...values, hash],
    );
    if (same !== undefined) return same;
    if (createdVia === 'person') return null;
    const where = { sql: `${sql} AND m.status IN ('active', 'pending')`, values };
    const groups = groupsOfNear(text);
    if (groups.length === 0) return null;
    const rows = await this.index.withGroups(projectId, groups, where, transaction);
    return (
      findNearest(rows, text) ?? this.sameMeaning(transaction, projectId, where, meaning, text)
    );
  }

  private async sameMeaning(
    transaction: Transaction,
    projectId: string,
    where: Condition,
    meaning: NewMeaning | null,
    text: string,
  ): Promise<MemoryRow | null> {
    if (meaning === null || meaning.same.length === 0) return null;
    const { same } = meaning;
    const rows = await transaction.query<MemoryRow>(
      `SELECT ${COLUMNS} FROM memories m WHERE m.number IN (${same.map(() => '?').join(', ')})
         AND m.project_id = ? AND ${where.sql}`,
      [...same, projectId, ...where.values],
    );
    const nearestFirst = rows.toSorted(
      (one, other) => same.indexOf(one.number) - same.indexOf(other.number),
    );
    return nearestFirst.find((row) => row.text !== null && isOneMeaning(row.text, text)) ?? null;
  }

  private async insert(
    transaction: Transaction,
    memory: NewMemory,
    hash: string,
  ): Promise<MemoryRow> {
    const { projectId, place, text } = memory;
    const now = Date.now();
    const [row] = await transaction.query<MemoryRow>(
      `INSERT INTO memories AS m (id, project_id, scope, scope_id, subject_hash, kind, text, hash, status, trust,
         expires_at, created_via, created_by, model, uses, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?) RETURNING *`,
      [
        newId(),
        projectId,
        place.scope,
        place.scopeId,
        place.subjectHash,
        memory.kind,
        text,
        hash,
        memory.status,
        memory.trust,
        memory.expiresAt,
        memory.createdVia,
        memory.createdBy,
        memory.model ?? null,
        now,
        now,
      ],
    );
    if (!row) throw new Error('an insert gave no row');
    await this.index.put(transaction, row, text);
    await this.addVector(transaction, row, memory.meaning ?? null);
    await this.addSources(transaction, row, memory.sources);
    this.report(transaction, row, row.status === 'pending' ? 'pending' : 'added');
    return row;
  }

  private async addVector(
    transaction: Transaction,
    row: MemoryRow,
    meaning: NewMeaning | null,
  ): Promise<void> {
    if (row.status !== 'active') return;
    if (meaning === null) return this.vectors.want(transaction, row);
    const { number, hash, project_id: projectId } = row;
    const { model, vector } = meaning;
    await this.vectors.put(transaction, projectId, model, [{ number, hash, vector }]);
  }

  /** Adds the sources of a task unless there are some already, since a repeated run says the same again. */
  private async addSources(
    transaction: Transaction,
    { id, project_id }: MemoryRow,
    sources: readonly MemorySource[],
  ): Promise<void> {
    const taskId = sources[0]?.taskId ?? null;
    const known = await transaction.query(
      `SELECT id FROM memory_sources WHERE memory_id = ? AND project_id = ?
         AND ${taskId === null ? 'task_id IS NULL' : 'task_id = ?'} LIMIT 1`,
      [id, project_id, ...(taskId === null ? [] : [taskId])],
    );
    if (known.length > 0) return;
    for (const { attempt, stepId, pointer, quote } of sources)
      await transaction.query(
        `INSERT INTO memory_sources (id, project_id, memory_id, task_id, attempt, step_id, pointer, quote, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [newId(), project_id, id, taskId, attempt, stepId, pointer, quote, Date.now()],
      );
  }

  /**
   * Replaces a memory by a new one that contradicts it. Both are kept, but the old one is no longer given to tasks.
   */
  async supersede(transaction: Transaction, old: MemoryRow, by: MemoryRow): Promise<void> {
    const rows = await transaction.query(
      `UPDATE memories SET status = 'superseded', updated_at = ?
       WHERE id = ? AND project_id = ? AND status = 'active' RETURNING id`,
      [Date.now(), old.id, old.project_id],
    );
    if (rows.length === 0) return;
    await this.vectors.drop(transaction, old.project_id, [old.number]);
    await transaction.query(
      'UPDATE memories SET supersedes_id = ? WHERE id = ? AND project_id = ?',
      [old.id, by.id, by.project_id],
    );
    this.report(transaction, old, 'superseded');
  }

  /** Adds the event that a memory has changed. The event has no text, since events are kept and have more readers. */
  report(
    transaction: Transaction,
    row: Pick<MemoryRow, 'id' | 'project_id' | 'scope' | 'scope_id' | 'kind' | 'trust'>,
    change: 'added' | 'pending' | 'accepted' | 'superseded' | 'revoked',
  ): void {
    const { id, scope, scope_id, kind, trust } = row;
    const data = { memory_id: id, change, scope, scope_id: scope_id || null, kind, trust };
    this.events.append(transaction, row.project_id, [
      { type: 'memory', taskId: '', attempt: 0, level: null, data, createdAt: Date.now() },
    ]);
  }

  /** Increments a figure of the project. */
  async count(transaction: Transaction, projectId: string, name: string): Promise<void> {
    await transaction.query(
      `INSERT INTO memory_counters (project_id, name, count) VALUES (?, ?, 1)
       ON CONFLICT (project_id, name) DO UPDATE SET count = memory_counters.count + 1`,
      [projectId, name],
    );
  }
}

/** Returns the condition that a memory `m` has this place. */
export function at({
  scope,
  scopeId,
  subjectHash,
}: MemoryPlace): Condition & { values: SqlValue[] } {
  return {
    sql: '(m.scope = ? AND m.scope_id = ? AND m.subject_hash = ?)',
    values: [scope, scopeId, subjectHash],
  };
}
