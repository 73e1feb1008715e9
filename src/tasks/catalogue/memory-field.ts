import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import { object } from './field.js';

export const MEMORY_SCOPES = ['project', 'task_type', 'agent', 'subject'] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];

/** Access of a run to the memories of its project. */
export interface MemoryGrant {
  read?: MemoryScope[];
  write?: boolean;
}

/** JSON Schema of the members of a grant. */
const PROPERTIES = {
  read: {
    type: 'array',
    maxItems: MEMORY_SCOPES.length,
    uniqueItems: true,
    items: { type: 'string', enum: MEMORY_SCOPES },
    description: 'Scopes of the memories that are provided. Default: none.',
  },
  write: { type: 'boolean', description: 'Whether a run may remember and forget.' },
};

/** Returns the field `memory` of meta-tasks and agents. {@link grantIssue} checks its values. */
export const memoryField = (description: string) =>
  object<MemoryGrant>({ description }, PROPERTIES);

/** Returns the first error in a grant with a pointer to it; null if the grant is valid. */
export function grantIssue(given: Json): { pointer: string; message: string } | null {
  if (!isJsonObject(given)) return null;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(PROPERTIES, name));
  if (unknown !== undefined)
    return { pointer: '', message: `has no member ${quoted(unknown)}; there are read and write` };
  const { read = [], write = false } = given;
  const scopes: readonly Json[] = MEMORY_SCOPES;
  if (!Array.isArray(read) || !read.every((one) => scopes.includes(one)))
    return { pointer: '/read', message: `must be a list of some of ${MEMORY_SCOPES.join(', ')}` };
  if (new Set(read).size < read.length) return { pointer: '/read', message: 'names a scope twice' };
  if (typeof write !== 'boolean') return { pointer: '/write', message: 'must be true or false' };
  return null;
}
