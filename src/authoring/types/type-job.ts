import type { Diagnostic } from '../../kernel/guided-error.js';
import type { ScriptCall } from '../checks/script-calls.js';

/** What the thread that knows TypeScript is asked. Paths are absolute. */
export interface TypeJob {
  id: number;
  script: string;
  /** The author's; null where there is none. */
  tsconfig: string | null;
  /** The declarations of `metarun/…`, by the name that scripts import them by. */
  modules: Record<string, string>;
}

/** What it finds. `file` of a fault is absolute. */
export interface TypeFindings {
  faults: Diagnostic[];
  calls: ScriptCall[];
}

export type TypeAnswer = { id: number } & ({ findings: TypeFindings } | { failed: string });
