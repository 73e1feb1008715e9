import { type ErrorDefinition, MetarunError } from '../../base/kernel/errors.js';
import type { Diagnostic } from '../../sandbox/runtime/runtime.js';

/** Returns the error of a script or a contract, with the known line and column of each diagnostic. */
export function invalidScript(
  error: ErrorDefinition | 'not_available',
  diagnostics: readonly Diagnostic[],
): MetarunError {
  const errors = diagnostics.map(({ message, line, column }) => ({
    pointer: '/script',
    message,
    ...(line === null ? {} : { line }),
    ...(column === null ? {} : { column }),
  }));
  return new MetarunError(error, diagnostics.map(described).join('; '), { errors });
}

function described({ message, line, column }: Diagnostic): string {
  if (line === null) return message;
  return column === null
    ? `Line ${line}: ${message}`
    : `Line ${line}, column ${column}: ${message}`;
}
