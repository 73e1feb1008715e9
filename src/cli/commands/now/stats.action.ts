import { answerOf } from '@metarun/client';
import { printList } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { printJson } from '../../toolkit/print-json.js';
import { countText, durationText } from '../../toolkit/units.js';
import { stderr, stdout } from '../../toolkit/output.js';

interface Options extends ApiOptions {
  since?: string;
  until?: string;
  by: 'hour' | 'day';
  type?: string;
}

export async function runStats({ since, until, by, type, ...options }: Options): Promise<void> {
  const { api, path } = await session(options);
  const query = {
    by,
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(type !== undefined && { task_type: type }),
  };
  const stats = answerOf(
    await api.GET('/external/v1/projects/{project_id}/stats', { params: { path, query } }),
  );
  if (options.json) return printJson(stats);
  printList(
    'buckets',
    stats.buckets,
    {
      FROM: ({ from }) => (by === 'day' ? from.slice(0, 10) : from.slice(0, 16)),
      SUCCESS: ({ success }) => success,
      FAILED: ({ failed }) => failed,
      CANCELLED: ({ cancelled }) => cancelled,
      UNFINISHED: ({ pending, running, waiting }) => pending + running + waiting,
    },
    options,
  );
  const { sampled, run_ms: ran, wait_ms: waited, complete_from: from } = stats;
  if (sampled > 0)
    stdout.write(
      `of the last ${countText(sampled, 'task')}: ran ${times(ran)}; waited ${times(waited)}\n`,
    );
  if (from !== null) stderr.write(`There are too many tasks to count before ${from}: --since\n`);
}

function times({ p50, p95 }: { p50: number | null; p95: number | null }): string {
  const text = (ms: number | null): string => (ms === null ? 'unknown' : durationText(ms));
  return `p50 ${text(p50)}, p95 ${text(p95)}`;
}
