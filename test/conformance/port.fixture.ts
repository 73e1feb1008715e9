import type { RunLimits } from '../../src/sandbox/runtime/protocol.js';
import type { ScriptLanguage } from '../../src/base/languages/index.js';
import type { ScriptEngine } from '../../src/sandbox/runtime/protocol.js';
import type { RunOutcome, ScriptRuntime } from '../../src/sandbox/runtime/runtime.js';
import { withBody } from '../support/inline-script.js';
import { type CallAnswer, RecordingHost } from '../support/recording-host.js';
import type { PortBehaviour } from './behaviour.js';
import type { Seen } from './conform.js';

/** The timeout only prevents hanging: on a busy machine, a second of work takes far longer. */
const LIMITS: RunLimits = {
  timeout_ms: 120_000,
  memory_bytes: 256 * 1024 * 1024,
  cpu_ms: 0,
  max_result_bytes: 100_000,
  max_log_bytes: 100_000,
};
const TASK = {
  id: 'id-1',
  name: 'a task',
  attempt: 2,
  project: 'p-1',
  task_type: 'demo',
  version: 3,
};
const GRACE_MS = 3_000;

/** Runs scripts directly on the runtimes, with a host that records all reports. */
export function portFixture(
  runtimes: Partial<Record<ScriptLanguage, ScriptRuntime>>,
  engine: ScriptEngine = 'isolate',
) {
  return async function observe(
    language: ScriptLanguage,
    script: string,
    behaviour: PortBehaviour,
  ): Promise<Seen> {
    const { whole, params = {}, limits, answers, cancel } = behaviour;
    const answer: CallAnswer | undefined =
      answers && ((method, args, pending) => answers({ method, args }, host, pending));
    const host: RecordingHost = new RecordingHost(answer);
    const runtime = runtimes[language];
    if (runtime === undefined) throw new Error(`there is no runtime of ${language}`);
    const checked = await runtime.check(whole ? script : withBody(language, script), 'project-a', {
      engine,
    });
    if (!checked.ok) {
      const [{ message, line }] = checked.diagnostics;
      return { outcome: { kind: 'refused', message, line }, events: [], calls: [], ms: 0 };
    }
    const run = {
      task: TASK,
      program: checked.program,
      params,
      limits: { ...LIMITS, ...limits },
      network: null,
      engine,
      fresh: false,
    };
    let began = performance.now();
    const handle = runtime.start(run, host);
    if (cancel !== undefined) {
      if (cancel.at !== null) await Promise.race([host.reported(cancel.at), handle.outcome]);
      began = performance.now();
      host.stop.request(cancel.reason ?? 'cancelled', cancel.graceMs ?? GRACE_MS);
    }
    const outcome: RunOutcome = await handle.outcome;
    if (outcome.kind === 'not_started') {
      // Nothing of the script has started, so it is started again, as by the engine.
      console.warn(`no process on a busy machine, started again: ${outcome.reason}`);
      return observe(language, script, behaviour);
    }
    return { outcome, events: host.events, calls: host.calls, ms: performance.now() - began };
  };
}
