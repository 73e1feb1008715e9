import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

it.each(LANGUAGES)(
  'the delay of a step of a %s script is waited for in full where the longest pause is shorter',
  async (language) => {
    const task = await runBody(server, language, {
      python: `import time
began = []
def work():
    began.append(time.monotonic())
    if len(began) < 3:
        raise ValueError("again")
    return began[-1] - began[0]
return reporter.step("work", work, attempts=3, delay=0.4, max_delay=0.1)`,
      typescript: `const began: number[] = [];
const work = () => {
  began.push(performance.now());
  if (began.length < 3) throw new Error("again");
  return (performance.now() - began[0]) / 1000;
};
return reporter.step("work", work, { attempts: 3, delay: 0.4, maxDelay: 0.1 });`,
    });
    expect(task).toMatchObject({ status: 'success' });
    expect(task.result).toBeGreaterThanOrEqual(0.75);
  },
);
