import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Config } from '../../../base/config/settings.js';
import type { Database } from '../../../platform/database/database.js';
import type { Sandbox } from '../../../sandbox/runtime/sandbox/sandbox.js';
import type { Engine } from '../../../workflow/engine/engine.js';
import type { SecretKey } from '../../secrets/secret-key.js';
import type { PausableWork } from '../pausable-work.js';
import { checkSecrets, secretsAdvice } from '../secrets-check.js';
import type { EndedTasks } from './ended-tasks.js';
import {
  type InstallationState,
  MAX_COUNTED,
  MAX_LOOKED,
  MAX_PROJECTS,
  MAX_WORKERS,
  type ProjectLoad,
  type Worker,
} from './installation-state.js';

/** Below this part of the disk that is free, there is a warning. */
const LITTLE_DISK = 0.05;
/** Projects that are counted together, some ms of work. */
const AT_ONCE = 50;

/** Says how the installation is, for its administrators. */
export class InstallationStates {
  private readonly startedAt = Date.now() - Math.round(process.uptime() * 1000);

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly engine: Engine,
    private readonly sandbox: Sandbox,
    private readonly work: PausableWork,
    private readonly key: SecretKey,
    private readonly ended: EndedTasks,
  ) {}

  async state(): Promise<InstallationState> {
    const { kind } = this.database;
    const { concurrency, agentConcurrency } = this.config;
    const disk = await this.disk();
    return {
      startedAt: this.startedAt,
      host: hostname(),
      database: { kind, bytes: await this.databaseBytes() },
      disk,
      sandbox: this.sandbox.report,
      paused: this.work.state,
      slots: { used: this.engine.runningOf('script'), of: concurrency },
      agentSlots: { used: this.engine.runningOf('agent'), of: agentConcurrency },
      workers: await this.workers(),
      projects: await this.projects(),
      perMinute: {
        m1: this.ended.perMinute(1),
        m5: this.ended.perMinute(5),
        m15: this.ended.perMinute(15),
      },
      warnings: await this.warnings(disk),
    };
  }

  private async warnings(disk: InstallationState['disk']): Promise<string[]> {
    const secrets = await checkSecrets(this.database, await this.key.find());
    const { advice } = this.sandbox.report;
    return [
      ...(this.work.state === null
        ? []
        : ['The installation is paused: `metarun resume` ends it.']),
      ...(disk === null ? ['The disk of the data folder cannot be read.'] : []),
      ...(disk !== null && disk.freeBytes < LITTLE_DISK * disk.totalBytes
        ? ['The disk of the data folder is nearly full.']
        : []),
      ...(secrets.unreadable === 0 ? [] : [secretsAdvice(secrets, this.key.place)]),
      ...(advice === null ? [] : [advice]),
    ];
  }

  private async databaseBytes(): Promise<number> {
    const size =
      this.database.kind === 'postgres'
        ? 'pg_database_size(current_database())'
        : '(SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size())';
    const [row] = await this.database.query<{ bytes: number }>(`SELECT ${size} AS bytes`);
    return Number(row?.bytes ?? 0);
  }

  private async disk(): Promise<InstallationState['disk']> {
    try {
      const { bavail, blocks, bsize } = await statfs(this.config.dataDir);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    } catch {
      return null;
    }
  }

  /** This server, and those that hold leases. */
  private async workers(): Promise<Worker[]> {
    const own = this.engine.workerId;
    const leaseMs = this.config.leaseSeconds * 1000;
    const rows = await this.database.query<{ id: string; running: number; until: number }>(
      `SELECT worker_id AS id, COUNT(*) AS running, MAX(lease_until) AS until FROM tasks
       WHERE status = 'running' AND worker_id IS NOT NULL GROUP BY worker_id
       ORDER BY until DESC LIMIT ${MAX_WORKERS}`,
    );
    const found = rows.map(({ id, running, until }) => ({
      id,
      self: id === own,
      running: Number(running),
      seenAt: Number(until) - leaseMs,
    }));
    if (found.some(({ self }) => self)) return found;
    return [{ id: own, self: true, running: 0, seenAt: null }, ...found];
  }

  private async projects(): Promise<ProjectLoad[]> {
    const all = await this.database.query<{ id: string; slug: string; name: string }>(
      `SELECT id, slug, name FROM projects WHERE archived_at IS NULL ORDER BY id DESC LIMIT ${MAX_LOOKED}`,
    );
    const loads: ProjectLoad[] = [];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      const counted = await this.database.inTurn('', () => this.loads(some));
      loads.push(...counted);
    }
    const open = ({ pending, running, waiting }: ProjectLoad): number =>
      pending + running + waiting;
    return loads.toSorted((a, b) => open(b) - open(a)).slice(0, MAX_PROJECTS);
  }

  private async loads(
    projects: readonly { id: string; slug: string; name: string }[],
  ): Promise<ProjectLoad[]> {
    const count = (status: string): string =>
      `(SELECT COUNT(*) FROM (SELECT t.id FROM tasks t WHERE t.project_id = p.id AND t.status = '${status}'
         LIMIT ${MAX_COUNTED}) AS some_${status}) AS ${status}`;
    const rows = await this.database.query<ProjectLoad & { id: string }>(
      `SELECT p.id, ${count('pending')}, ${count('running')}, ${count('waiting')} FROM projects p
       WHERE p.id IN (${projects.map(() => '?').join(', ')})`,
      projects.map(({ id }) => id),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return projects.map(({ id, slug, name }) => ({
      slug,
      name,
      pending: Number(found.get(id)?.pending ?? 0),
      running: Number(found.get(id)?.running ?? 0),
      waiting: Number(found.get(id)?.waiting ?? 0),
    }));
  }
}
