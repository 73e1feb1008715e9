import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { runScript } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

it('an awaited function of a Python step is stopped at its timeout, before the script goes on', async () => {
  const script = `import asyncio

async def run(params, reporter):
    seen = []
    async def work():
        try:
            await asyncio.sleep(3600)
        finally:
            seen.append("ended")
    try:
        await reporter.step("slow", work, timeout=0.05)
    except Exception as error:
        seen.append(error.code)
    return seen
`;
  const task = await runScript(server, 'python', script);
  expect(task).toMatchObject({ error_message: null, result: ['ended', 'step_timeout'] });
});
