import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Activities, type Activity, RUNS_OF_ACTIVITY } from '../meta-tasks/activity.js';
import { type RecentRun, recentRuns } from '../tasks/views/recent-runs.js';

/** Reads the runs and next ticks of meta-tasks, one meta-task at a time, so that other requests are not delayed. */
@Injectable()
export class MetaTaskActivities extends Activities {
  constructor(private readonly database: Database) {
    super();
  }

  async of(
    projectId: string,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, Activity>> {
    const next = await this.nextTicks(projectId, identifiers);
    const found = new Map<string, Activity>();
    for (const identifier of identifiers) {
      const runs = await this.database.inTurn(projectId, () =>
        recentRuns(this.database, projectId, ['task_type', identifier], RUNS_OF_ACTIVITY),
      );
      found.set(identifier, buildActivity(runs, next.get(identifier) ?? null));
    }
    return found;
  }

  private async nextTicks(
    projectId: string,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    if (identifiers.length === 0) return new Map();
    const rows = await this.database.query<{ task_type: string; next: number }>(
      `SELECT task_type, MIN(next_at) AS next FROM schedules
       WHERE project_id = ? AND next_at IS NOT NULL
         AND task_type IN (${identifiers.map(() => '?').join(', ')}) GROUP BY task_type`,
      [projectId, ...identifiers],
    );
    return new Map(rows.map((row) => [row.task_type, Number(row.next)]));
  }
}

/** Returns the activity of a meta-task from its runs, latest first. */
function buildActivity(runs: readonly RecentRun[], nextAt: number | null): Activity {
  const [last] = runs;
  return {
    lastRun: last === undefined ? null : { id: last.id, status: last.status, at: last.at },
    spark: runs.map(({ status, ms }) => ({ status, ms })),
    nextAt,
    failingSince: failingSince(runs),
  };
}

function failingSince(runs: readonly RecentRun[]): number | null {
  let since: number | null = null;
  for (const { status, at } of runs) {
    if (status === 'success') break;
    if (status === 'failed') since = at;
  }
  return since;
}
