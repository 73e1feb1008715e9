import { MetarunError } from '../../src/kernel/errors.js';
import type { Json } from '../../src/kernel/json.js';
import type { RunLimits } from '../../src/runtime/protocol.js';
import type { Program, RunHandle, RunHost, RunOutcome } from '../../src/runtime/runtime.js';
import { TypeScriptRuntime } from '../../src/runtime/typescript/typescript.runtime.js';
import { sandbox, TYPESCRIPT_GUEST } from './sandbox.js';

export const MEGABYTE = 1024 * 1024;
export const MAX_RUNNERS = 2;

export class RecordingHost implements RunHost {
  readonly events: string[] = [];

  constructor(private readonly answer: (method: string, args: Json) => Promise<Json> = refuse) {}

  onPhase(text: string): void {
    this.events.push(`phase ${text}`);
  }
  onProgress(value: number): void {
    this.events.push(`progress ${value}`);
  }
  onLog(level: string, text: string): void {
    this.events.push(`${level} ${text}`);
  }
  call(method: string, args: Json): Promise<Json> {
    return this.answer(method, args);
  }
}

function refuse(method: string): Promise<Json> {
  return Promise.reject(new MetarunError('not_available', `no ${method} here`));
}

interface Options {
  params?: Json;
  project?: string;
  host?: RunHost;
  limits?: Partial<RunLimits>;
}

export const warnings: string[] = [];
export const runtime = new TypeScriptRuntime({
  maxRunners: MAX_RUNNERS,
  warmRunners: 1,
  guestDir: TYPESCRIPT_GUEST,
  node: process.execPath,
  sandbox,
  onWarning: (message) => warnings.push(message),
});

export async function compile(source: string): Promise<Program> {
  const checked = await runtime.check(source);
  if (!checked.ok) throw new Error(checked.diagnostics[0].message);
  return checked.program;
}

export function start(program: Program, options: Options = {}): RunHandle {
  const { params = {}, project = 'project-a', host = new RecordingHost(), limits = {} } = options;
  return runtime.start(
    {
      task: { id: 'task-1', name: 'test', attempt: 2, project, task_type: 'demo', version: 3 },
      program,
      params,
      limits: {
        timeout_ms: 5_000,
        memory_bytes: 256 * MEGABYTE,
        max_result_bytes: MEGABYTE,
        max_log_bytes: MEGABYTE,
        ...limits,
      },
    },
    host,
  );
}

export async function run(source: string, options: Options = {}): Promise<RunOutcome> {
  return start(await compile(source), options).outcome;
}

/** The body of a `run(params, reporter)`. */
export function body(code: string): string {
  return `export default async function run(params: any, reporter: any): Promise<any> {\n${code}\n}`;
}

/** A promise and what resolves it, for a host that has to tell that a script got somewhere. */
export function signal(): { reached: Promise<void>; reach: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reached: promise, reach: () => resolve() };
}
