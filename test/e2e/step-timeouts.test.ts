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
        seen.append("began")
        try:
            await asyncio.sleep(3600)
        finally:
            seen.append("ended")
    # On a busy machine the shortest timeout passes before the function begins.
    for timeout in (0.05, 0.5, 5, 50):
        try:
            await reporter.step(f"slow {timeout}", work, timeout=timeout)
        except Exception as error:
            if seen:
                return [*seen, error.code]
`;
  const task = await runScript(server, 'python', script);
  expect(task).toMatchObject({ error_message: null, result: ['began', 'ended', 'step_timeout'] });
});
