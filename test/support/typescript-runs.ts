import type { Json } from '../../src/base/kernel/json.js';
import type { RunLimits } from '../../src/sandbox/runtime/protocol.js';
import type { ScriptEngine } from '../../src/sandbox/runtime/protocol.js';
import type {
  Program,
  RunHandle,
  RunHost,
  RunOutcome,
  RunSpec,
} from '../../src/sandbox/runtime/runtime.js';
import { RecordingHost } from './recording-host.js';
import { makeTypeScriptRuntime } from './runtimes.js';

export const MEGABYTE = 1024 * 1024;

interface Options {
  params?: Json;
  project?: string;
  host?: RunHost;
  limits?: Partial<RunLimits>;
  fresh?: boolean;
  engine?: ScriptEngine;
}

export const warnings: string[] = [];
export const runtime = makeTypeScriptRuntime((message) => warnings.push(message));

export async function compile(source: string, engine: ScriptEngine = 'isolate'): Promise<Program> {
  const checked = await runtime.check(source, 'project-a', { engine });
  if (!checked.ok) throw new Error(checked.diagnostics[0].message);
  return checked.program;
}

export function start(program: Program, options: Options = {}): RunHandle {
  return runtime.start(runSpec(program, options), options.host ?? new RecordingHost());
}

export function runSpec(program: Program, options: Options = {}): RunSpec {
  const {
    params = {},
    project = 'project-a',
    limits = {},
    fresh = false,
    engine = 'isolate',
  } = options;
  return {
    task: { id: 'task-1', name: 'test', attempt: 2, project, task_type: 'demo', version: 3 },
    program,
    params,
    limits: {
      timeout_ms: 60_000,
      memory_bytes: 256 * MEGABYTE,
      cpu_ms: 0,
      max_result_bytes: MEGABYTE,
      max_log_bytes: MEGABYTE,
      ...limits,
    },
    network: null,
    engine,
    fresh,
  };
}

export async function run(source: string, options: Options = {}): Promise<RunOutcome> {
  return start(await compile(source, options.engine), options).outcome;
}

/** Returns a script whose `run(params, reporter)` has this body. */
export function body(code: string): string {
  return `export default async function run(params: any, reporter: any): Promise<any> {\n${code}\n}`;
}

/** Returns a promise and the function that resolves it, for hosts that report how far a script has come. */
export function signal(): { reached: Promise<void>; reach: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reached: promise, reach: () => resolve() };
}
