import type { Json } from '../../src/base/kernel/json.js';
import type { ScriptLanguage } from '../../src/base/languages/index.js';
import { RUN_ERROR_CODES, type RunOutcome } from '../../src/sandbox/runtime/runtime.js';
import { type FailedDetail, withBody } from '../support/inline-script.js';
import type { TestServer } from '../support/server.js';
import { loadLogs, runScript } from '../support/tasks.js';
import type { ServedBehaviour } from './behaviour.js';
import type { Seen } from './conform.js';

/** Runs scripts as tasks of a real server. `ws` is the id of a workspace other than the default one. */
export function serverFixture(server: TestServer, ws: string) {
  return async (
    language: ScriptLanguage,
    script: string,
    { whole, params, metaTask = {} }: ServedBehaviour,
    id: string,
  ): Promise<Seen> => {
    const began = performance.now();
    const task = await runScript(server, language, whole ? script : withBody(language, script), {
      params: { ...params, dir: `/${id}/${language}`, ws },
      metaTask,
    });
    const ms = performance.now() - began;
    const lines = await loadLogs(server, task.id);
    const events = lines.map(({ level, text }) => `${level}:${text}`);
    if (task.current_phase !== null) events.push(`phase:${task.current_phase}`);
    events.push(`progress:${task.progress}`);
    return { outcome: toRunOutcome(task as FailedDetail), events, calls: [], ms };
  };
}

function toRunOutcome(task: FailedDetail): RunOutcome {
  if (task.status === 'success') return { kind: 'success', result: task.result as Json };
  const code = RUN_ERROR_CODES.find((known) => known === task.error_code);
  if (code === undefined) throw new Error(`a task ended as ${JSON.stringify(task)}`);
  return { kind: 'failed', code, message: task.error_message ?? '', stack: task.error_stack };
}
