import { createHash } from 'node:crypto';
import { termsOf } from '../../files/search/analyzer.js';
import type { MemoryScope } from '../../tasks/catalogue/memory-field.js';
import type { MemoryKind, MemoryOrigin, MemoryStatus, MemoryTrust } from './memory-words.js';

/** The longest text of a memory, in UTF-16 units. */
export const MAX_TEXT = 500;
/** The longest id of a scope and the longest subject, in UTF-16 units. */
export const MAX_SCOPE_ID = 200;
/** Memories of one scope that are active or pending. */
export const MAX_OF_SCOPE = 10_000;

/** The place of a memory. `scopeId` is '' for `project` and `subject`; `subjectHash` is '' for all but `subject`. */
export interface MemoryPlace {
  scope: MemoryScope;
  scopeId: string;
  subjectHash: string;
}

/** A row of the table `memories`. `text` is null once it has been purged. */
export interface MemoryRow {
  number: number;
  id: string;
  project_id: string;
  scope: MemoryScope;
  scope_id: string;
  subject_hash: string;
  kind: MemoryKind;
  text: string | null;
  hash: string;
  status: MemoryStatus;
  trust: MemoryTrust;
  supersedes_id: string | null;
  expires_at: number | null;
  created_via: MemoryOrigin;
  created_by: string;
  model: string | null;
  /** 1 or true if a task that it comes from cites what files no longer say. */
  stale: number | boolean;
  uses: number;
  last_used_at: number | null;
  created_at: number;
  updated_at: number;
}

/** Where a memory comes from. A source without a task was given by a person. */
export interface MemorySource {
  taskId: string | null;
  attempt: number | null;
  stepId: string | null;
  pointer: string | null;
  quote: string | null;
}

/** The source of what a person adds. */
export const BY_HAND: MemorySource = {
  taskId: null,
  attempt: null,
  stepId: null,
  pointer: null,
  quote: null,
};

/**
 * Returns the hash by which texts are the same: their words in their order, without case, accents and punctuation. A text
 * without words is its own.
 */
export function hashOfText(text: string): string {
  const words = termsOf(text).join(' ');
  return sha256(words === '' ? text.trim() : words);
}

/** Returns the hash by which a subject is looked up. The subject itself is not stored. */
export function hashOfSubject(projectId: string, subject: string): string {
  return sha256(`${projectId}\0${subject}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
