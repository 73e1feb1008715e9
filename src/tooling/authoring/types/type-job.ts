import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import type { ScriptCall } from '../checks/script-calls.js';

/** A request to the thread that runs the TypeScript compiler. Paths are absolute. */
export interface TypeJob {
  script: string;
  /** The author's tsconfig.json; null without one. */
  tsconfig: string | null;
  /** Declarations of `metarun/…`, by the name of their import. */
  modules: Record<string, string>;
  /** Folder with the types of Node, for a script that runs on it; null without one. */
  nodeTypes: string | null;
}

/** The answer: errors and warnings with an absolute `file`, and the calls to be checked further. */
export interface TypeFindings {
  diagnostics: Diagnostic[];
  warnings: Diagnostic[];
  calls: ScriptCall[];
}
