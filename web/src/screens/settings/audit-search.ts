import type { AuditFilter } from '../../api/audit.js';
import { oneOf, readSearch } from '../../parts/search-parameters.js';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ACTION = /^[a-z-]{1,50}\.[a-z-]{1,50}$/;

/** Reads the filter of the audit log from the address. Values that the server would reject are dropped. */
export function auditSearch(parameters: Record<string, unknown>) {
  return readSearch<AuditFilter>(parameters, {
    action: matching(ACTION),
    user: matching(ID),
    credential: matching(ID),
    since: oneOf('24h', '7d', '30d'),
  });
}

/** Returns whether a text is a valid name of an operation. */
export function isAction(text: string): boolean {
  return ACTION.test(text);
}

function matching(pattern: RegExp): (value: unknown) => string | undefined {
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined);
}
