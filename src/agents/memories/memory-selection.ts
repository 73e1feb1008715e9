import { invalidField } from '../../base/kernel/errors.js';
import type { Condition, SqlValue } from '../../platform/database/database.js';
import { type MemoryScope } from '../../tasks/catalogue/memory-field.js';
import { hashOfSubject, type MemoryPlace } from './memory.js';
import { CITES_STALE } from './memory-index.js';
import type { PlaceFilter } from './vectors/memory-places.js';

/** Conditions that select memories of a project. */
export interface Selection {
  scope?: string | undefined;
  scope_id?: string | undefined;
  subject?: string | undefined;
  task_id?: string | undefined;
  trust?: string | undefined;
  kind?: string | undefined;
  status?: string | undefined;
  stale?: boolean | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
}

/** Returns the condition on a memory `m` of a project; null if nothing is selected. */
export function selected(projectId: string, selection: Selection): Condition | null {
  const where: string[] = [];
  const values: SqlValue[] = [];
  const among = (sql: string, ...given: (SqlValue | undefined)[]): void => {
    if (given.includes(undefined)) return;
    where.push(sql);
    for (const value of given) values.push(value ?? null);
  };
  const { subject, task_id, created_after, created_before } = selection;
  among('m.scope = ?', selection.scope);
  among('m.scope_id = ?', selection.scope_id);
  among(
    'm.subject_hash = ?',
    subject === undefined ? undefined : hashOfSubject(projectId, subject),
  );
  among('m.trust = ?', selection.trust);
  among('m.kind = ?', selection.kind);
  among('m.status = ?', selection.status);
  if (selection.stale === true) where.push(CITES_STALE);
  among('m.created_at > ?', created_after === undefined ? undefined : Date.parse(created_after));
  among('m.created_at < ?', created_before === undefined ? undefined : Date.parse(created_before));
  among(
    'm.id IN (SELECT s.memory_id FROM memory_sources s WHERE s.task_id = ? AND s.project_id = ?)',
    task_id?.toLowerCase(),
    projectId,
  );
  return where.length === 0 ? null : { sql: where.join(' AND '), values };
}

/** Returns the conditions of a selection on the places of memories. */
export function buildPlaceFilter(
  projectId: string,
  { scope, scope_id: scopeId, subject }: Selection,
): PlaceFilter {
  const subjectHash = subject === undefined ? undefined : hashOfSubject(projectId, subject);
  return { scope, scopeId, subjectHash };
}

/** Returns the place that a client specifies. Throws a 422 if a scope does not match its id or subject. */
export function parseMemoryPlace(
  projectId: string,
  given: { scope: MemoryScope; scope_id?: string | undefined; subject?: string | undefined },
): MemoryPlace {
  const { scope, scope_id: scopeId, subject } = given;
  const named = scope === 'task_type' || scope === 'agent';
  if (named && scopeId === undefined)
    throw invalidField(
      '/scope_id',
      `is needed with the scope "${scope}": ${scope === 'agent' ? 'the id of an agent' : 'the identifier of a meta-task'}`,
    );
  if (!named && scopeId !== undefined)
    throw invalidField('/scope_id', `goes with the scopes "task_type" and "agent" alone`);
  if ((scope === 'subject') !== (subject !== undefined))
    throw invalidField(
      '/subject',
      scope === 'subject'
        ? 'is needed with the scope "subject": whom or what the memory is about'
        : 'goes with the scope "subject" alone',
    );
  return {
    scope,
    scopeId: scopeId ?? '',
    subjectHash: subject === undefined ? '' : hashOfSubject(projectId, subject),
  };
}
