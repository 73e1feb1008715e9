/** Tests the script interface on a whole server; every test holds for Python and TypeScript. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask, loadLogs, TASKS, taskWhen } from '../support/tasks.js';
import { AT_ONCE_MS } from '../support/deadlines.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** Waits for an event that never comes, and makes reporter calls in its cleanup when cancelled. */
const CANCELLED: Record<string, string> = {
  python: `import time
from metarun import TaskCancelled
def run(params, reporter):
    try:
        reporter.set_phase("Working")
        time.sleep(600)
    except TaskCancelled:
        print("caught")
        raise
    finally:
        reporter.files.write("/cancelled/python.txt", reporter.task.id)
`,
  'async python': `import asyncio
from metarun import Reporter, TaskCancelled
async def run(params, reporter: Reporter):
    try:
        reporter.set_phase("Working")
        await asyncio.gather(asyncio.sleep(600), asyncio.sleep(600))
    except TaskCancelled:
        print("caught")
        raise
    finally:
        await asyncio.sleep(0.01)
        await asyncio.to_thread(reporter.files.write, "/cancelled/async-python.txt", reporter.task.id)
`,
  typescript: `export default async function run(params: unknown, reporter: any) {
  try {
    reporter.setPhase('Working');
    await new Promise((_, reject) => {
      setTimeout(reject, 600_000);
      reporter.signal.addEventListener('abort', () => reject(reporter.signal.reason));
    });
  } catch (error: any) {
    if (error.name === 'TaskCancelled') console.log('caught');
    throw error;
  } finally {
    await reporter.files.write('/cancelled/typescript.txt', reporter.task.id);
  }
}
`,
};

describe.each(Object.keys(CANCELLED))('a cancelled %s script', (kind) => {
  it('a cancelled script cleans up within its grace period', async () => {
    const language = kind === 'typescript' ? 'typescript' : 'python';
    const identifier = await createMetaTask(server, language, CANCELLED[kind] ?? '');
    const id = await createTask(server, identifier);
    await taskWhen(server, id, (task) => task.current_phase === 'Working');
    const asked = performance.now();
    await server.call('POST', `${TASKS}/${id}/cancel`);
    expect(await taskWhen(server, id)).toMatchObject({ status: 'cancelled' });
    expect(performance.now() - asked).toBeLessThan(AT_ONCE_MS);
    expect((await loadLogs(server, id)).map(({ text }) => text)).toEqual(['caught']);
    const path = `/cancelled/${kind.replace(' ', '-')}.txt`;
    const file = await server.call(
      'GET',
      `/external/v1/projects/default/files/content?path=${path}`,
    );
    expect(file.body).toMatchObject({ content: id });
  });
});
