import { MetarunError } from '../../../base/kernel/errors.js';
import { PYTHON } from '../../../base/languages/python.js';
import { FairSlots } from '../../../base/kernel/fair-slots.js';
import { type Interpreter, noPython } from './interpreter.js';
import { guestsAreOthers } from '../sandbox/kernel-users.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import {
  type CheckOptions,
  type CheckResult,
  type RunHandle,
  type RunHost,
  type RunSpec,
  ScriptRuntime,
} from '../runtime.js';
import { ForkServerSupervisor } from './fork-server-supervisor.js';
import type { ArchiveStore } from '../archive-store.js';
import { EnvironmentArchive } from '../packages/environment-archive.js';
import { runInEnvironment } from '../packages/environment-run.js';
import { EnvironmentStore } from '../packages/environment-store.js';
import { Environments } from '../packages/environments.js';
import { WarmEnvironments } from '../packages/warm-environments.js';
import { PackageIndex } from '../packages/package-index.js';
import { PackageInstaller } from './packages/package-installer.js';
import { checkPython, type Dependency } from './python-check.js';
import { PythonRun } from './python-run.js';

/** Maximum number of warm servers of environments, each of about 20 MB. */
const MAX_SERVERS = 8;
/** Time that such a server stays warm after its last run (ms). */
const IDLE_MS = 300_000;
/** Maximum number of scripts that are compiled at the same time, one for each project. */
const MAX_CHECKS = 3;
/** Maximum number of bytes that resolving may write: the wheels, some of which an installer has to read. */
const MAX_LOCK_BYTES = 4 * 1024 * 1024 * 1024;
/** Number of checks that may start while `maxRuns` runs start. */
const CHECK_BACKLOG = 256;

export interface PackageOptions {
  /** Folder for installed packages. */
  folder: string;
  /** The value of METARUN_PYTHON_INDEX_URL. */
  index: string;
  /** Absolute path of uv; '' for pip. */
  uv: string;
  /** Time without progress after which resolving or installing a script's packages is aborted (ms). */
  timeoutMs: number;
  /** Maximum disk space for the packages of all scripts, in bytes. */
  maxBytes: number;
  /** True if other servers may use the folder. */
  shared: boolean;
  /** The storage through which servers share environments; null for none. The runtime closes it. */
  archive: ArchiveStore | null;
}

export interface PythonRuntimeOptions {
  /** Python 3.9 or later. */
  python: Interpreter;
  /** Absolute path of the built guest code, `dist/runtimes/python`. */
  guestDir: string;
  /** Number of runs that may start at the same moment. */
  maxRuns: number;
  sandbox: Sandbox;
  /** Reason why the trial in the sandbox failed. */
  problem?: string | undefined;
  packages: PackageOptions;
  /** The host's folder with the socket to the network; without it, no run has network access. */
  egressDir?: string | undefined;
  /** True if runs wait for the start of Python, however long it takes. */
  waits?: boolean;
  /** Receives warnings for operators, such as a restart of the fork server. */
  onWarning: (message: string) => void;
}

/** Runs Python scripts, each in a fresh fork of one warm interpreter that has the standard library loaded. */
export class PythonRuntime extends ScriptRuntime {
  override readonly language = 'python';
  /** The fork server for scripts without packages. */
  private readonly plain: ForkServerSupervisor;
  private readonly checks = new FairSlots(MAX_CHECKS);
  private readonly store: EnvironmentStore;
  private readonly archive: EnvironmentArchive | null;
  private readonly installer: PackageInstaller;
  private readonly environments: Environments;
  /** The fork servers of environments in use, one each. */
  private readonly servers: WarmEnvironments<ForkServerSupervisor>;
  private readonly waits: boolean;

