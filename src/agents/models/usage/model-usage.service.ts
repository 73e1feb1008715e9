import { Injectable } from '@nestjs/common';
import { invalidField } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Database } from '../../../platform/database/database.js';
import { formatDay, toDay } from './calendar.js';

export const USAGE_GROUPS = ['day', 'task_type', 'model', 'agent'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Maximum number of days in a report. */
export const MAX_USAGE_DAYS = 366;
/** Default number of days in a report, including today. */
export const DEFAULT_USAGE_DAYS = 30;
/** Maximum number of groups in a report. */
const MAX_GROUPS = 1_000;

/** Model usage of one day, meta-task, model or agent. */
export interface UsageOfGroup {
  /** A date, an identifier, or `provider/name`; null if it does not apply, such as for a test of a provider. */
  group: string | null;
  calls: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** Null if no model had prices. */
  costMicroUsd: number | null;
}

export interface UsageReport {
  from: string;
  to: string;
  groups: UsageOfGroup[];
}

interface Row {
  name: string | number | null;
  calls: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  cost_micro_usd: number | null;
}

const COLUMNS: Record<UsageGroup, string> = {
  day: 'u.day',
  task_type: 'u.task_type',
  model: 'u.model',
  agent: 'u.agent_id',
};

/** Reports the model usage of projects. */
@Injectable()
export class ModelUsageService {
  constructor(private readonly database: Database) {}

  /**
   * Returns a report that includes both dates, such as `2026-11-25`, UTC; null = the last 30 days. Days are in order,
   * other groups by tokens.
   */
  async report(
    projectId: string,
    given: { from: string | null; to: string | null; by: UsageGroup },
  ): Promise<UsageReport> {
    const { by } = given;
    const to = given.to === null ? toDay(Date.now()) : dayGiven('?to', given.to);
    const from = given.from === null ? to - DEFAULT_USAGE_DAYS + 1 : dayGiven('?from', given.from);
    if (from > to) throw invalidField('?from', `must not be after "to", which is ${formatDay(to)}`);
    if (to - from >= MAX_USAGE_DAYS)
      throw invalidField('?from', `may lie ${MAX_USAGE_DAYS - 1} days before "to" at most`);
    const groups = await this.read(projectId, from, to, by);
    return { from: formatDay(from), to: formatDay(to), groups };
  }

  private async read(
    projectId: string,
    from: number,
    to: number,
    by: UsageGroup,
  ): Promise<UsageOfGroup[]> {
    const column = COLUMNS[by];
    const rows = await this.database.query<Row>(
      `SELECT ${column} AS name, SUM(u.calls) AS calls, SUM(u.input_tokens) AS input_tokens,
         SUM(u.cached_tokens) AS cached_tokens, SUM(u.output_tokens) AS output_tokens,
         SUM(u.cost_micro_usd) AS cost_micro_usd
       FROM model_usage u WHERE u.project_id = ? AND u.day >= ? AND u.day <= ? GROUP BY ${column}
       ORDER BY ${by === 'day' ? column : `SUM(u.input_tokens + u.output_tokens) DESC, ${column}`} LIMIT ${MAX_GROUPS}`,
      [projectId, from, to],
    );
    const agents = by === 'agent' ? await this.loadAgentIdentifiers(projectId) : null;
    return rows.map((row) => ({
      group: by === 'day' ? formatDay(Number(row.name)) : resolveName(String(row.name), agents),
      calls: Number(row.calls),
      inputTokens: Number(row.input_tokens),
      cachedTokens: Number(row.cached_tokens),
      outputTokens: Number(row.output_tokens),
      costMicroUsd: row.cost_micro_usd === null ? null : Number(row.cost_micro_usd),
    }));
  }

  private async loadAgentIdentifiers(projectId: string): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; identifier: string }>(
      'SELECT id, identifier FROM agents WHERE project_id = ?',
      [projectId],
    );
    return new Map(rows.map(({ id, identifier }) => [id, identifier]));
  }
}

function resolveName(name: string, agents: ReadonlyMap<string, string> | null): string | null {
  return name === '' ? null : (agents?.get(name) ?? name);
}

function dayGiven(pointer: string, text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript parses 30 February as 2 March.
  if (Number.isNaN(time) || formatDay(toDay(time)) !== text)
    throw invalidField(pointer, `must be a date such as 2026-11-25, not ${quoted(text)}`);
  return toDay(time);
}
