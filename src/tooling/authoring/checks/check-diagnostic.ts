import { escapePointer } from '../../../base/kernel/json.js';
import { type Diagnostic, GuidedError } from '../../../base/kernel/guided-error.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';

/** A finding of a check. A server or a run would fail at an error; a warning is probably not intended. */
export interface CheckDiagnostic extends Diagnostic {
  severity: 'error' | 'warning';
}

export function error(diagnostic: Diagnostic): CheckDiagnostic {
  return { ...diagnostic, severity: 'error' };
}

export function warning(diagnostic: Diagnostic): CheckDiagnostic {
  return { ...diagnostic, severity: 'warning' };
}

/** Returns the diagnostics of an error that describes an invalid meta-task; throws any other error. */
export function toDiagnostics(thrown: unknown): CheckDiagnostic[] {
  if (!(thrown instanceof GuidedError)) throw thrown;
  const { diagnostics, message } = thrown;
  return (diagnostics.length > 0 ? diagnostics : [{ message }]).map(error);
}

/** Returns a diagnostic at a part of `metatask.yaml`. `path`: keys and indexes. */
export function diagnosticAt(
  metaTask: MetaTaskFolder,
  path: readonly (string | number)[],
  message: string,
): Diagnostic {
  const pointer = path.map((part) => `/${escapePointer(String(part))}`).join('');
  return { message, pointer, ...metaTask.locatePointer(pointer) };
}