  constructor(given: PythonRuntimeOptions) {
    super();
    this.waits = given.waits === true;
    const { python, guestDir, maxRuns, sandbox, packages, egressDir, onWarning } = given;
    const options = { python, guestDir, sandbox, egressDir, backlog: maxRuns + CHECK_BACKLOG };
    const problem =
      python.problem ?? (given.problem === undefined ? null : noPython(given.problem));
    this.plain = new ForkServerSupervisor({ ...options, packages: null }, onWarning, problem);
    this.store = new EnvironmentStore({
      root: packages.folder,
      maxBytes: packages.maxBytes,
      shared: packages.shared,
      guestsAreNobody: sandbox.contained && guestsAreOthers(),
    });
    const index = new PackageIndex(packages.index);
    const { uv, timeoutMs } = packages;
    this.installer = new PackageInstaller({ python, guestDir, sandbox, index, uv, timeoutMs });
    const { archive } = packages;
    this.archive = archive && new EnvironmentArchive(archive, onWarning);
    this.environments = new Environments(this.store, this.installer, python.abi, this.archive, () =>
      this.servers.endIdle(),
    );
    this.servers = new WarmEnvironments(this.environments, {
      title: PYTHON.title,
      most: MAX_SERVERS,
      idleMs: IDLE_MS,
      make: (folder) => new ForkServerSupervisor({ ...options, packages: folder }, onWarning),
      end: (server) => server.close(),
    });
  }

  override get problem(): string | null {
    return this.plain.problem;
  }

  /** Rejects with an Error that gives the reason if Python cannot be started. */
  override async warm(): Promise<void> {
    await Promise.all([this.plain.server(), this.store.open()]);
  }

  /** Starts the fork server, which also compiles scripts. */
  override async warmCheck(): Promise<void> {
    await this.plain.server();
  }

  override async check(
    source: string,
    project: string,
    { engine, lock = null, isSnippet = false }: CheckOptions = {},
  ): Promise<CheckResult> {
    // Removes a byte order mark, which Python accepts in files but not in text.
    const text = source.replace(/^\ufeff/, '');
    return checkPython(text, {
      ofImage: engine === 'image',
      isSnippet,
      server: () => this.plain.server(),
      turn: (compile) => this.checks.run(project, compile),
      lock: async (dependencies) => lock ?? this.lock(dependencies),
    });
  }

  override start(run: RunSpec, host: RunHost): RunHandle {
    const { lock } = run.program;
    if (lock === null) return this.startOn(this.plain, run, host);
    return runInEnvironment(this.servers, lock, host, {
      phases: PYTHON.setupPhases,
      start: (supervisor) => this.startOn(supervisor, run, host),
    });
  }

  private startOn(supervisor: ForkServerSupervisor, run: RunSpec, host: RunHost): RunHandle {
    const server = this.waits ? supervisor.server() : supervisor.soon();
    return new PythonRun(server, run, host, this.waits ? null : supervisor.runDelay);
  }

  override async close(): Promise<void> {
    this.environments.close();
    await Promise.all([this.plain.close(), this.servers.close()]);
    this.store.close();
    this.archive?.close();
  }

  private async lock(dependencies: readonly Dependency[]): Promise<string> {
    try {
      const asked = dependencies.map(({ requirement }) => requirement);
      return await this.environments.work((job) =>
        this.installer.lock(asked, { ...job, maxBytes: MAX_LOCK_BYTES }),
      );
    } catch (error) {
      if (!(error instanceof MetarunError) || error.code === 'unavailable') throw error;
      const { message } = error;
      const line = dependencies.find((one) => names(message, one.requirement))?.line ?? null;
      const issue = { pointer: '/script', message, ...(line === null ? {} : { line }) };
      throw new MetarunError(error, message, { errors: [issue], cause: error });
    }
  }
}

/** Returns whether an installer's message names a requirement. */
function names(message: string, requirement: string): boolean {
  const [name = ''] = /^[A-Za-z0-9._-]+/.exec(requirement) ?? [];
  const words: string[] = message.toLowerCase().match(/[a-z0-9._-]+/g) ?? [];
  return words.includes(name.toLowerCase());
}
