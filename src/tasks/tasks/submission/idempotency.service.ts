import { Inject, Injectable } from '@nestjs/common';
import { hashSha256 } from '../../../base/kernel/sha256.js';
import { LOGGER } from '../../../base/tokens.js';
import { getLeadToken } from '../../../workflow/engine/election/lead.token.js';
import type { Logger } from 'pino';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/unique-violation.js';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import { TASK_ERRORS } from '../errors.js';

/** Time for which a key is remembered, in ms. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const SWEEP_MS = 60 * 60 * 1000;
/** Number of rows deleted per statement of the sweep, so that no writer waits for long. */
const SWEEP_BATCH = 1_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** A request that must take effect once, however often it is sent. */
export interface OnceOnly {
  projectId: string;
  key: string;
  /** Equal for requests with the same key that ask for the same. */
  fingerprint: string;
}

/**
 * Checks the value of an Idempotency-Key header; returns null without one. `request` is everything that the request
 * asks for.
 */
export function onceOnly(
  projectId: string,
  key: string | undefined,
  request: Json,
): OnceOnly | null {
  if (key === undefined) return null;
  if (!KEY.test(key))
    throw invalidField(
      'Idempotency-Key',
      'must be 1 to 255 visible ASCII characters, such as a UUID',
    );
  const fingerprint = hashSha256(JSON.stringify(request));
  return { projectId, key, fingerprint };
}

/**
 * Remembers the answers to requests with an Idempotency-Key for 24 hours. A key is stored in the transaction of its
 * effect: there is no key without its effect, and no effect twice.
 */
@Injectable()
export class Idempotency {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Database,
    @Inject(getLeadToken('idempotency')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.sweep(),
      pollMs: SWEEP_MS,
      led,
      onError: (error) => this.logger.warn({ err: error }, 'failed to delete old idempotency keys'),
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Returns the answer to the first request with this key; otherwise that of `work`, which must call its argument with
   * this answer as the last step of its transaction. Throws `idempotency_key_reused` for another request.
   */
  async run<T>(
    once: OnceOnly,
    work: (remember: (transaction: Transaction, answer: T) => Promise<void>) => Promise<T>,
  ): Promise<{ answer: T; replayed: boolean }> {
    const known = await this.find<T>(once);
    if (known !== null) return { answer: known, replayed: true };
    try {
      const answer = await work((transaction, given) => this.remember(transaction, once, given));
      return { answer, replayed: false };
    } catch (error) {
      // The same request was sent twice at once, and the other one was first.
      const first = isUniqueViolation(error) ? await this.find<T>(once) : null;
      if (first === null) throw error;
      return { answer: first, replayed: true };
    }
  }

  private async find<T>({ projectId, key, fingerprint }: OnceOnly): Promise<T | null> {
    const [row] = await this.database.query<{ fingerprint: string; answer: string }>(
      `SELECT fingerprint, answer FROM idempotency_keys
       WHERE project_id = ? AND key = ? AND created_at > ${this.database.now} - ?`,
      [projectId, key, KEPT_MS],
    );
    if (!row) return null;
    if (row.fingerprint !== fingerprint)
      throw new MetarunError(
        TASK_ERRORS.idempotency_key_reused,
        'Another request was sent with this Idempotency-Key within the last 24 hours; take a new key for a new request.',
      );
    // Stored by `remember` for a request with the same fingerprint.
    return JSON.parse(row.answer) as T;
  }

  private async remember(
    transaction: Transaction,
    { projectId, key, fingerprint }: OnceOnly,
    answer: unknown,
  ): Promise<void> {
    const { now } = this.database;
    await transaction.query(
      `DELETE FROM idempotency_keys WHERE project_id = ? AND key = ? AND created_at <= ${now} - ?`,
      [projectId, key, KEPT_MS],
    );
    await transaction.query(
      `INSERT INTO idempotency_keys (project_id, key, fingerprint, answer, created_at)
       VALUES (?, ?, ?, ?, ${now})`,
      [projectId, key, fingerprint, JSON.stringify(answer)],
    );
  }

  /** Deletes one batch. Returns the delay until the next one, ms: 0 if more keys may remain. */
  private async sweep(): Promise<number> {
    const deleted = await this.database.execute(
      `DELETE FROM idempotency_keys WHERE (project_id, key) IN (
         SELECT project_id, key FROM idempotency_keys
         WHERE created_at <= ${this.database.now} - ? LIMIT ${SWEEP_BATCH})
       RETURNING key`,
      [KEPT_MS],
    );
    return deleted.length === SWEEP_BATCH ? 0 : SWEEP_MS;
  }
}
