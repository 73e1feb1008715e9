import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { QUOTA_SETTINGS } from '../../base/config/quota-settings.js';
import type { Config } from '../../base/config/settings.js';
import { Database, type SqlValue, type Transaction } from '../../platform/database/database.js';
import { exceeded } from '../../base/kernel/quota.js';

/** Statements that count what a project has of each kind, each by one index or counter. */
const COUNTS = {
  maxMembers: 'SELECT COUNT(*) AS used FROM members WHERE project_id = ?',
  maxApiKeys: `SELECT COUNT(*) AS used FROM api_keys
    WHERE project_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`,
  maxSecrets: 'SELECT COUNT(*) AS used FROM secrets WHERE project_id = ?',
  maxMetaTasks: 'SELECT COUNT(*) AS used FROM task_types WHERE project_id = ?',
  maxMetaTaskVersions:
    'SELECT COALESCE(SUM(latest_version), 0) AS used FROM task_types WHERE project_id = ?',
  maxModelProviders: 'SELECT COUNT(*) AS used FROM model_providers WHERE project_id = ?',
  maxMcpServers: 'SELECT COUNT(*) AS used FROM mcp_servers WHERE project_id = ?',
  maxImages: 'SELECT COUNT(*) AS used FROM images WHERE project_id = ?',
  maxAgents: 'SELECT COUNT(*) AS used FROM agents WHERE project_id = ?',
  maxAgentVersions:
    'SELECT COALESCE(SUM(latest_version), 0) AS used FROM agents WHERE project_id = ?',
  // The condition on created_at leads SQLite to the index of drafts.
  maxDrafts:
    'SELECT COUNT(*) AS used FROM tasks WHERE project_id = ? AND draft = 1 AND created_at > 0 AND parent_id IS NULL',
  maxSchedules: 'SELECT COUNT(*) AS used FROM schedules WHERE project_id = ?',
  maxWebhooks: 'SELECT COUNT(*) AS used FROM webhooks WHERE project_id = ?',
  maxWorkspaces:
    'SELECT COUNT(*) AS used FROM workspaces WHERE project_id = ? AND deleted_at IS NULL',
  maxFiles: 'SELECT files AS used FROM project_usage WHERE project_id = ?',
  maxFileBytes: 'SELECT file_bytes AS used FROM project_usage WHERE project_id = ?',
  maxOpenParamsBytes: 'SELECT open_params_bytes AS used FROM event_counters WHERE project_id = ?',
} as const satisfies Record<keyof typeof QUOTA_SETTINGS, string>;

export type Quota = keyof typeof COUNTS;

/** Use of one quota of a project. */
export interface QuotaUse {
  quota: Quota;
  used: number;
  /** 0 = no limit. */
  limit: number;
}

/** Enforces the quotas of projects: counts what a project has and refuses what exceeds the settings. */
@Injectable()
export class Quotas {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /**
   * Admits one more item of a kind to the transaction. Other transactions that add the same kind wait until this one
   * ends, so that they cannot exceed the limit together. Throws `project_quota_exceeded`.
   */
  async admit(transaction: Transaction, projectId: string, quota: Quota): Promise<void> {
    const limit = this.config[quota];
    if (limit === 0) return;
    await transaction.lock(`${quota} ${projectId}`);
    const used = await count(transaction, projectId, quota);
    if (used + 1 > limit) throw exceeded(QUOTA_SETTINGS[quota], limit, used);
  }

  /** Runs a change of files and throws if it exceeds a limit. A change that reduces the amount is always allowed. */
  async holdFiles<T>(
    transaction: Transaction,
    projectId: string,
    change: () => Promise<T>,
  ): Promise<T> {
    const quotas = (['maxFiles', 'maxFileBytes'] as const).filter((one) => this.config[one] > 0);
    const before = await counts(transaction, projectId, quotas);
    const changed = await change();
    for (const [index, used] of (await counts(transaction, projectId, quotas)).entries()) {
      const quota = quotas[index];
      const was = before[index] ?? 0;
      if (quota !== undefined && used > was && used > this.config[quota])
        throw exceeded(QUOTA_SETTINGS[quota], this.config[quota], was);
    }
    return changed;
  }

  /** Returns the use of all quotas of a project. */
  async uses(projectId: string): Promise<QuotaUse[]> {
    const quotas = Object.keys(COUNTS) as Quota[];
    const used = await counts(this.database, projectId, quotas);
    return quotas.map((quota, index) => ({
      quota,
      used: used[index] ?? 0,
      limit: this.config[quota],
    }));
  }
}

type Reader = Pick<Transaction, 'query'>;

async function count(reader: Reader, projectId: string, quota: Quota): Promise<number> {
  const values: SqlValue[] = quota === 'maxApiKeys' ? [projectId, Date.now()] : [projectId];
  const [row] = await reader.query<{ used: number }>(COUNTS[quota], values);
  return Number(row?.used ?? 0);
}

async function counts(
  reader: Reader,
  projectId: string,
  quotas: readonly Quota[],
): Promise<number[]> {
  const found: number[] = [];
  for (const quota of quotas) found.push(await count(reader, projectId, quota));
  return found;
}
