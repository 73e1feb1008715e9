import type { Json } from '../../src/base/kernel/json.js';
import type { PythonRuntime } from '../../src/sandbox/runtime/python/python.runtime.js';
import type { RunLimits } from '../../src/sandbox/runtime/protocol.js';
import type { RunHandle, RunOutcome, RunSpec } from '../../src/sandbox/runtime/runtime.js';
import { RecordingHost } from '../support/recording-host.js';

const MIB = 1024 * 1024;

export const LIMITS: RunLimits = {
  timeout_ms: 300_000,
  memory_bytes: 128 * MIB,
  cpu_ms: 0,
  max_result_bytes: 100_000,
  max_log_bytes: 100_000,
};

export function buildRunSpec(
  script: string,
  params: Json = {},
  limits: Partial<RunLimits> = {},
): RunSpec {
  return {
    task: { id: 'id-1', name: 'a task', attempt: 1, project: 'p-1', task_type: 'demo', version: 3 },
    program: { code: script, source_map: null, lock: null },
    params,
    limits: { ...LIMITS, ...limits },
    network: null,
    engine: 'isolate',
    fresh: false,
  };
}

export async function waitForFailure(
  handle: RunHandle,
): Promise<{ code: string; message: string; stack: string }> {
  const outcome = await handle.outcome;
  if (outcome.kind !== 'failed') throw new Error('the run succeeded');
  return { code: outcome.code, message: outcome.message, stack: outcome.stack ?? '' };
}

export interface StartOptions {
  params?: Json;
  limits?: Partial<RunLimits>;
  host?: RecordingHost;
}

export function startersFor(runtime: PythonRuntime) {
  const start = (
    script: string,
    { params = {}, limits = {}, host = new RecordingHost() }: StartOptions = {},
  ): RunHandle => runtime.start(buildRunSpec(script, params, limits), host);
  const runBody = (body: string, options: StartOptions = {}): Promise<RunOutcome> =>
    start(buildScript(body), options).outcome;
  /** Runs a body to its end; returns its result or error, and its log. */
  const runToEnd = async (body: string, answer?: (method: string, args: Json) => Promise<Json>) => {
    const host = new RecordingHost(answer);
    const outcome = await runBody(body, { host });
    return {
      end: outcome.kind === 'success' ? outcome.result : outcome,
      info: host.logged('info'),
      warning: host.logged('warning'),
      open: host.open,
    };
  };
  return { start, runBody, runToEnd };
}

/** Returns a script whose `run` has this body, given without indentation. */
export function buildScript(body: string, before = ''): string {
  return `${before}\ndef run(params, reporter):\n${body.trim().replace(/^/gm, '    ')}\n`;
}

export const NOOP = buildScript('return None');
