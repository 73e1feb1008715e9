import { setImmediate } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Mutex } from '../../base/kernel/mutex.js';
import type { SqlValue, Transaction } from './transaction.js';
import type { SqliteStatements } from './sqlite-statements.js';
import { TransactionEnd } from './transaction-end.js';

/** Time after which a transaction yields to the event loop before it continues (ms). */
const HELD_MS = 10;

type Work<T> = (transaction: Transaction) => Promise<T>;

/** A transaction that waits for its group. */
interface Member {
  work: Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Reports to a member of a group how it has ended. */
type Answer = () => void;

/**
 * Runs the transactions of SQLite's only writer. Transactions that may be grouped and are requested in one turn of the
 * event loop are committed together: a commit costs more than the statements of a small transaction, and pages that
 * several transactions change are written once.
 */
export class SqliteGroups {
  private waiting: Member[] = [];

  constructor(
    private readonly statements: SqliteStatements,
    private readonly manager: EntityManager,
    private readonly lock: Mutex,
  ) {}

  /** Runs `work` in a separate transaction. */
  alone<T>(work: Work<T>): Promise<T> {
    return this.lock.run(() => this.immediate(work));
  }

  /** Runs `work` in a transaction together with others. If it throws, only its own writes are undone. */
  grouped<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.lock.run(() => this.next()));
    });
  }

  private async next(): Promise<void> {
    const members = this.waiting;
    this.waiting = [];
    const [first] = members;
    if (first !== undefined && members.length === 1) return this.settle(first);
    const answers = await this.group(members);
    if (answers !== null) for (const answer of answers) answer();
    // The database has a problem: each member gets its own error.
    else for (const member of members) await this.settle(member);
  }

  private async settle({ work, resolve, reject }: Member): Promise<void> {
    await this.immediate(work).then(resolve, reject);
  }

  /** Runs members in one transaction. Returns null, with nothing written, if SQLite has failed. */
  private async group(members: readonly Member[]): Promise<Answer[] | null> {
    const answers: Answer[] = [];
    try {
      this.statements.run('BEGIN IMMEDIATE');
      const transaction = this.transaction();
      for (const member of members) answers.push(await this.member(member, transaction));
      this.statements.run('COMMIT');
      return answers;
    } catch {
      this.rollback();
      return null;
    }
  }

  /**
   * Runs one member within a savepoint. Throws if SQLite has ended the transaction. A member that fails by itself also
   * gets its error only after the commit, since the cause may be another member's write.
   */
  private async member(
    { work, resolve, reject }: Member,
    transaction: Omit<Transaction, 'beforeCommit' | 'afterCommit'>,
  ): Promise<Answer> {
    const end = new TransactionEnd();
    this.statements.run('SAVEPOINT member');
    try {
      const result = await end.of(work({ ...transaction, ...end.hooks }));
      this.statements.run('RELEASE member');
      return () => {
        end.committed();
        resolve(result);
      };
    } catch (error) {
      // Throws if SQLite has rolled back everything, for example on a full disk.
      this.statements.run('ROLLBACK TO member');
      this.statements.run('RELEASE member');
      return () => reject(error);
    }
  }

  private async immediate<T>(work: Work<T>): Promise<T> {
    const end = new TransactionEnd();
    this.statements.run('BEGIN IMMEDIATE');
    let result: T;
    try {
      result = await end.of(work({ ...this.transaction(), ...end.hooks }));
      this.statements.run('COMMIT');
    } catch (error) {
      this.rollback();
      throw error;
    }
    end.committed();
    return result;
  }

  private transaction(): Omit<Transaction, 'beforeCommit' | 'afterCommit'> {
    let since = performance.now();
    const query = async <Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> => {
      const rows = this.statements.run(sql, values) as Row[];
      if (performance.now() - since > HELD_MS) {
        await nextTurn();
        since = performance.now();
      }
      return rows;
    };
    return {
      manager: this.manager,
      query,
      // SQLite prepares all statements.
      queryPrepared: query,
      // A transaction on SQLite is the only writer anyway.
      lock: async () => undefined,
    };
  }

  private rollback(): void {
    try {
      this.statements.run('ROLLBACK');
    } catch {
      // SQLite may already have rolled back; the first error is the one to throw.
    }
  }
}
