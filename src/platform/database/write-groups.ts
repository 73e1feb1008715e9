import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { GroupPause } from './group-pause.js';
import type { Transaction } from './transaction.js';
import { findDriverErrorCode } from './unique-violation.js';

/**
 * Classes of PostgreSQL errors after which the connection is lost: connection failures, and shutdowns by an operator or
 * a restart.
 */
const LOST = /^(08...|57P0[1-5])$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Maximum number of items in a group. */
const MOST = 200;

/** Answer for an item that must be written separately. */
export const ALONE = Symbol('alone');

/** A kind of write that can be combined in one transaction. */
export interface GroupKind<Item, Result> {
  /** Kinds with the same name are grouped; groups are processed in the order of these names. */
  readonly name: string;
  /**
   * Makes these writes and returns their results, in order. It must not wait for rows that another transaction may
   * hold; an item whose row is held is done {@link ALONE}. Items of one `apart` may wait for the row that they share.
   */
  together(
    transaction: Transaction,
    items: readonly Item[],
  ): Promise<readonly (Result | typeof ALONE)[]>;
  /** Makes one write in a separate transaction. */
  alone(item: Item): Promise<Result>;
}

/** The part of a database that is used here. */
interface Transactions {
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

interface Entry {
  readonly kind: GroupKind<unknown, unknown>;
  readonly item: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups the writes that this process requests while a transaction of the same kind is in progress: the next
 * transaction makes them all with a few statements, however many they are. A failing write is isolated by bisection, so
 * that only it fails.
 */
export class WriteGroups {
  /** Waiting entries by their `apart`. A key exists as long as there is work for it. */
  private readonly waiting = new Map<string, Entry[]>();
  /** Earliest time at which the next group begins, by `performance.now()`. */
  private nextAt = 0;
  private readonly pause = new GroupPause();

  constructor(private readonly database: Transactions) {}

  /** Adds a write. Writes with the same `apart` are grouped, and with no others. */
  add<Item, Result>(kind: GroupKind<Item, Result>, item: Item, apart = ''): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const entry: Entry = {
        // It receives only its own items and results.
        kind: kind as GroupKind<unknown, unknown>,
        item,
        resolve: (result) => resolve(result as Result),
        reject,
      };
      const waiting = this.waiting.get(apart);
      if (waiting !== undefined) return void waiting.push(entry);
      void this.work(apart, [entry]);
    });
  }

  private async work(apart: string, waiting: Entry[]): Promise<void> {
    this.waiting.set(apart, waiting);
    while (waiting.length > 0) {
      // Requests from the same turn of the event loop are grouped.
      await nextTurn();
      const pauseMs = this.nextAt - performance.now();
      if (pauseMs > 0) await delay(pauseMs);
      const entries = waiting.splice(0, MOST);
      const began = performance.now();
      await this.write(entries);
      const ended = performance.now();
      this.nextAt = ended + this.pause.after(ended - began, entries.length);
    }
    this.waiting.delete(apart);
  }

  /** Writes the entries as a group. Never rejects. */
  private async write(entries: readonly Entry[]): Promise<void> {
    try {
      const answers = await this.together(entries);
      for (const entry of entries) {
        const answer = answers.get(entry);
        if (answer === ALONE) doAlone(entry);
        else entry.resolve(answer);
      }
    } catch (error) {
      // The group may have been committed. Callers handle this as they do for a write of their own.
      if (isLostConnection(error)) for (const entry of entries) entry.reject(error);
      else if (entries.length === 1) for (const entry of entries) doAlone(entry);
      else {
        const middle = Math.ceil(entries.length / 2);
        await this.write(entries.slice(0, middle));
        await this.write(entries.slice(middle));
      }
    }
  }

  private together(entries: readonly Entry[]): Promise<Map<Entry, unknown>> {
    const kinds = [...Map.groupBy(entries, ({ kind }) => kind.name)].toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    );
    return this.database.write(async (transaction) => {
      const answers = new Map<Entry, unknown>();
      for (const [name, own] of kinds) {
        const [first] = own;
        const items = own.map(({ item }) => item);
        const results = (await first?.kind.together(transaction, items)) ?? [];
        if (results.length !== own.length)
          throw new Error(`${name} gave ${results.length} results for ${own.length} items`);
        for (const [index, entry] of own.entries()) answers.set(entry, results[index]);
      }
      return answers;
    });
  }
}

/** Writes an entry separately, while other groups continue. */
function doAlone({ kind, item, resolve, reject }: Entry): void {
  kind.alone(item).then(resolve, reject);
}

/** Returns whether a write on PostgreSQL has failed without an answer, so that it may have been committed. */
function isLostConnection(error: unknown): boolean {
  const code = findDriverErrorCode(error);
  if (typeof code === 'string' && SQLSTATE.test(code)) return LOST.test(code);
  // System errors have codes such as ECONNRESET; errors of the driver have none.
  return typeof code === 'string'
    ? /^E[A-Z]+$/.test(code)
    : error instanceof Error && /connection terminated|not queryable|timeout/i.test(error.message);
}
