import type { SchemaIssue } from './schema-issue.js';

/** A request to a worker. Documents are passed as JSON text, which is cheaper to send to a thread than objects. */
export type SchemaJob =
  { kind: 'check'; schema: string } | { kind: 'validate'; schema: string; value: string };

/** A message of a worker: `ready` once after its start, then one answer to each job, in order. */
export type SchemaAnswer = { kind: 'ready' } | { kind: 'issues'; issues: SchemaIssue[] };
