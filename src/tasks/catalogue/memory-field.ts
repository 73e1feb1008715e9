import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import { object } from './field.js';

export const MEMORY_SCOPES = ['project', 'task_type', 'agent', 'subject'] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];

/** The part that a run may have in the memories of its project. */
export interface MemoryGrant {
  read?: MemoryScope[];
  write?: boolean;
}

/** The members of a grant, as JSON Schema. */
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

/** The field `memory` of meta-tasks and of agents. Whether a value has the right form is asked of {@link grantIssue}. */
export const memoryField = (description: string) =>
  object<MemoryGrant>({ description }, PROPERTIES);

/** Returns what is wrong with the value of the field, and where in it; null if nothing is. */
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
