import type { SchemaFault } from './schema-fault.js';

/** What a worker is asked. Documents travel as JSON text, which costs less to pass to a thread than objects do. */
export type SchemaJob =
  { kind: 'check'; schema: string } | { kind: 'validate'; schema: string; value: string };

/** What a worker says: `ready` once after its start, then one answer to each job, in order. */
export type SchemaAnswer = { kind: 'ready' } | { kind: 'faults'; faults: SchemaFault[] };
