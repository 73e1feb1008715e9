import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import type { CheckDiagnostic } from './check-diagnostic.js';
import type { KnownNames } from './script-calls.js';

/** Diagnostics of a script, and the schema of its params by its types, or null. */
export interface CheckedScript {
  diagnostics: CheckDiagnostic[];
  paramsSchema: JsonObject | null;
}

/** Checks scripts of one language without running them. The first check starts what it needs. */
export interface LanguageChecker {
  /** Returns the errors for which a server would refuse a script, and the schema of its params. */
  check(metaTask: MetaTaskFolder, names: KnownNames): Promise<CheckedScript>;
  /** Returns the findings of a type checker, which may take long; none in a language without one. */
  checkTypes(metaTask: MetaTaskFolder, names: KnownNames): Promise<CheckDiagnostic[]>;
  /** Starts the slowest part of the first check. */
  warm(): void;
  close(): Promise<void>;
}

/** Returns a diagnostic of a script with its place, by default its beginning. */
export function placed(
  file: string,
  { message, line, column }: { message: string; line: number | null; column: number | null },
): Diagnostic {
  return { message, file, line: line ?? 1, column: column ?? 1 };
}
