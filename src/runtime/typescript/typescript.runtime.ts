import {
  type CheckResult,
  type RunHandle,
  type RunHost,
  type RunOutcome,
  type RunSpec,
  ScriptRuntime,
} from '../runtime.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { ScriptChecker } from './checker.js';
import { checkerGuest, runnerGuest } from './guests.js';
import { QueuedRun } from './queued-run.js';
import { RunnerPool } from './runner-pool.js';
import { mapStack } from './stack.js';

export interface TypeScriptRuntimeOptions {
  /** The most scripts that run at once, each in its own process; further runs queue. */
  maxRunners: number;
  /** Processes kept ready for projects that have none yet. */
  warmRunners: number;
  /** Absolute path of the built guest, `dist/runtimes/typescript`. */
  guestDir: string;
  /** The Node binary that guests run on. */
  node: string;
  sandbox: Sandbox;
  /** Operational log: a process that crashed or could not be started. */
  onWarning: (message: string) => void;
}

/** Runs TypeScript in isolated-vm inside warm runner processes: a fresh isolate for each run. */
export class TypeScriptRuntime extends ScriptRuntime {
  readonly language = 'typescript';
  private readonly pool: RunnerPool;
  private readonly checker: ScriptChecker;

  constructor(options: TypeScriptRuntimeOptions) {
    super();
    const { maxRunners, warmRunners, guestDir, node, sandbox, onWarning } = options;
    const command = sandbox.wrap(runnerGuest(node, guestDir));
    this.pool = new RunnerPool({ command, maxRunners, warmRunners, onWarning });
    this.checker = new ScriptChecker(sandbox.wrap(checkerGuest(node, guestDir)), onWarning);
  }

  override warm(): Promise<void> {
    return this.pool.warm();
  }

  override check(source: string): Promise<CheckResult> {
    return this.checker.check(source);
  }

  override start(run: RunSpec, host: RunHost): RunHandle {
    const queued = new QueuedRun(this.pool, run, host);
    return {
      outcome: queued.outcome.then((outcome) => withAuthorsLines(outcome, run)),
      cancel: (reason, graceMs) => queued.cancel(reason, graceMs),
    };
  }

  override async close(): Promise<void> {
    this.checker.close();
    await this.pool.close({ code: 'worker_lost', message: 'The service stopped during the run.' });
  }
}

function withAuthorsLines(outcome: RunOutcome, { program }: RunSpec): RunOutcome {
  if (outcome.kind === 'success' || outcome.stack === null || program.source_map === null)
    return outcome;
  return { ...outcome, stack: mapStack(outcome.stack, program.source_map) };
}
