import { Client } from '../client.mjs';
import { SCRIPTS } from '../load.mjs';
import { createServer } from '../server.mjs';
import { STEPS } from '../workflow.mjs';
import { createCaller } from './processes.mjs';

/**
 * Starts metarun on SQLite with its defaults. A request to create a task waits for the result, like the calls of the
 * other engines.
 */
export async function startMetarun() {
  const server = await createServer();
  await server.start();
  const client = new Client(server);
  const identifiers = {
    noop: await client.createMetaTask('typescript', SCRIPTS.typescript),
    steps: await client.createMetaTask('typescript', STEPS.typescript),
    python: await client.createMetaTask('python', SCRIPTS.python),
  };
  client.close();
  const caller = createCaller(server.url, {
    Authorization: `Bearer ${server.apiKey}`,
    Prefer: 'wait=30',
  });
  return {
    name: 'metarun',
    async run(kind) {
      const body = { task_type_identifier: identifiers[kind], params: {} };
      const { status } = await caller.call('/external/v1/projects/default/tasks', body);
      if (status !== 'success') throw new Error(`a task is ${status}`);
    },
    cpu() {
      const { server: own, children } = server.cpu();
      return own + children;
    },
    async stop() {
      caller.close();
      await server.remove();
    },
  };
}
