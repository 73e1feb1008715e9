import type { Interpreter } from '../sandbox/guest-files.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import {
  type CheckResult,
  type RunHandle,
  type RunHost,
  type RunSpec,
  ScriptRuntime,
} from '../runtime.js';
import { ForkServerSupervisor } from './fork-server-supervisor.js';
import { checkPython } from './python-check.js';
import { PythonRun } from './python-run.js';

/** Checks of scripts that may begin while `maxRuns` runs begin. */
const SPARE_BACKLOG = 256;

export interface PythonRuntimeOptions {
  /** Python 3.9 or later. */
  python: Interpreter;
  /** Absolute path of the built guest code, `dist/runtimes/python`. */
  guestDir: string;
  /** Runs that may begin at the same moment. */
  maxRuns: number;
  sandbox: Sandbox;
  /** Told what an operator should know, such as that the fork server had to be started again. */
  onWarning: (message: string) => void;
}

/** Runs Python scripts, each in a fresh fork of one warm interpreter that has the standard library loaded. */
export class PythonRuntime extends ScriptRuntime {
  override readonly language = 'python';
  private readonly servers: ForkServerSupervisor;

  constructor({ python, guestDir, maxRuns, sandbox, onWarning }: PythonRuntimeOptions) {
    super();
    const options = { python, guestDir, sandbox, backlog: maxRuns + SPARE_BACKLOG };
    this.servers = new ForkServerSupervisor(options, onWarning);
  }

  /** Rejects with an Error that says why when Python cannot be started. */
  override async warm(): Promise<void> {
    await this.servers.server();
  }

  override async check(source: string): Promise<CheckResult> {
    return checkPython(await this.servers.server(), source);
  }

  override start(run: RunSpec, host: RunHost): RunHandle {
    return new PythonRun(this.servers.server(), run, host);
  }

  override close(): Promise<void> {
    return this.servers.close();
  }
}
