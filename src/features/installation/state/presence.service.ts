import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import type { Database } from '../../../platform/database/database.js';

/** Begins the names of the rows of servers in the table `installation`. Their value is when the server was there, ms of the database's clock, a space, and JSON. */
const PREFIX = 'server:';
/** Interval at which a server reports that it is there, ms. */
const BEAT_MS = 10_000;
/** A server of which nothing is heard for so long does not work any more, ms. */
export const SILENT_MS = 3 * BEAT_MS;
/** It is forgotten after this time, ms. */
const FORGOTTEN_MS = 60 * 60 * 1000;
/** SQL for when a server was there; null of other rows. The digits of a time suffice until 2286. */
export const SEEN = `CASE WHEN name LIKE '${PREFIX}%' THEN CAST(SUBSTR(value, 1, 13) AS BIGINT) END`;

/** Removes the servers that a copy of a database has from the one that it is of. */
export const DROP_SERVERS = `DELETE FROM installation WHERE name LIKE '${PREFIX}%'`;

/** The facts that a server reports of itself. Times in ms. */
export interface ServerFacts {
  readonly host: string;
  readonly version: string;
  readonly startedAt: number;
  readonly slots: number;
  readonly agentSlots: number;
}

/** A server that is on the same database, or was lately. */
export interface PresentServer {
  id: string;
  facts: ServerFacts;
  seenAt: number;
  alive: boolean;
}

/**
 * The servers that share a database. Each has a row, which it renews, and takes away when it stops. On SQLite there is only one
 * server, which writes nothing.
 */
export class Presence implements BackgroundWork {
  private readonly loop = new BackgroundLoop({
    work: () => this.beat(),
    pollMs: BEAT_MS,
    onError: (error) =>
      this.logger.warn({ err: error }, 'failed to report to other servers that this one is there'),
  });

  constructor(
    private readonly database: Database,
    private readonly id: string,
    readonly facts: ServerFacts,
    private readonly logger: Logger,
  ) {}

  start(): void {
    if (this.database.kind === 'postgres') this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    if (this.database.kind !== 'postgres') return;
    try {
      await this.database.execute('DELETE FROM installation WHERE name = ?', [PREFIX + this.id]);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to report to other servers that this one stops');
    }
  }

  /** Returns the servers that there are, this one first, then those that were there last. */
  async servers(): Promise<PresentServer[]> {
    const own = { id: this.id, facts: this.facts, seenAt: Date.now(), alive: true };
    if (this.database.kind !== 'postgres') return [own];
    const rows = await this.database.query<{
      name: string;
      value: string;
      seen: number;
      at: number;
    }>(
      `SELECT name, value, ${SEEN} AS seen, ${this.database.now} AS at FROM installation
       WHERE name LIKE '${PREFIX}%' AND name <> ? ORDER BY seen DESC, name`,
      [PREFIX + this.id],
    );
    return [
      own,
      ...rows.map(({ name, value, seen, at }) => ({
        id: name.slice(PREFIX.length),
        facts: factsOf(value.slice(value.indexOf(' ') + 1)),
        seenAt: Number(seen),
        alive: Number(at) - Number(seen) < SILENT_MS,
      })),
    ];
  }

  private async beat(): Promise<void> {
    const { now } = this.database;
    await this.database.execute(
      `INSERT INTO installation (name, value) VALUES (?, CAST(${now} AS TEXT) || ' ' || CAST(? AS TEXT))
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [PREFIX + this.id, JSON.stringify(this.facts)],
    );
    await this.database.execute(
      `DELETE FROM installation WHERE ${SEEN} < ${now} - ${FORGOTTEN_MS}`,
    );
  }
}

function factsOf(json: string): ServerFacts {
  const facts = JSON.parse(json) as Partial<ServerFacts>;
  return { host: '', version: '', startedAt: 0, slots: 0, agentSlots: 0, ...facts };
}
