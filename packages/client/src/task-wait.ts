import { answerOf } from './answer.js';
import type { Api } from './api.js';
import { WaitTimeoutError } from './errors.js';
import { PATIENCE_SECONDS, ReconnectBudget } from './reconnect-budget.js';
import { pause } from './pause.js';
import { isFinished } from './task-event.js';
import type { Transport } from './transport.js';
import type { CallOptions, TaskDetail } from './types.js';

const WAIT = '/external/v1/projects/{project_id}/tasks/{task_id}/wait';
/** Proxies end a request that is not answered for some time, mostly a minute: s. */
export const WAIT_SECONDS = 30;

export interface WaitOptions extends CallOptions {
  /** Without it the wait has no end but the task's. */
  timeoutSeconds?: number | undefined;
  /** False: a task that has failed or was cancelled is given like one that has succeeded. */
  throwOnFailure?: boolean;
  /** Time for which the server may be gone before the error is thrown, in seconds; 300 by default. */
  patienceSeconds?: number;
}

/** The task once it has ended. A server that cannot be reached at first is an error at once. */
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
    // The server waits for whole seconds.
    if (met && left > 0 && left < 1) await pause(left * 1000, signal);
    // The first answer comes at once, so that a connection that breaks later is known to be one that was there.
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
