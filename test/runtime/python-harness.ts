import type { Json } from '../../src/kernel/json.js';
import { PythonRuntime } from '../../src/runtime/python/python.runtime.js';
import type { RunLimits } from '../../src/runtime/protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec } from '../../src/runtime/runtime.js';
import { PYTHON_GUEST, python, sandbox } from '../support/sandbox.js';

const MIB = 1024 * 1024;

export const LIMITS: RunLimits = {
  timeout_ms: 10_000,
  memory_bytes: 128 * MIB,
  max_result_bytes: 100_000,
  max_log_bytes: 100_000,
};

export function makePythonRuntime(
  onWarning: (message: string) => void = () => undefined,
): PythonRuntime {
  return new PythonRuntime({
    python,
    guestDir: PYTHON_GUEST,
    sandbox,
    maxRuns: 20,
    onWarning,
  });
}

export function specOf(
  script: string,
  params: Json = {},
  limits: Partial<RunLimits> = {},
): RunSpec {
  return {
    task: { id: 'id-1', name: 'a task', attempt: 1, project: 'p-1', task_type: 'demo', version: 3 },
    program: { code: script, source_map: null },
    params,
    limits: { ...LIMITS, ...limits },
  };
}

/** Keeps what a run tells, in order, as `kind:text`, and lets a test wait for one of these. */
export class RecordingHost implements RunHost {
  readonly events: string[] = [];
  readonly calls: { method: string; args: Json }[] = [];
  private readonly waiting = new Map<string, () => void>();

  constructor(private readonly answer: (method: string, args: Json) => Promise<Json> = noAnswer) {}

  onPhase(text: string): void {
    this.add(`phase:${text}`);
  }
  onProgress(value: number): void {
    this.add(`progress:${value}`);
  }
  onLog(level: string, text: string): void {
    this.add(`${level}:${text}`);
  }
  call(method: string, args: Json): Promise<Json> {
    this.calls.push({ method, args });
    return this.answer(method, args);
  }
  /** The text of the log lines of a level. */
  logged(level: string): string[] {
    const prefix = `${level}:`;
    return this.events.filter((e) => e.startsWith(prefix)).map((e) => e.slice(prefix.length));
  }
  /** Resolves once a run has told `event`. */
  told(event: string): Promise<void> {
    if (this.events.includes(event)) return Promise.resolve();
    return new Promise((resolve) => this.waiting.set(event, resolve));
  }
  private add(event: string): void {
    this.events.push(event);
    this.waiting.get(event)?.();
  }
}

function noAnswer(method: string): Promise<Json> {
  return Promise.reject(new Error(`${method} was not expected`));
}

export async function failureOf(
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

/** Ways to start a run on `runtime` in one line. */
export function startersFor(runtime: PythonRuntime) {
  const start = (
    script: string,
    { params = {}, limits = {}, host = new RecordingHost() }: StartOptions = {},
  ): RunHandle => runtime.start(specOf(script, params, limits), host);
  const outcomeOf = (body: string, options: StartOptions = {}): Promise<RunOutcome> =>
    start(runOf(body), options).outcome;
  return { start, outcomeOf };
}

/** A script; `body` is the body of `run`, without its indentation. */
export function runOf(body: string, before = ''): string {
  return `${before}\ndef run(params, reporter):\n${body.trim().replace(/^/gm, '    ')}\n`;
}

export const NOOP = runOf('return None');
