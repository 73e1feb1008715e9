import { Gauge, type Registry } from 'prom-client';
import {
  type InstallationLoad,
  type InstallationLoads,
  countLaneSlots,
  unserved,
} from '../installation/state/installation-load.js';
import { LANES } from '../../workflow/engine/queue/lane.js';

/**
 * Registers metrics of the whole installation. Every server reports the same values, so aggregate them by maximum, not
 * by sum.
 */
export function loadMetrics(registry: Registry, loads: InstallationLoads): void {
  const gauge = <const Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    set: (gauge: Gauge<Label>, load: InstallationLoad) => void,
  ): Gauge<Label> =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const load = await loads.load().catch(() => null);
        this.reset();
        // Without its database the server still reports its other metrics.
        if (load === null) this.remove();
        else set(this, load);
      },
    });
  gauge(
    'metarun_tasks_pending',
    'Tasks of all servers that are due and wait for a slot, 100,000 at most',
    ['lane', 'pool'],
    (one, { pools }) => {
      for (const { lane, pool, pending } of pools) one.set({ lane, pool }, pending);
    },
  );
  gauge(
    'metarun_tasks_oldest_due_seconds',
    'Time for which the first of them has been due',
    ['lane', 'pool'],
    (one, { pools }) => {
      for (const { lane, pool, oldestDueSeconds } of pools)
        one.set({ lane, pool }, oldestDueSeconds);
    },
  );
  gauge(
    'metarun_tasks_unserved',
    'Tasks of all servers that are due and that no server takes which lives',
    ['pool'],
    (one, load) => {
      for (const [pool, count] of unserved(load)) one.set({ pool }, count);
    },
  );
  gauge('metarun_slots', 'Slots of all servers', ['lane', 'state'], (one, load) => {
    for (const lane of LANES) {
      const running = load.pools.reduce(
        (sum, own) => sum + (own.lane === lane ? own.running : 0),
        0,
      );
      one.set({ lane, state: 'busy' }, running);
      one.set({ lane, state: 'free' }, Math.max(0, countLaneSlots(load, lane) - running));
    }
  });
  gauge('metarun_workers', 'Servers that live', ['version'], (one, { servers }) => {
    for (const { version } of servers) one.inc({ version });
  });
  gauge(
    'metarun_db_oldest_snapshot_seconds',
    'Age of the oldest transaction that keeps dead rows in PostgreSQL',
    [],
    (one, { snapshot }) => one.set(snapshot?.seconds ?? 0),
  );
}
