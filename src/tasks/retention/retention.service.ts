import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { noteFormer } from '../../access/audit/former-values.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import type { RetentionEntity } from './retention.entity.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { assertConditions, type Conditions } from '../../platform/wire/conditions.js';
import { contentTag } from '../../platform/wire/content-tag.js';
import { policyChanged } from './messages.js';
import { effectivePolicy, type OwnPolicy, type Policy } from './policy.js';
import type { RetentionSettings } from './settings.js';

type Days = keyof Policy;
/** Rows of a task that may have a shorter retention than the task. */
type Part = Exclude<Days, 'tasks' | 'file_versions'>;

/** Retention policy of a project, and the progress of its sweep. */
export interface ProjectRetention {
  projectId: string;
  own: OwnPolicy;
  policy: Policy;
  /** Time in ms before which ended tasks have none of these rows left. */
  deletedUntil: Record<Part, number>;
}

interface Row extends Omit<RetentionEntity, 'events_deleted_until' | 'logs_deleted_until'> {
  events_deleted_until: number | null;
  logs_deleted_until: number | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = ['tasks', 'events', 'logs', 'file_versions'] as const satisfies Days[];

/**
 * Retention policies of projects for finished tasks and earlier versions of files, and the defaults of the
 * installation.
 */
@Injectable()
export class RetentionService {
  private readonly defaults: Policy;

  constructor(
    @Inject(CONFIG) { tasksDays, eventsDays, logsDays, fileVersionsDays }: RetentionSettings,
    private readonly database: Database,
    private readonly bus: EventBus,
  ) {
    this.defaults = {
      tasks: tasksDays,
      events: eventsDays,
      logs: logsDays,
      file_versions: fileVersionsDays,
    };
  }

  async get(projectId: string): Promise<ProjectRetention> {
    return this.one(this.database, projectId);
  }

  private async one(
    reader: Pick<Transaction, 'query'>,
    projectId: string,
  ): Promise<ProjectRetention> {
    const [row] = await this.rows(reader, 'WHERE p.id = ?', [projectId]);
    if (!row) throw new Error('a project that was there is gone');
    return row;
  }

  /** Returns the policies of all projects, including archived ones. */
  all(): Promise<ProjectRetention[]> {
    return this.rows(this.database, 'ORDER BY p.id', []);
  }

  /**
   * Returns the age in ms from which a project no longer keeps a part; null if it keeps the part for ever. The policy
   * cannot change until the transaction ends.
   */
  async ageMs(transaction: Transaction, projectId: string, part: Days): Promise<number | null> {
    await transaction.lock(buildLockName(projectId));
    const [row] = await this.rows(transaction, 'WHERE p.id = ?', [projectId]);
    const days = row?.policy[part] ?? 0;
    return days === 0 ? null : days * DAY_MS;
  }

  /** Changes the policy of a project and triggers a sweep. Parts that are not given stay as they are. */
  async change(
    projectId: string,
    given: Partial<OwnPolicy>,
    conditions: Conditions = {},
  ): Promise<ProjectRetention> {
    const changed = DAYS.filter((part) => given[part] !== undefined);
    if (changed.length > 0) {
      const columns = changed.map((part) => `${part}_days`);
      const before = await this.database.write(async (transaction) => {
        await transaction.lock(buildLockName(projectId));
        const present = await this.one(transaction, projectId);
        assertConditions(conditions, 'retention policy', retentionTag(present));
        await transaction.query(
          `INSERT INTO retention (project_id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(changed.length)})
           ON CONFLICT (project_id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
          [projectId, ...changed.map((part) => given[part] ?? null)],
        );
        return present;
      });
      noteFormer(Object.fromEntries(changed.map((part) => [`${part}_days`, before.own[part]])));
      this.bus.publish(policyChanged, { projectId });
    }
    const present = await this.get(projectId);
    if (changed.length === 0)
      assertConditions(conditions, 'retention policy', retentionTag(present));
    return present;
  }

  /**
   * Records the progress of the sweep, which never decreases. `ms` is the end of the last task that it has processed.
   */
  async deletedUntil(projectId: string, part: Part, ms: number): Promise<void> {
    const column = `${part}_deleted_until`;
    await this.database.execute(
      `INSERT INTO retention (project_id, ${column}) VALUES (?, ?)
       ON CONFLICT (project_id) DO UPDATE SET ${column} = excluded.${column}
       WHERE retention.${column} < excluded.${column}`,
      [projectId, ms],
    );
  }

  private async rows(
    reader: Pick<Transaction, 'query'>,
    which: string,
    values: string[],
  ): Promise<ProjectRetention[]> {
    const rows = await reader.query<Row>(
      `SELECT p.id AS project_id, tasks_days, events_days, logs_days, file_versions_days,
         events_deleted_until, logs_deleted_until
       FROM projects p LEFT JOIN retention r ON r.project_id = p.id ${which}`,
      values,
    );
    return rows.map((row) => {
      const own = {
        tasks: row.tasks_days,
        events: row.events_days,
        logs: row.logs_days,
        file_versions: row.file_versions_days,
      };
      return {
        projectId: row.project_id,
        own,
        policy: effectivePolicy(own, this.defaults),
        deletedUntil: {
          events: row.events_deleted_until ?? 0,
          logs: row.logs_deleted_until ?? 0,
        },
      };
    });
  }
}

/** Returns the ETag of a policy, made of the values that the project has set. */
export function retentionTag({ own }: ProjectRetention): string {
  return contentTag({ ...own });
}

/** Returns the name of the lock under which a policy is changed and read by deletions. */
function buildLockName(projectId: string): string {
  return `retention ${projectId}`;
}
