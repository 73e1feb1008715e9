import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { TaskStatsDto, TaskStatsQuery } from './stats.dto.js';
import type { Stats, StatsQuery } from './stats.service.js';

const DAY_MS = 86_400_000;

export function statsQuery(query: TaskStatsQuery, now: number): StatsQuery {
  const until = query.until === undefined ? now : Math.min(now, Date.parse(query.until));
  const since = query.since === undefined ? until - DAY_MS : Date.parse(query.since);
  return { since, until, by: query.by, metaTask: query.task_type };
}

export function statsDto(stats: Stats): TaskStatsDto {
  return {
    since: isoTime(stats.since),
    until: isoTime(stats.until),
    buckets: stats.buckets.map((bucket) => ({ ...bucket, from: isoTime(bucket.from) })),
    complete_from: isoTimeOrNull(stats.completeFrom),
    sampled: stats.sampled,
    run_ms: stats.runMs,
    wait_ms: stats.waitMs,
  };
}
