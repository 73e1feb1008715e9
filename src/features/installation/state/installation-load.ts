import type { Database } from '../../../platform/database/database.js';
import { type OldSnapshot, oldestSnapshot } from '../../../platform/database/oldest-snapshot.js';
import { type Lane, LANES } from '../../../workflow/engine/lane.js';
import { ready } from '../../../workflow/engine/operations/due.js';

/** Time for which figures are reused, ms: several readers ask every server. */
const REUSED_MS = 5_000;
/** Tasks that are counted of a lane. */
const MAX_COUNTED = 100_000;
/** A task that is due for longer than this asks for one server more, s. */
const PATIENCE_SECONDS = 5;

/** A server that lives. */
export interface LiveServer {
  version: string;
  slots: Record<Lane, number>;
}

/** The work and the slots of one lane, of all servers. */
export interface LaneLoad {
  /** Tasks that are due and wait for a slot; {@link MAX_COUNTED} at most. */
  pending: number;
  /** For how long the first of them has been due, s. */
  oldestDueSeconds: number;
  running: number;
  slots: number;
}

export interface InstallationLoad {
  lanes: Record<Lane, LaneLoad>;
  servers: readonly LiveServer[];
  snapshot: OldSnapshot | null;
}

/** The servers and slots that a lane wants. */
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
    const lanes: [Lane, LaneLoad][] = [];
    for (const lane of LANES) lanes.push([lane, await this.laneLoad(lane, servers)]);
    return {
      lanes: Object.fromEntries(lanes) as Record<Lane, LaneLoad>,
      servers,
      snapshot: await oldestSnapshot(this.database),
    };
  }

  private async laneLoad(lane: Lane, servers: readonly LiveServer[]): Promise<LaneLoad> {
    const { now } = this.database;
    const [row] = await this.database.query<{
      pending: number;
      first_at: number | null;
      at: number;
      running: number;
    }>(
      `SELECT COUNT(*) AS pending, MIN(run_at) AS first_at, ${now} AS at,
         (SELECT COUNT(*) FROM tasks WHERE status = 'running' AND lane = '${lane}') AS running
       FROM (SELECT run_at FROM tasks WHERE ${ready(lane)} AND run_at <= ${now} LIMIT ${MAX_COUNTED}) AS due`,
    );
    const { pending = 0, first_at: firstAt = null, at = 0, running = 0 } = row ?? {};
    return {
      pending: Number(pending),
      oldestDueSeconds: firstAt === null ? 0 : Math.max(0, Number(at) - Number(firstAt)) / 1000,
      running: Number(running),
      slots: servers.reduce((sum, { slots }) => sum + slots[lane], 0),
    };
  }
}

/** Returns what a lane wants: as many servers of the usual size as all its work fills, and one more while tasks wait for long. */
export function wantedBy({ lanes, servers }: InstallationLoad, lane: Lane): Wanted {
  const { pending, running, slots, oldestDueSeconds } = lanes[lane];
  const able = servers.filter((server) => server.slots[lane] > 0).length;
  const each = able === 0 ? 1 : Math.max(1, Math.round(slots / able));
  const filled = Math.ceil((pending + running) / each);
  const late = oldestDueSeconds > PATIENCE_SECONDS ? able + 1 : 0;
  const wanted = Math.max(filled, late);
  return { servers: wanted, slots: wanted * each };
}
