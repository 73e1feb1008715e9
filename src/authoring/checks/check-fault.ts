import { escapePointer } from '../../kernel/json.js';
import { type Diagnostic, GuidedError } from '../../kernel/guided-error.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';

/** What a check finds. An error is what a server would refuse, or a run fail at; a warning is most likely not meant. */
export interface CheckFault extends Diagnostic {
  severity: 'error' | 'warning';
}

export function error(fault: Diagnostic): CheckFault {
  return { ...fault, severity: 'error' };
}

export function warning(fault: Diagnostic): CheckFault {
  return { ...fault, severity: 'warning' };
}

/** The faults of an error that tells what is wrong with a meta-task; throws any other. */
export function faultsOf(thrown: unknown): CheckFault[] {
  if (!(thrown instanceof GuidedError)) throw thrown;
  const { diagnostics: faults, message } = thrown;
  return (faults.length > 0 ? faults : [{ message }]).map(error);
}

/** A fault at a part of `metatask.yaml`. `path`: keys and indexes. */
export function faultAt(
  metaTask: MetaTaskFolder,
  path: readonly (string | number)[],
  message: string,
): Diagnostic {
  const pointer = path.map((part) => `/${escapePointer(String(part))}`).join('');
  return { message, pointer, ...metaTask.placeOf(pointer) };
}
