import { answerOf } from '@metarun/client';
import { printList } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { usdText } from '../../toolkit/units.js';

interface UsageOptions extends ApiOptions {
  from?: string;
  to?: string;
  by: 'day' | 'meta-task' | 'model' | 'agent';
}

/** Labels of groups without a name. */
const UNNAMED = { day: '', 'meta-task': '(tests of models)', model: '', agent: '(no agent)' };

export async function runUsage({ from, to, by, ...options }: UsageOptions): Promise<void> {
  const { api, path } = await session(options);
  const query = {
    group_by: by === 'meta-task' ? ('task_type' as const) : by,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const report = answerOf(
    await api.GET('/projects/{project_id}/model-usage', { params: { path, query } }),
  );
  printList(
    'usage',
    report.groups,
    {
      [by.toUpperCase()]: ({ group }) => (group === null ? UNNAMED[by] : plainLine(group)),
      REQUESTS: ({ model_calls }) => model_calls,
      SENT: ({ input_tokens }) => input_tokens,
      CACHED: ({ cached_tokens }) => cached_tokens,
      ANSWERED: ({ output_tokens }) => output_tokens,
      COST: ({ cost_usd }) => (cost_usd === null ? 'no prices' : usdText(cost_usd)),
    },
    options,
  );
}
