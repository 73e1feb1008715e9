import { Inject, Injectable } from '@nestjs/common';
import { type Condition, Database } from '../../platform/database/database.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { fused } from '../../files/search/fused.js';
import type { SearchQuery } from '../../files/search/search-query.js';
import { COLUMNS, type Match, MemoryIndex } from './memory-index.js';
import { hasAny } from './memory-ranking.js';
import { type MemoryScope } from '../../tasks/catalogue/memory-field.js';
import { type MemoryKind } from './memory-words.js';
import { at } from './memory-store.js';
import type { MemoryPlace, MemoryRow } from './memory.js';
import { type LookedFor, MemoryMeanings } from './vectors/memory-meanings.js';

export interface Found {
  row: MemoryRow;
  /** Score, higher is better; only comparable within one answer. */
  score: number;
}

/** Number of a memory with its score. */
interface Ranked {
  number: number;
  score: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Number of days after which the weight of a memory is halved. */
const HALF_LIFE_DAYS: Readonly<Record<MemoryKind, number>> = {
  fact: 180,
  preference: 365,
  procedure: 365,
  pitfall: 90,
};
/** Weight of the logarithm of the uses. */
const WEIGHT_OF_USES = 0.2;
/** Weights by scope: with equal matches, specific memories precede general ones. */
const WEIGHT_OF_SCOPE: Readonly<Record<MemoryScope, number>> = {
  subject: 1.03,
  agent: 1.02,
  task_type: 1.01,
  project: 1,
};
/** Number of concurrent searches; SQLite runs them on the event loop. */
const SLOTS = { sqlite: 1, postgres: 4 };
/** Maximum number of memories ranked by meaning. */
const NEAREST = 200;

/** Finds memories by words and by meaning. */
@Injectable()
export class MemorySearch {
  private readonly slots: FairSlots;

  constructor(
    private readonly database: Database,
    private readonly index: MemoryIndex,
    /** Null if the installation has no embedding model. */
    @Inject(MemoryMeanings) private readonly meanings: MemoryMeanings | null,
  ) {
    this.slots = new FairSlots(SLOTS[database.kind]);
  }

  /**
   * Returns the memories with any of the words, best first: by words, age and uses. If the query is a text, memories
   * of similar meaning are merged by rank.
   */
  async search(
    projectId: string,
    query: SearchQuery,
    where: Condition,
    limit: number,
    looked: LookedFor | null = null,
  ): Promise<Found[]> {
    if (this.meanings === null || looked === null) {
      const found = await this.byWords(projectId, query, where, limit);
      return this.read(projectId, query, where, found);
    }
    const [words, near] = await Promise.all([
      this.byWords(projectId, query, where, NEAREST),
      this.meanings.nearest(projectId, looked, NEAREST),
    ]);
    if (near === null || near.length === 0)
      return this.read(projectId, query, where, words.slice(0, limit));
    // Vectors do not show whether a memory may be given.
    const given = await this.given(projectId, query, where, near);
    const scores = fused([
      words.map(({ number }) => number),
      near.filter((number) => given.has(number)),
    ]);
    const best = Array.from(scores, ([number, score]) => ({ number, score: rounded(score) }))
      .sort(bestFirst)
      .slice(0, limit);
    return this.read(projectId, query, where, best);
  }

  /** Returns memories in the order of the results, without those that no longer exist. */
  private async read(
    projectId: string,
    query: SearchQuery,
    where: Condition,
    found: readonly Ranked[],
  ): Promise<Found[]> {
    const rows = await this.given(
      projectId,
      query,
      where,
      found.map(({ number }) => number),
    );
    return found.flatMap(({ number, score }) => {
      const row = rows.get(number);
      return row === undefined ? [] : { row, score };
    });
  }

  /** Returns memories by number, without those that contain an excluded word. */
  private async given(
    projectId: string,
    { none }: SearchQuery,
    where: Condition,
    numbers: readonly number[],
  ): Promise<Map<number, MemoryRow>> {
    if (numbers.length === 0) return new Map();
    const rows = await this.database.query<MemoryRow>(
      `SELECT ${COLUMNS} FROM memories m WHERE m.number IN (${numbers.map(() => '?').join(', ')})
         AND m.project_id = ? AND ${where.sql}`,
      [...numbers, projectId, ...where.values],
    );
    return new Map(
      rows
        .filter(({ text }) => text !== null && !hasAny(text, none))
        .map((row) => [row.number, row]),
    );
  }

  private async byWords(
    projectId: string,
    query: SearchQuery,
    where: Condition,
    limit: number,
  ): Promise<Ranked[]> {
    const now = Date.now();
    const matches = await this.slots.run(projectId, () =>
      this.index.matches(projectId, query, where, limit),
    );
    return matches
      .map((match): Ranked => ({ number: match.number, score: computeScore(match, now) }))
      .sort(bestFirst)
      .slice(0, limit);
  }
}

function bestFirst(one: Ranked, other: Ranked): number {
  return other.score - one.score || other.number - one.number;
}

/** Returns the score of a match at a time. */
export function computeScore({ score, uses, kind, scope, created_at }: Match, now: number): number {
  const days = Math.max(0, now - created_at) / DAY_MS;
  const rank =
    score *
    (1 + WEIGHT_OF_USES * Math.log(1 + uses)) *
    2 ** (-days / HALF_LIFE_DAYS[kind]) *
    WEIGHT_OF_SCOPE[scope];
  return rounded(rank);
}

function rounded(rank: number): number {
  return Number(rank.toPrecision(6));
}

/** Returns the condition that a memory may be given to a task at a time. */
export function isGiven(now: number): Condition {
  return {
    sql: `(m.status = 'active' AND (m.expires_at IS NULL OR m.expires_at > ?))`,
    values: [now],
  };
}

/** Returns the condition that a memory of one of these places may be given to a task at a time. */
export function isGivenAt(places: readonly MemoryPlace[], now: number): Condition {
  const given = isGiven(now);
  const own = places.map(at);
  return {
    sql: `${given.sql} AND (${own.map(({ sql }) => sql).join(' OR ')})`,
    values: [...given.values, ...own.flatMap(({ values }) => values)],
  };
}
