import { changeDatabase } from './database-access.js';
import { NO_OP } from './scripts.js';
import type { TestServer } from './server.js';
import { createMetaTask, createTask, type TaskDetail, taskWhen } from './tasks.js';

interface Contract {
  goal?: string;
  tools?: string[];
  knowledge?: string[];
  approve?: string[];
  onRejected?: 'report' | 'fail';
  instructions?: string;
  limits?: Record<string, number>;
}

const NO_LIMITS = {
  maxSteps: null,
  maxToolCalls: null,
  maxTokens: null,
  maxCostUsd: null,
  timeoutSeconds: null,
  maxParallelTools: null,
};

/** Creates a meta-task that is carried out by the default model. Returns its identifier. */
export async function createAgentTask(
  server: TestServer,
  { goal = 'Do it.', tools = [], limits = {}, ...contract }: Contract,
  more: Record<string, unknown> = {},
): Promise<string> {
  const identifier = await createMetaTask(server, 'python', NO_OP.python, more);
  const code = JSON.stringify({
    loopVersion: 1,
    goal,
    model: null,
    tools,
    knowledge: null,
    approve: null,
    onRejected: null,
    instructions: '',
    ...contract,
    limits: { ...NO_LIMITS, ...limits },
  });
  await changeDatabase(
    server,
    `UPDATE task_type_versions SET execution_mode = 'agent', program_code = '${code.replaceAll("'", "''")}'
     WHERE task_type_id = (SELECT id FROM task_types WHERE identifier = '${identifier}')`,
  );
  return identifier;
}

/** Runs an agent as a task of its own and returns the detail of the finished task. */
export async function runAgent(
  server: TestServer,
  contract: Contract,
  more: Record<string, unknown> = {},
  params: Record<string, unknown> = {},
): Promise<TaskDetail> {
  const identifier = await createAgentTask(server, contract, more);
  return taskWhen(server, await createTask(server, identifier, params));
}
