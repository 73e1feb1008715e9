import type { Config } from '../config/settings.js';
import type { Interpreter } from './python/interpreter.js';
import type { ScriptRuntime } from './runtime.js';
import type { GuestGroup } from './sandbox/control-groups.js';
import type { GuestSpec } from './sandbox/guest-spec.js';
import type { Sandbox } from './sandbox/sandbox.js';

/** What every runtime is made with, whatever its language. */
export interface RuntimeOptions {
  config: Config;
  /** The Python interpreter of the sandbox and of Python scripts. */
  interpreter: Interpreter;
  sandbox: Sandbox;
  /** The host's folder with the socket that leads to the network. */
  egressDir: string | undefined;
  /** Runs that may be under way at the same moment. */
  maxRuns: number;
  /** All runs are one person's, of one command: nothing is kept ready for projects to come. */
  oneOwner: boolean;
  packages: {
    /** Folder that installed packages are kept in. */
    folder: string;
    /** Whether other servers or commands may use the folder. */
    shared: boolean;
  };
  /** Told what an operator should know, such as a process that crashed. */
  onWarning: (message: string) => void;
}

/** How a language gets its runtime, and what shows that this works on a machine. */
export interface RuntimeMaker {
  /** Returns a runtime that has started nothing yet. */
  make(options: RuntimeOptions): ScriptRuntime;
  /** Returns a guest that ends with exit code 0 once it has found all that a run needs. */
  trial(interpreter: Interpreter, sandbox: Sandbox): GuestSpec;
  /**
   * Returns a guest that ends with exit code 0 if the kernel holds a limit on memory for what it makes in the group. Null
   * for a language whose runs have no control groups.
   */
  groupTrial: ((interpreter: Interpreter, sandbox: Sandbox, group: GuestGroup) => GuestSpec) | null;
}
