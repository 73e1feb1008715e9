import type { Config } from '../../base/config/settings.js';
import type { ArchiveStore } from './archive-store.js';
import type { Interpreter } from './python/interpreter.js';
import type { ScriptRuntime } from './runtime.js';
import type { FoundSandbox } from './sandbox/detect.js';
import type { GuestGroup } from './sandbox/control-groups.js';
import type { GuestSpec } from './sandbox/guest-spec.js';
import type { Sandbox } from './sandbox/sandbox.js';

/** Options of every runtime, whatever its language. */
export interface RuntimeOptions {
  config: Config;
  /** The Python interpreter of the sandbox and of Python scripts. */
  interpreter: Interpreter;
  sandbox: Sandbox;
  /** Why the trials of some languages failed in the sandbox. */
  problems: FoundSandbox['problems'];
  /** The host's folder with the socket that leads to the network. */
  egressDir: string | undefined;
  /** Runs that may be under way at the same moment. */
  maxRuns: number;
  /** All runs belong to one person and one command: nothing is kept ready for other projects, and a run waits for its process. */
  oneOwner: boolean;
  packages: {
    /** Folder for installed packages. */
    folder: string;
    /** True if other servers or commands may use the folder. */
    shared: boolean;
    /** The storage by which servers have each other's packages; null if they have none. The runtime that uses it closes it. */
    archive: ArchiveStore | null;
  };
  /** Receives warnings for operators, such as a crashed process. */
  onWarning: (message: string) => void;
}

/** Makes the runtime of a language, and guests that test whether it works on a machine. */
export interface RuntimeMaker {
  /** Returns a runtime that has started nothing yet. */
  make(options: RuntimeOptions): ScriptRuntime;
  /** True if its guests are programs of the interpreter. */
  readonly needsPython: boolean;
  /** Returns a guest that ends with exit code 0 once it has found all that a run needs. */
  trial(interpreter: Interpreter, sandbox: Sandbox): GuestSpec;
  /**
   * Returns a guest that ends with exit code 0 if the kernel enforces a memory limit on groups that it makes. Null for a
   * language whose runs have no control groups.
   */
  groupTrial: ((interpreter: Interpreter, sandbox: Sandbox, group: GuestGroup) => GuestSpec) | null;
}
