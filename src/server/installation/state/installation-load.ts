import type { Database } from '../../../platform/database/database.js';
import { type OldSnapshot, oldestSnapshot } from '../../../platform/database/oldest-snapshot.js';
import { type Lane, LANES } from '../../../workflow/engine/queue/lane.js';
import { type Pool, type Taken, takes, withoutNeeds } from '../../../workflow/engine/queue/pool.js';
import { ready } from '../../../workflow/engine/operations/due-projects.js';

/** Time for which figures are reused, ms: several readers ask every server. */
const REUSED_MS = 5_000;
/** Tasks that are counted of a lane. */
const MAX_COUNTED = 100_000;
/** A task that is due for longer than this asks for one server more, s. */
const PATIENCE_SECONDS = 5;

/** A server that lives. */
export interface LiveServer {
  version: string;
  taken: Taken;
  slots: Record<Lane, number>;
}

/** The work of one lane in one pool, on all servers. */
export interface PoolLoad {
  lane: Lane;
  pool: Pool;
  /** Tasks that are due and wait for a slot; {@link MAX_COUNTED} of the lane at most. */
  pending: number;
  /** For how long the first of them has been due, s. */
  oldestDueSeconds: number;
  running: number;
}

export interface InstallationLoad {
  /** The pools that have tasks, and of each lane the one that asks for no tags. */
  pools: readonly PoolLoad[];
  servers: readonly LiveServer[];
  snapshot: OldSnapshot | null;
}

/** The servers and slots that the tasks of a pool want. */
export interface Wanted {
  servers: number;
  slots: number;
}

/** Reads how much there is to do, and how much of it is done, in the whole installation: every server returns the same. */
export class InstallationLoads {
  private last: { at: number; load: Promise<InstallationLoad> } | null = null;

  constructor(
    private readonly database: Database,
    private readonly servers: () => Promise<readonly LiveServer[]>,
  ) {}

  /** As it was 5 s ago at most. Rejects where the database does not answer. */
  load(): Promise<InstallationLoad> {
    const now = performance.now();
    if (this.last === null || now - this.last.at >= REUSED_MS) {
      const load = this.read();
      this.last = { at: now, load };
      // What failed is read again by who asks next.
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

/** Returns the slots of a lane, of all servers that live. */
export function slotsOf({ servers }: Pick<InstallationLoad, 'servers'>, lane: Lane): number {
  return servers.reduce((sum, { slots }) => sum + slots[lane], 0);
}

/** Returns the servers that run the tasks of a pool. */
function serving(
  { servers }: InstallationLoad,
  { lane, pool }: Pick<PoolLoad, 'lane' | 'pool'>,
): LiveServer[] {
  return servers.filter(({ slots, taken }) => slots[lane] > 0 && takes(taken, pool));
}

/** Returns how many tasks that are due no server takes which lives, by their pools. */
export function unserved(load: InstallationLoad): Map<Pool, number> {
  const found = new Map<Pool, number>();
  for (const { lane, pool, pending } of load.pools)
    if (pending > 0 && serving(load, { lane, pool }).length === 0)
      found.set(pool, (found.get(pool) ?? 0) + pending);
  return found;
}

/**
 * Returns what the tasks of a pool want: as many servers of the usual size as all of them fill, and one more than there are while
 * tasks wait for long.
 */
export function wantedBy(load: InstallationLoad, lane: Lane, pool: Pool): Wanted {
  // A worker of this release runs what any version needs.
  const own = load.pools.filter((one) => one.lane === lane && withoutNeeds(one.pool) === pool);
  const pending = own.reduce((sum, one) => sum + one.pending, 0);
  const running = own.reduce((sum, one) => sum + one.running, 0);
  const oldestDueSeconds = Math.max(0, ...own.map((one) => one.oldestDueSeconds));
  const servers = serving(load, { lane, pool });
  const able = servers.length;
  const each = able === 0 ? 1 : Math.max(1, Math.round(slotsOf({ servers }, lane) / able));
  const filled = Math.ceil((pending + running) / each);
  const late = oldestDueSeconds > PATIENCE_SECONDS ? able + 1 : 0;
  const wanted = Math.max(filled, late);
  return { servers: wanted, slots: wanted * each };
}
