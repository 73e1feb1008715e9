import type { components } from '@metarun/client';
import { allPages } from '../../toolkit/api/all-pages.js';
import { printList } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { findTask } from '../../toolkit/find-task.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { durationText, usdText } from '../../toolkit/units.js';

type Call = components['schemas']['ModelCallDto'];

const CALLS = '/external/v1/projects/{project_id}/tasks/{task_id}/model-calls';

/** Runs `metarun tasks model-calls`, which lists a task's requests to models. */
export async function runModelCalls(reference: string, options: ApiOptions): Promise<void> {
  const { api, client, path } = await session(options);
  const task_id = await findTask(client, reference);
  const all = await allPages((query) =>
    api.GET(CALLS, { params: { path: { ...path, task_id }, query } }),
  );
  printList(
    'model_calls',
    all,
    {
      AT: ({ started_at }) => started_at.replace('T', ' ').slice(0, 19),
      STEP: ({ step_name, attempt }) =>
        `${plainLine(step_name ?? '')}${attempt === 1 ? '' : ` (attempt ${attempt})`}`,
      MODEL: ({ model }) => plainLine(model),
      STATE: ({ state }) => state,
      SENT: (call) => `${about(call)}${call.input_tokens}`,
      ANSWERED: ({ output_tokens }) => output_tokens,
      COST: (call) =>
        call.cost_usd === null ? 'no prices' : `${about(call)}${usdText(call.cost_usd)}`,
      TOOK: ({ duration_ms: ms }) => (ms === null ? null : durationText(ms)),
      ERROR: ({ error }) => (error === null ? null : plainLine(error)),
    },
    options,
  );
}

/** Returns "~" for estimated values. */
function about({ state }: Call): string {
  return state === 'sent' || state === 'lost' ? '~' : '';
}
