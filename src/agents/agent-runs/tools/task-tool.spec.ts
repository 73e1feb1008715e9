import { expect, it } from '@jest/globals';
import type { RunnableVersions } from '../../../tasks/meta-tasks/runnable-versions.service.js';
import { taskTool } from './task-tool.js';

it.each([
  ['its description', 'Counts.', 'Adds up.', 'Runs the task "Sum" and returns its result. Counts.'],
  [
    'the docstring of `run`',
    null,
    'Adds up.',
    'Runs the task "Sum" and returns its result. Adds up.',
  ],
  ['its name', null, undefined, 'Runs the task "Sum" and returns its result.'],
])('the tool that a meta-task is says %s', async (_, description, docstring, said) => {
  const version = {
    definition: { name: 'Sum', description },
    paramsSchema: JSON.stringify({ type: 'object', description: docstring }),
  };
  const versions = { current: async () => version } as unknown as RunnableVersions;
  expect((await taskTool(versions, 'p-1', 'sum')).description).toBe(said);
});
