import { endedRun, failedWith } from '../run-handles.js';
import {
  type CheckOptions,
  type CheckResult,
  type RunHandle,
  type RunHost,
  type RunSpec,
  ScriptRuntime,
} from '../runtime.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { ScriptChecker } from './checker.js';
import { failedCheck } from './checker-process.js';
import { checkerGuest, nodeRunnerGuest, runnerGuest } from './typescript-guests.js';
import { lockIn } from './packages/package-lock.js';
import { type NodePackageOptions, NodePackages } from './packages/node-packages.js';
import { NodeRunners } from './node-runners.js';
import { queueRun } from './queue-run.js';
import { RunnerPool } from './runner-pool.js';
import { withAuthorLines } from '../sources/author-lines.js';

/**
 * Time without a run of its project after which a runner is ended (ms): it holds about 20 MiB, and starting another
 * takes 0.1 s.
 */
const IDLE_MS = 5 * 60_000;

/** Number of Node processes that wait for a run while there are runs. */
const NODE_RUNNERS_AHEAD = 2;
const NO_SANDBOX =
  'The `runtime` "node" needs a sandbox, and this machine has none that works: `metarun doctor` says why. Set METARUN_SANDBOX=none to run such scripts with all rights of the server\'s user';

export interface TypeScriptRuntimeOptions {
  /** Maximum number of live processes for scripts, including idle ones; further runs are queued. */
  maxRunners: number;
  /** Number of processes kept ready for projects without a runner. */
  warmRunners: number;
  /** True, the default, if another one is started when a project takes one of the warm runners. */
  refills?: boolean;
  /** Absolute path of the built guest, `dist/runtimes/typescript`. */
  guestDir: string;
  /** The Node binary that guests run on. */
  node: string;
  sandbox: Sandbox;
  /** Reason why the trial of a runner failed. */
  problem?: string | undefined;
  /** The host's folder with the socket to the network. */
  egressDir: string | undefined;
  /** Maximum number of concurrent runs. */
  maxRuns: number;
  /**
   * True if scripts may have a Node process: the sandbox contains it, or the operator has decided that it needs no
   * sandbox.
   */
  allowsNode: boolean;
  packages: NodePackageOptions;
  /**
   * True if all projects belong to one person and share runners, and runs wait for their runner; by default, each
   * project has its own runners.
   */
  oneOwner?: boolean;
  /** Receives operational warnings: a process that crashed or could not be started. */
  onWarning: (message: string) => void;
}

/** Runs TypeScript in isolated-vm inside warm runner processes: a fresh context for each run. */
export class TypeScriptRuntime extends ScriptRuntime {
  readonly language = 'typescript';
  private readonly pool: RunnerPool;
  private readonly checker: ScriptChecker;
  /** Null if scripts may not have a Node process. */
  private readonly node: NodeRunners | null;
  private readonly packages: NodePackages | null;

  constructor(private readonly options: TypeScriptRuntimeOptions) {
    super();
    const { maxRunners, warmRunners, refills = true, guestDir, node, sandbox, onWarning } = options;
    const waits = options.oneOwner === true;
    const command = sandbox.wrap(runnerGuest(node, guestDir));
    this.pool = new RunnerPool({
      command,
      maxRunners,
      warmRunners,
      refills,
      idleMs: IDLE_MS,
      waits,
      onWarning,
    });
    this.pool.problem = options.problem ?? null;
    const nodeRuns = (packages: string | null) => ({
      command: sandbox.wrap(
        nodeRunnerGuest(node, guestDir, { egressDir: options.egressDir, packages, sandbox }),
      ),
      refills: true,
      waits,
      onWarning,
    });
    this.node = options.allowsNode
      ? new NodeRunners({
          ...nodeRuns(null),
          maxRunners: options.maxRuns + NODE_RUNNERS_AHEAD,
          warmRunners: NODE_RUNNERS_AHEAD,
        })
      : null;
    this.packages = !options.allowsNode
      ? null
      : new NodePackages(
          options.packages,
          { node, guestDir, sandbox },
          (packages) =>
            new NodeRunners({
              ...nodeRuns(packages),
              maxRunners: options.maxRuns + 1,
              warmRunners: 1,
            }),
          onWarning,
        );
    this.checker = new ScriptChecker(sandbox.wrap(checkerGuest(node, guestDir)), onWarning);
  }

  override get problem(): string | null {
    return this.pool.problem ?? this.node?.problem ?? null;
  }

  override warm(): Promise<void> {
    return this.pool.warm();
  }

  override async warmCheck(): Promise<void> {
    this.checker.warm();
  }

  override async check(
    source: string,
    project: string,
    { engine = 'isolate', isSnippet = false }: CheckOptions = {},
  ): Promise<CheckResult> {
    if (engine === 'node' && this.node === null) return failedCheck(NO_SANDBOX);
    const found = lockIn(source);
    if ('wrong' in found)
      return failedCheck(`The packages of the bundle cannot be read: ${found.wrong}`);
    const { lock } = found;
    if (lock !== null && engine === 'image')
      return failedCheck(
        'The bundle needs packages that are installed beside it, and it runs on an image, which brings them: install them in the image, and bundle it again',
      );
    if (lock !== null && engine === 'isolate')
      return failedCheck(
        'The bundle needs packages that are installed beside it, which runs on Node alone have: set the meta-task\'s `runtime` to "node"',
      );
    // A checked script is run soon, and a server warms only the languages of its scripts.
    if (engine === 'node') void this.node?.warm();
    else if (this.options.refills !== false) void this.pool.warm();
    const checked = await this.checker.check({ source, engine, isSnippet }, project);
    return checked.ok ? { ...checked, program: { ...checked.program, lock } } : checked;
  }

  override start(run: RunSpec, host: RunHost): RunHandle {
    return withAuthorLines(run, host, (mapped) =>
      run.engine === 'node' ? this.startNode(run, mapped) : this.startIsolate(run, mapped),
    );
  }

  private startIsolate(run: RunSpec, host: RunHost): RunHandle {
    // Scripts in isolates have no sockets, so the guest needs no network access.
    const boundTo = this.options.oneOwner === true ? '' : run.task.project;
    return queueRun(this.pool, { ...run, network: null }, host, boundTo);
  }

  private startNode(run: RunSpec, host: RunHost): RunHandle {
    const { lock } = run.program;
    if (this.node !== null && this.packages !== null)
      return lock === null ? this.node.start(run, host) : this.packages.start(lock, run, host);
    // The version was created on a server that has a sandbox.
    return endedRun(failedWith('sandbox_error', NO_SANDBOX));
  }

  override async close(): Promise<void> {
    this.checker.close();
    const exit = { code: 'worker_lost', message: 'The service stopped during the run.' } as const;
    await Promise.all([this.pool.close(exit), this.node?.close(exit), this.packages?.close()]);
  }
}
