import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { GroupPause } from './group-pause.js';
import type { Transaction } from './transaction.js';
import { codeOf } from './unique-violation.js';

/** Classes of PostgreSQL's errors after which the connection is gone: by itself, and by an operator or a restart. */
const LOST = /^(08...|57P0[1-5])$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Items that go together at most. */
const MOST = 200;

/** The answer to an item that is to be done by itself. */
export const ALONE = Symbol('alone');

/** A kind of write of which several can be done in one transaction. */
export interface GroupKind<Item, Result> {
  /** Kinds of one name go together; they are done in the order of these names. */
  readonly name: string;
  /**
   * Does these and returns their results, in their order. It must wait for no row that another transaction may hold: one that
   * is held elsewhere is done {@link ALONE}. What goes apart may wait for the row that it goes apart for.
   */
  together(
    transaction: Transaction,
    items: readonly Item[],
  ): Promise<readonly (Result | typeof ALONE)[]>;
  /** Does one in a transaction of its own. */
  alone(item: Item): Promise<Result>;
}

/** A database, as far as it is needed here. */
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
 * Writes that this process asks for while a transaction of this kind is under way go together in the next: each takes a few
 * statements, however many they are. One that fails is found by halves, so that it fails alone.
 */
export class WriteGroups {
  /** Entries that wait, by what they go apart for. There is an entry as long as there is work. */
  private readonly waiting = new Map<string, Entry[]>();
  /** When the next group begins at the earliest, by `performance.now()`. */
  private nextAt = 0;
  private readonly pause = new GroupPause();

  constructor(private readonly database: Transactions) {}

  /** Writes of one `apart` go together, and with no others. */
  add<Item, Result>(kind: GroupKind<Item, Result>, item: Item, apart = ''): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const entry: Entry = {
        // Its own items and results are all that it gets.
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
      // What is asked for in the same turn of the event loop goes together.
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

  /** Never rejects. */
  private async write(entries: readonly Entry[]): Promise<void> {
    try {
      const answers = await this.together(entries);
      for (const entry of entries) {
        const answer = answers.get(entry);
        if (answer === ALONE) doAlone(entry);
        else entry.resolve(answer);
      }
    } catch (error) {
      // It may have been committed: who asked knows what to do then, as after a write of its own.
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

/** In the meantime others go on together. */
function doAlone({ kind, item, resolve, reject }: Entry): void {
  kind.alone(item).then(resolve, reject);
}

/** Returns whether a write on PostgreSQL has failed without an answer, so that it may have been committed. */
function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (typeof code === 'string' && SQLSTATE.test(code)) return LOST.test(code);
  // An error of the system has a code of its own, as ECONNRESET; one of the driver has none.
  return typeof code === 'string'
    ? /^E[A-Z]+$/.test(code)
    : error instanceof Error && /connection terminated|not queryable|timeout/i.test(error.message);
}
