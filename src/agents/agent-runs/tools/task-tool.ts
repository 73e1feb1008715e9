import { isJsonObject, type JsonObject, type Json } from '../../../base/kernel/json.js';
import type { RunnableVersions } from '../../../tasks/meta-tasks/runnable-versions.service.js';
import { type AgentTool, formatJsonValue, ToolError } from './tool.js';

const PREFIX = 'task:';

/** Returns the identifier of the meta-task that a contract's tool runs; null for other tools. */
export function parseMetaTaskTool(tool: string): string | null {
  return tool.startsWith(PREFIX) ? tool.slice(PREFIX.length) : null;
}

/** Returns a meta-task as a tool: a call is a child task, whose result is returned to the model. */
export async function taskTool(
  versions: RunnableVersions,
  projectId: string,
  identifier: string,
): Promise<AgentTool> {
  const { definition, paramsSchema } = await versions.current(projectId, identifier);
  const schema = paramsSchema === null ? {} : (JSON.parse(paramsSchema) as JsonObject);
  const name = `${PREFIX}${identifier}`;
  // An inferred schema contains the docstring of `run`.
  const description = definition.description ?? schema['description'] ?? '';
  return {
    name,
    description:
      `Runs the task "${definition.name}" and returns its result. ${formatJsonValue(description)}`.trim(),
    inputSchema: schema['type'] === 'object' ? schema : { ...schema, type: 'object' },
    // The schema of the meta-task may change before a replay; the validation by the child task is recorded.
    checked: false,
    recorded: () => 'own',
    origin: () => name,
    run: async ({ input, call }): Promise<Json> => {
      const [end] = (await call('task.run', {
        tasks: [{ task: identifier, params: input, name: null }],
      })) as Json[];
      if (!isJsonObject(end ?? null)) throw new Error('a child task has no end');
      const { status, result = null, error_code, error_message } = end as JsonObject;
      if (status === 'success') return result;
      throw new ToolError(
        'task_failed',
        `The task failed (${formatJsonValue(error_code)}): ${formatJsonValue(error_message)}`,
      );
    },
  };
}
