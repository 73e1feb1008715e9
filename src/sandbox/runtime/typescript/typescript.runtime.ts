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
import { checkerGuest, nodeRunnerGuest, runnerGuest } from './guests.js';
import { lockIn } from './packages/package-lock.js';
import { type NodePackageOptions, NodePackages } from './packages/node-packages.js';
import { NodeRunners } from './node-runners.js';
import { QueuedRun } from './queued-run.js';
import { RunnerPool } from './runner-pool.js';
import { withAuthorLines } from '../sources/author-lines.js';

/** Time without a run of its project after which a runner is ended (ms): it holds some 20 MiB, and another takes 0.1 s to start. */
const IDLE_MS = 5 * 60_000;

/** Processes of Node that wait for a run, where there are any. */
const NODE_RUNNERS_AHEAD = 2;
const NO_SANDBOX =
  'The `runtime` "node" needs a sandbox, and this machine has none that works: `metarun doctor` says why. Set METARUN_SANDBOX=none to run such scripts with all rights of the server\'s user';

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
  /** Why the trial of a runner failed, if it did. */
  problem?: string | undefined;
  /** The host's folder with the socket that leads to the network. */
  egressDir: string | undefined;
  /** Runs that may be under way at the same moment. */
  maxRuns: number;
  /** True if scripts may have a process of Node: the sandbox contains it, or the operator has said that nothing needs to. */
  allowsNode: boolean;
  packages: NodePackageOptions;
  /**
   * All projects belong to one person and share runners, and a run waits for its runner; by default each project has runners of its
   * own.
   */
  oneOwner?: boolean;
  /** Operational log: a process that crashed or could not be started. */
  onWarning: (message: string) => void;
}

/** Runs TypeScript in isolated-vm inside warm runner processes: a fresh context for each run. */
export class TypeScriptRuntime extends ScriptRuntime {
  readonly language = 'typescript';
  private readonly pool: RunnerPool;
  private readonly checker: ScriptChecker;
  /** Null where scripts may not have a process of Node. */
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
    // A script that is checked is run soon, and a server warms only the languages that it has scripts of.
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
    // Its scripts have no sockets, so the guest needs no access to the network.
    const boundTo = this.options.oneOwner === true ? '' : run.task.project;
    return new QueuedRun(this.pool, { ...run, network: null }, host, boundTo);
  }

  private startNode(run: RunSpec, host: RunHost): RunHandle {
    const { lock } = run.program;
    if (this.node !== null && this.packages !== null)
      return lock === null ? this.node.start(run, host) : this.packages.start(lock, run, host);
    // The version was made on a server that has a sandbox.
    const failed = {
      kind: 'failed',
      code: 'sandbox_error',
      message: NO_SANDBOX,
      stack: null,
    } as const;
    return {
      outcome: Promise.resolve(failed),
      usage: Promise.resolve(null),
      cancel: () => undefined,
    };
  }

  override async close(): Promise<void> {
    this.checker.close();
    const exit = { code: 'worker_lost', message: 'The service stopped during the run.' } as const;
    await Promise.all([this.pool.close(exit), this.node?.close(exit), this.packages?.close()]);
  }
}
