import { answerOf } from './answer.js';
import type { Api } from './api.js';
import { WaitTimeoutError } from './errors.js';
import { PATIENCE_SECONDS, ReconnectBudget } from './reconnect-budget.js';
import { pause } from './pause.js';
import { isFinished } from './task-event.js';
import type { Transport } from './transport.js';
import type { CallOptions, TaskDetail } from './types.js';

const WAIT = '/external/v1/projects/{project_id}/tasks/{task_id}/wait';
/** Maximum duration of one request, in seconds: proxies end requests without a response, most after a minute. */
export const WAIT_SECONDS = 30;

export interface WaitOptions extends CallOptions {
  /** Time limit of the wait. Default: none. */
  timeoutSeconds?: number | undefined;
  /** False to return a failed or cancelled task like a successful one. */
  throwOnFailure?: boolean;
  /** Time in seconds for which the server may be unreachable before the error is thrown. Default: 300. */
  patienceSeconds?: number;
}

/** Resolves to the task once it has ended. A server that is unreachable at first is an error immediately. */
export async function waitForTask(
  api: Api,
  transport: Transport,
  { project, id }: { project: string; id: string },
  options: WaitOptions,
): Promise<TaskDetail> {
  const { timeoutSeconds = Infinity, patienceSeconds = PATIENCE_SECONDS, signal } = options;
  const until = Date.now() + timeoutSeconds * 1000;
  const budget = new ReconnectBudget(patienceSeconds, signal, until);
  const path = { project_id: project, task_id: id };
  let met = false;
  for (;;) {
    const left = Math.max(0, (until - Date.now()) / 1000);
    // The server's timeout is in whole seconds.
    if (met && left > 0 && left < 1) await pause(left * 1000, signal);
    // The first request returns at once; a connection that breaks later is therefore known to have worked.
    const timeout = met ? Math.min(WAIT_SECONDS, Math.floor(left)) : 0;
    try {
      const task = answerOf(
        await api.POST(WAIT, {
          params: { path, query: { timeout } },
          signal: signal ?? null,
          fetch: met ? transport.once : transport.repeat,
        }),
      );
      if (isFinished(task.status)) return task;
      met = true;
      budget.renew();
    } catch (error) {
      if (!met) throw error;
      await budget.await(error);
    }
    if (Date.now() >= until) throw new WaitTimeoutError(id, timeoutSeconds);
  }
}
