import type { Database } from '../../../platform/database/database.js';
import { type OldSnapshot, oldestSnapshot } from '../../../platform/database/oldest-snapshot.js';
import { type Lane, LANES } from '../../../workflow/engine/queue/lane.js';
import { type Pool, type Taken, takes, withoutNeeds } from '../../../workflow/engine/queue/pool.js';
import { ready } from '../../../workflow/engine/operations/due-projects.js';

/** Time for which figures are cached, in ms: several readers query every server. */
const REUSED_MS = 5_000;
/** Maximum number of counted tasks per lane. */
const MAX_COUNTED = 100_000;
/** Waiting time of a due task above which one more server is wanted, in seconds. */
const PATIENCE_SECONDS = 5;

/** A running server. */
export interface LiveServer {
  version: string;
  taken: Taken;
  slots: Record<Lane, number>;
}

/** Load of one lane in one pool, over all servers. */
export interface PoolLoad {
  lane: Lane;
  pool: Pool;
  /** Number of due tasks that wait for a slot; at most {@link MAX_COUNTED} per lane. */
  pending: number;
  /** Time for which the oldest of them has been due, in seconds. */
  oldestDueSeconds: number;
  running: number;
}

export interface InstallationLoad {
  /** Pools that have tasks, and for each lane the pool without required tags. */
  pools: readonly PoolLoad[];
  servers: readonly LiveServer[];
  snapshot: OldSnapshot | null;
}

/** Number of servers and slots that the tasks of a pool need. */
export interface Wanted {
  servers: number;
  slots: number;
}

/** Reads the load and capacity of the whole installation, which are the same on every server. */
export class InstallationLoads {
  private last: { at: number; load: Promise<InstallationLoad> } | null = null;

  constructor(
    private readonly database: Database,
    private readonly servers: () => Promise<readonly LiveServer[]>,
  ) {}

  /** Returns figures that are at most 5 s old. Rejects if the database does not answer. */
  load(): Promise<InstallationLoad> {
    const now = performance.now();
    if (this.last === null || now - this.last.at >= REUSED_MS) {
      const load = this.read();
      this.last = { at: now, load };
      // The next call retries after a failure.
      load.catch(() => (this.last = null));
    }
    return this.last.load;
  }

  private async read(): Promise<InstallationLoad> {
    const servers = await this.servers();
    const pools: PoolLoad[] = [];
    for (const lane of LANES) pools.push(...(await this.poolLoads(lane)));
    return { pools, servers, snapshot: await oldestSnapshot(this.database) };
  }

  private async poolLoads(lane: Lane): Promise<PoolLoad[]> {
    const { now } = this.database;
    const rows = await this.database.query<{
      pool: Pool;
      pending: number;
      first_at: number | null;
      at: number;
      running: number;
    }>(
      `SELECT pool, SUM(pending) AS pending, MIN(run_at) AS first_at, ${now} AS at, SUM(running) AS running FROM (
         SELECT * FROM (SELECT pool, 1 AS pending, run_at, 0 AS running FROM tasks
           WHERE ${ready(lane)} AND run_at <= ${now} LIMIT ${MAX_COUNTED}) AS due
         UNION ALL SELECT pool, 0, NULL, 1 FROM tasks WHERE status = 'running' AND lane = '${lane}'
         UNION ALL SELECT '', 0, NULL, 0) AS one
       GROUP BY pool ORDER BY pool`,
    );
    return rows.map(({ pool, pending, first_at: firstAt, at, running }) => ({
      lane,
      pool,
      pending: Number(pending),
      oldestDueSeconds: firstAt === null ? 0 : Math.max(0, Number(at) - Number(firstAt)) / 1000,
      running: Number(running),
    }));
  }
}

/** Returns the number of slots of a lane on all running servers. */
export function countLaneSlots({ servers }: Pick<InstallationLoad, 'servers'>, lane: Lane): number {
  return servers.reduce((sum, { slots }) => sum + slots[lane], 0);
}

/** Returns the servers that run the tasks of a pool. */
function serving(
  { servers }: InstallationLoad,
  { lane, pool }: Pick<PoolLoad, 'lane' | 'pool'>,
): LiveServer[] {
  return servers.filter(({ slots, taken }) => slots[lane] > 0 && takes(taken, pool));
}

/** Returns the number of due tasks per pool that no running server accepts. */
export function unserved(load: InstallationLoad): Map<Pool, number> {
  const found = new Map<Pool, number>();
  for (const { lane, pool, pending } of load.pools)
    if (pending > 0 && serving(load, { lane, pool }).length === 0)
      found.set(pool, (found.get(pool) ?? 0) + pending);
  return found;
}

/**
 * Returns the capacity that the tasks of a pool need: as many servers of average size as they fill, or one more than
 * the present number if tasks have waited too long.
 */
export function wantedBy(load: InstallationLoad, lane: Lane, pool: Pool): Wanted {
  // Workers of this release run tasks of every required version.
  const own = load.pools.filter((one) => one.lane === lane && withoutNeeds(one.pool) === pool);
  const pending = own.reduce((sum, one) => sum + one.pending, 0);
  const running = own.reduce((sum, one) => sum + one.running, 0);
  const oldestDueSeconds = Math.max(0, ...own.map((one) => one.oldestDueSeconds));
  const servers = serving(load, { lane, pool });
  const able = servers.length;
  const each = able === 0 ? 1 : Math.max(1, Math.round(countLaneSlots({ servers }, lane) / able));
  const filled = Math.ceil((pending + running) / each);
  const late = oldestDueSeconds > PATIENCE_SECONDS ? able + 1 : 0;
  const wanted = Math.max(filled, late);
  return { servers: wanted, slots: wanted * each };
}
