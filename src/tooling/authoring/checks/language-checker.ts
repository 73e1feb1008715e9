import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import type { CheckDiagnostic } from './check-diagnostic.js';
import type { KnownNames } from './script-calls.js';

/** The diagnostics of a script, and the schema of its params by its types; null if there is none. */
export interface CheckedScript {
  diagnostics: CheckDiagnostic[];
  paramsSchema: JsonObject | null;
}

/** Checks scripts of one language and runs none. It starts what it needs with the first. */
export interface LanguageChecker {
  /** Returns what a server would refuse a script for, and what its params are. */
  check(metaTask: MetaTaskFolder, names: KnownNames): Promise<CheckedScript>;
  /** Returns what a type checker finds, which may take long; nothing in a language without one. */
  checkTypes(metaTask: MetaTaskFolder, names: KnownNames): Promise<CheckDiagnostic[]>;
  /** Begins what takes longest of the first check. */
  warm(): void;
  close(): Promise<void>;
}

/** Returns a diagnostic of a script with its place; one without a place stands at the beginning. */
export function placed(
  file: string,
  { message, line, column }: { message: string; line: number | null; column: number | null },
): Diagnostic {
  return { message, file, line: line ?? 1, column: column ?? 1 };
}
