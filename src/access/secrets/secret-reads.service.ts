import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { Database } from '../../platform/database/database.js';

/** Time for which reads are collected before they are stored, in ms. A crash loses the reads of that time. */
const GATHER_MS = 2_000;
/** Maximum number of collected reads; further ones are not recorded. */
const MAX_GATHERED = 10_000;
/** Maximum number of meta-tasks listed per secret. */
export const MAX_READERS = 20;

/** Readers of one secret: its meta-tasks, latest first, and the time of the last read in ms. */
export interface Readers {
  lastReadAt: number;
  readBy: string[];
}

interface Read {
  projectId: string;
  name: string;
  taskId: string;
  at: number;
}

interface Row {
  name: string;
  task_type: string;
  last_read_at: number;
}

/**
 * Records which meta-tasks read a secret. A read itself writes nothing: reads are stored together, every few seconds.
 */
@Injectable()
export class SecretReads {
  private gathered = new Map<string, Read>();
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.store(),
      pollMs: GATHER_MS,
      onError: (error) =>
        logger.warn({ err: error }, 'failed to store which meta-tasks read secrets'),
    });
  }

  start(): void {
    this.loop.start(GATHER_MS);
  }

  /** Stores the collected reads and stops. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await this.store().catch(() => undefined);
  }

  note(projectId: string, name: string, taskId: string): void {
    const key = `${projectId} ${name} ${taskId}`;
    if (this.gathered.size < MAX_GATHERED || this.gathered.has(key))
      this.gathered.set(key, { projectId, name, taskId, at: Date.now() });
  }

  /** Returns the readers of a project's secrets, by name of the secret. */
  async of(projectId: string): Promise<ReadonlyMap<string, Readers>> {
    const rows = await this.database.query<Row>(
      `SELECT name, task_type, last_read_at FROM (
         SELECT name, task_type, last_read_at,
           ROW_NUMBER() OVER (PARTITION BY name ORDER BY last_read_at DESC, task_type) AS place
         FROM secret_reads WHERE project_id = ?) AS placed
       WHERE place <= ${MAX_READERS} ORDER BY name, place`,
      [projectId],
    );
    const readers = new Map<string, Readers>();
    for (const { name, task_type: metaTask, last_read_at: at } of rows) {
      const known = readers.get(name);
      if (known === undefined) readers.set(name, { lastReadAt: Number(at), readBy: [metaTask] });
      else known.readBy.push(metaTask);
    }
    return readers;
  }

  private async store(): Promise<void> {
    if (this.gathered.size === 0) return;
    const reads = [...this.gathered.values()];
    this.gathered = new Map();
    await this.database.write(async (transaction) => {
      for (const { projectId, name, taskId, at } of reads)
        await transaction.query(
          `INSERT INTO secret_reads (project_id, name, task_type, last_read_at)
           SELECT s.project_id, s.name, t.task_type, CAST(? AS bigint) FROM tasks t
             JOIN secrets s ON s.project_id = t.project_id AND s.name = ?
           WHERE t.id = ? AND t.project_id = ?
           ON CONFLICT (project_id, name, task_type) DO UPDATE SET last_read_at = excluded.last_read_at`,
          [at, name, taskId, projectId],
        );
    });
  }
}
