import { hashSha256 } from '../../base/kernel/sha256.js';
import { collectTerms } from '../../files/search/analyzer.js';
import type { MemoryScope } from '../../tasks/catalogue/memory-field.js';
import type { MemoryKind, MemoryOrigin, MemoryStatus, MemoryTrust } from './memory-words.js';

/** Maximum length of a memory's text in UTF-16 units. */
export const MAX_TEXT = 500;
/** Maximum length of a scope id and a subject in UTF-16 units. */
export const MAX_SCOPE_ID = 200;
/** Maximum number of active and pending memories of one scope. */
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
  /** 1 or true if a source task cites file content that has changed. */
  stale: number | boolean;
  uses: number;
  last_used_at: number | null;
  created_at: number;
  updated_at: number;
}

/** Source of a memory. A source without a task is a person. */
export interface MemorySource {
  taskId: string | null;
  attempt: number | null;
  stepId: string | null;
  pointer: string | null;
  quote: string | null;
}

/** Source of memories that a person adds. */
export const BY_HAND: MemorySource = {
  taskId: null,
  attempt: null,
  stepId: null,
  pointer: null,
  quote: null,
};

/**
 * Returns the hash that identifies equal texts: the words in order, ignoring case, accents and punctuation. A text
 * without words is hashed unchanged.
 */
export function hashOfText(text: string): string {
  const words = collectTerms(text).join(' ');
  return hashSha256(words === '' ? text.trim() : words);
}

/** Returns the hash by which a subject is found. The subject itself is not stored. */
export function hashOfSubject(projectId: string, subject: string): string {
  return hashSha256(`${projectId}\0${subject}`);
}
