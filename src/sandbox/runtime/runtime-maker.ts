import type { Config } from '../../base/config/settings.js';
import type { ArchiveStore } from './archive-store.js';
import type { Interpreter } from './python/interpreter.js';
import type { ScriptRuntime } from './runtime.js';
import type { FoundSandbox } from './sandbox/detect.js';
import type { GuestGroup } from './sandbox/control-groups.js';
import type { GuestSpec } from './sandbox/guest-spec.js';
import type { Sandbox } from './sandbox/sandbox.js';

/** Options shared by the runtimes of all languages. */
export interface RuntimeOptions {
  config: Config;
  /** The Python interpreter of the sandbox and of Python scripts. */
  interpreter: Interpreter;
  sandbox: Sandbox;
  /** Reasons why the trials of some languages failed in the sandbox. */
  problems: FoundSandbox['problems'];
  /** The host's folder with the socket to the network. */
  egressDir: string | undefined;
  /** Maximum number of concurrent runs. */
  maxRuns: number;
  /**
   * True if all runs belong to one user and one command: nothing is kept ready for other projects, and a run waits for
   * its process.
   */
  oneOwner: boolean;
  packages: {
    /** Folder for installed packages. */
    folder: string;
    /** True if other servers or commands may use the folder. */
    shared: boolean;
    /** The storage through which servers share packages; null for none. The runtime that uses it closes it. */
    archive: ArchiveStore | null;
  };
  /** Receives warnings for operators, such as a crashed process. */
  onWarning: (message: string) => void;
}

/** Creates the runtime of a language, and guests that test whether the runtime works on a machine. */
export interface RuntimeMaker {
  /** Creates a runtime without starting anything. */
  make(options: RuntimeOptions): ScriptRuntime;
  /** True if the guests are Python programs. */
  readonly needsPython: boolean;
  /** Returns a guest that exits with code 0 once it has found everything that a run needs. */
  trial(interpreter: Interpreter, sandbox: Sandbox): GuestSpec;
  /**
   * Returns a guest that exits with code 0 if the kernel enforces a memory limit on groups that it creates. Null for a
   * language whose runs have no control groups.
   */
  groupTrial: ((interpreter: Interpreter, sandbox: Sandbox, group: GuestGroup) => GuestSpec) | null;
}
