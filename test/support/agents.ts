import type { TestServer } from './server.js';
import { createMetaTask, createTask, type TaskDetail, taskWhen } from './tasks.js';

export interface TestContract {
  goal?: string;
  model?: string;
  tools?: string[];
  knowledge?: string[];
  citations?: boolean;
  approve?: string[];
  on_rejected?: 'report' | 'fail';
  limits?: Record<string, number>;
  /** The text below the front matter. */
  instructions?: string;
}

export function contractText({ instructions = 'Do it well.', ...given }: TestContract): string {
  const fields = Object.entries({ goal: 'Do it.', ...given });
  const front = fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${front.join('')}---\n${instructions}\n`;
}

/** Creates a meta-task that the default model carries out. Returns its identifier. */
export function createAgentTask(
  server: TestServer,
  contract: TestContract,
  more: Record<string, unknown> = {},
): Promise<string> {
  const fields = { execution_mode: 'agent', ...more };
  return createMetaTask(server, 'python', contractText(contract), fields);
}

/** Runs an agent as a task and returns the detail of the finished task. */
export async function runAgent(
  server: TestServer,
  contract: TestContract,
  more: Record<string, unknown> = {},
  params: Record<string, unknown> = {},
): Promise<TaskDetail> {
  const identifier = await createAgentTask(server, contract, more);
  return taskWhen(server, await createTask(server, identifier, params));
}
