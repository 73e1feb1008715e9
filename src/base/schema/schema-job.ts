import type { SchemaIssue } from './schema-issue.js';

/** A request to a worker. Documents travel as JSON text, which costs less to pass to a thread than objects do. */
export type SchemaJob =
  { kind: 'check'; schema: string } | { kind: 'validate'; schema: string; value: string };

/** A message of a worker: `ready` once after its start, then one answer to each job, in order. */
export type SchemaAnswer = { kind: 'ready' } | { kind: 'issues'; issues: SchemaIssue[] };
