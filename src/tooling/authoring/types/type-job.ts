import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import type { ScriptCall } from '../checks/script-calls.js';

/** A request to the thread that knows TypeScript. Paths are absolute. */
export interface TypeJob {
  script: string;
  /** The author's; null where there is none. */
  tsconfig: string | null;
  /** The declarations of `metarun/…`, by the name that scripts import them by. */
  modules: Record<string, string>;
  /** The folder that has the types of Node, for a script that runs on it; null where there are none. */
  nodeTypes: string | null;
}

/** The answer: errors and warnings, whose `file` is absolute, and the calls that are checked further. */
export interface TypeFindings {
  diagnostics: Diagnostic[];
  warnings: Diagnostic[];
  calls: ScriptCall[];
}
