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

/** Time without a run of its project after which a runner is ended (ms): it holds some 20 MiB, and another takes 0.1 s to start. */
const IDLE_MS = 5 * 60_000;

/** The shortest script possible. */
const TRIVIAL = 'export default function run() {}';

export interface TypeScriptRuntimeOptions {
  /** Limit on live processes for scripts, also idle ones; further runs queue. */
  maxRunners: number;
  /** Processes kept ready for projects that have none yet. */
  warmRunners: number;
  /** True, the default, if another is started when a project takes one of those. */
  refills?: boolean;
  /** Absolute path of the built guest, `dist/runtimes/typescript`. */
  guestDir: string;
  /** The Node binary that guests run on. */
  node: string;
  sandbox: Sandbox;
  /** All projects belong to one person and share runners; by default each project has runners of its own. */
  oneOwner?: boolean;
  /** Operational log: a process that crashed or could not be started. */
  onWarning: (message: string) => void;
}

/** Runs TypeScript in isolated-vm inside warm runner processes: a fresh context for each run. */
export class TypeScriptRuntime extends ScriptRuntime {
  readonly language = 'typescript';
  private readonly pool: RunnerPool;
  private readonly checker: ScriptChecker;

  constructor(private readonly options: TypeScriptRuntimeOptions) {
    super();
    const { maxRunners, warmRunners, refills = true, guestDir, node, sandbox, onWarning } = options;
    const command = sandbox.wrap(runnerGuest(node, guestDir));
    this.pool = new RunnerPool({
      command,
      maxRunners,
      warmRunners,
      refills,
      idleMs: IDLE_MS,
      onWarning,
    });
    this.checker = new ScriptChecker(sandbox.wrap(checkerGuest(node, guestDir)), onWarning);
  }

  override warm(): Promise<void> {
    return this.pool.warm();
  }

  /** The compiler starts with its first script. */
  override async warmCheck(): Promise<void> {
    await this.check(TRIVIAL, '');
  }

  override check(source: string, project: string): Promise<CheckResult> {
    // A script that is checked is run soon, and a server warms only the languages that it has scripts of.
    if (this.options.refills !== false) void this.pool.warm();
    return this.checker.check(source, project);
  }

  override start(run: RunSpec, host: RunHost): RunHandle {
    // Its scripts have no sockets, so the guest needs no access to the network.
    const boundTo = this.options.oneOwner === true ? '' : run.task.project;
    const queued = new QueuedRun(this.pool, { ...run, network: null }, host, boundTo);
    return {
      outcome: queued.outcome.then((outcome) => withAuthorLines(outcome, run)),
      usage: queued.usage,
      cancel: (reason, graceMs) => queued.cancel(reason, graceMs),
    };
  }

  override async close(): Promise<void> {
    this.checker.close();
    await this.pool.close({ code: 'worker_lost', message: 'The service stopped during the run.' });
  }
}

function withAuthorLines(outcome: RunOutcome, { program }: RunSpec): RunOutcome {
  if (outcome.kind !== 'failed' || outcome.stack === null || program.source_map === null)
    return outcome;
  return { ...outcome, stack: mapStack(outcome.stack, program.source_map) };
}
