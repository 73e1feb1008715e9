import type { Answer, TestServer } from './server.js';
import { createTask, createMetaTask } from './tasks.js';
import { until } from './until.js';
import { withBody } from './inline-script.js';
import type { Language } from './scripts.js';
import type { Wire } from './wire.js';

export const APPROVALS = '/external/v1/projects/default/approvals';

export type ApprovalRow = Wire['ApprovalDetailDto'];

/** Functions that write code that asks for an approval with these arguments and returns the decision, by language. */
export const ASKS = {
  python: (args: string) => `return reporter.ask_approval(${args})`,
  typescript: (args: string) => `return await reporter.askApproval(${args});`,
};

/** Creates a task whose `run` has this body and waits for its approval; returns the id of the task and the approval. */
export async function asking(
  server: TestServer,
  language: Language,
  body: string,
  more: { params?: Record<string, unknown>; metaTask?: Record<string, unknown> } = {},
): Promise<{ id: string; approval: ApprovalRow }> {
  const script = withBody(language, body);
  const identifier = await createMetaTask(server, language, script, more.metaTask);
  const id = await createTask(server, identifier, more.params);
  return { id, approval: await waitForApproval(server, id) };
}

/** Waits for a task to ask for an approval and returns its newest pending one. */
export function waitForApproval(server: TestServer, taskId: string): Promise<ApprovalRow> {
  return until(`task ${taskId} to ask`, async () => {
    const path = `${APPROVALS}?status=pending&task_id=${taskId}`;
    return (await server.call<ApprovalRow[]>('GET', path)).body[0];
  });
}

export function readApproval(server: TestServer, id: string): Promise<Answer<ApprovalRow>> {
  return server.call('GET', `${APPROVALS}/${id}`);
}

export function decide(
  server: TestServer,
  id: string,
  body: Record<string, unknown>,
  token?: string,
): Promise<Answer<ApprovalRow>> {
  return server.call('POST', `${APPROVALS}/${id}`, {
    body,
    ...(token === undefined ? {} : { token }),
  });
}

/** A form with one required field. */
export const FORM = {
  type: 'object',
  required: ['channel'],
  properties: { channel: { enum: ['web', 'mail'] }, copies: { type: 'integer', minimum: 1 } },
};

/** Functions that write the options of an approval request, by language. */
const OPTIONS = {
  python: (more: object, expires?: number) => {
    const named = JSON.stringify({ ...more, expires_in: expires });
    return `**__import__("json").loads(${JSON.stringify(named)})`;
  },
  typescript: (more: object, expires?: number) => JSON.stringify({ ...more, expiresIn: expires }),
};

/** Returns the arguments of an approval request in the syntax of the language. `expires` is in seconds. */
export function args(
  language: Language,
  prompt: string,
  { expires, ...more }: { proposal?: unknown; form?: unknown; expires?: number } = {},
): string {
  return `${JSON.stringify(prompt)}, ${OPTIONS[language](more, expires)}`;
}

export function ask(language: Language, prompt: string, more = {}): string {
  return ASKS[language](args(language, prompt, more));
}
