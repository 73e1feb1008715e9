import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { withBody } from '../inline-script.js';
import type { TestServer } from '../server.js';
import { sharedServer } from '../shared-server.js';
import type { Language } from '../scripts.js';
import { createMetaTask, createTask, runScript, type TaskDetail, TASKS } from '../tasks.js';
import { newMcpServer } from './registry.js';
import { startToolServer, type ToolServer } from './tool-server.js';
import type { Wire } from '../wire.js';

export type RecordedStep = Wire['TaskStepDto'];

/** A server whose project has the MCP servers "modern" and "legacy"; all of their tools may be called. */
export interface Served {
  server: TestServer;
  modern: ToolServer;
  legacy: ToolServer;
  run(language: Language, code: string, params?: Record<string, unknown>): Promise<TaskDetail>;
  /** Creates a task from the body of a Python script and returns its id. */
  begun(code: string): Promise<string>;
  steps(taskId: string): Promise<RecordedStep[]>;
}

/** Starts the servers before the tests of a file and stops them afterwards. */
export function serveMcp(): Served {
  const served = {
    run: (language, code, params = {}) =>
      runScript(served.server, language, withBody(language, code), {
        params,
        metaTask: { allow_mcp: true },
      }),
    begun: async (code) => {
      const script = withBody('python', code);
      const more = { allow_mcp: true };
      const identifier = await createMetaTask(served.server, 'python', script, more);
      return createTask(served.server, identifier);
    },
    steps: async (taskId) =>
      (await served.server.call<RecordedStep[]>('GET', `${TASKS}/${taskId}/steps`)).body,
  } as Served;
  beforeAll(async () => {
    [served.server, served.modern, served.legacy] = await Promise.all([
      sharedServer(),
      startToolServer(),
      startToolServer({ legacy: true }),
    ]);
    for (const name of ['modern', 'legacy'] as const)
      await newMcpServer(served.server, { name, url: served[name].url, tools: ['*'] });
  });
  afterAll(async () => {
    await served.server.stop();
    await Promise.all([served.modern.close(), served.legacy.close()]);
  });
  beforeEach(() => {
    served.modern.reset();
    served.legacy.reset();
  });
  return served;
}
