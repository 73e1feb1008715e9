import type { Json } from '../kernel/json.js';
import { findCapIssue } from './schema-caps.js';
import type { SchemaIssue } from './schema-issue.js';
import { SchemaPool, type Waiting } from './schema-pool.js';

/**
 * Checks and applies users' JSON Schemas (draft 2020-12, or 07 if `$schema` says so) in worker threads. Whatever the
 * schema and the value, an answer takes at most 1 s of a thread's CPU time once one is free, and a project uses one at
 * a time. Formats are enforced, patterns run in linear time, unknown keywords are ignored, and no other document is
 * ever fetched.
 */
export class SchemaValidator {
  private readonly pool = new SchemaPool();

  /**
   * Returns what prevents the use of `schema`, with pointers into the schema; empty if it is valid. Rejects with
   * `unavailable` if too many schemas of the project await a check, or if the machine is too busy, unless it `waits`.
   */
  async check(schema: Json, projectId: string, waiting: Waiting): Promise<SchemaIssue[]> {
    const text = JSON.stringify(schema);
    const issue = findCapIssue(schema, text);
    return issue ? [issue] : this.pool.run({ kind: 'check', schema: text }, projectId, waiting);
  }

  /**
   * Returns why `value` does not match the schema with this JSON text, at most 20 issues with pointers into the value;
   * empty if it does. The schema must have passed {@link check}. Rejects as `check` does.
   */
  validate(
    schemaText: string,
    value: Json,
    projectId: string,
    waiting: Waiting,
  ): Promise<SchemaIssue[]> {
    const job = { kind: 'validate', schema: schemaText, value: JSON.stringify(value) } as const;
    return this.pool.run(job, projectId, waiting);
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
