import type { Said } from './scripted-model.js';
import type { TestServer } from './server.js';
import { loadNumber } from './sql.js';
import { until } from './until.js';

/** A memory that a model proposes. */
export interface Candidate {
  kind: string;
  text: string;
  scope: string;
  evidence: { pointer: string; quote: string }[];
  supersedes?: string;
}

/** Returns the answer of a model that proposes these memories. */
export const proposes = (...memories: Candidate[]): Said => [['answer', { memories }]];

/** Returns a fact about the meta-task, with a quote from the params as its evidence. */
export const candidate = (
  text: string,
  quote: string,
  more: Partial<Candidate> = {},
): Candidate => ({
  kind: 'fact',
  text,
  scope: 'task_type',
  evidence: [{ pointer: '/params', quote }],
  ...more,
});

/** Resolves once no memory distillation job of project "default" is pending. */
export async function jobsDone(server: TestServer): Promise<void> {
  const pending = `SELECT COUNT(*) FROM memory_jobs
    WHERE state = 'pending' AND project_id = (SELECT id FROM projects WHERE slug = 'default')`;
  await until('the jobs to end', async () => (await loadNumber(server, pending)) === 0, 60_000);
}
