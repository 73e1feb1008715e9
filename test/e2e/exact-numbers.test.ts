import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Code, runBody } from '../support/inline-script.js';
import { createMetaTask } from '../support/tasks.js';
import { LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

let server: TestServer;
let echo: string;
beforeAll(async () => {
  server = await sharedServer();
  echo = await createMetaTask(server, 'python', 'def run(params, reporter):\n    return params\n');
});
afterAll(() => server.stop());

/** Places where a script passes on an integer that a double cannot represent. */
const PLACES: [string, (child: string) => Code][] = [
  [
    'result',
    () => ({
      python: 'return {"ids": [2**60 + 1]}',
      typescript: 'return { ids: [2n ** 60n + 1n] };',
    }),
  ],
  [
    'step',
    () => ({
      python: 'return reporter.step("count", lambda: {"ids": [2**60 + 1]})',
      typescript: 'return await reporter.step("count", () => ({ ids: [2n ** 60n + 1n] }));',
    }),
  ],
  [
    'child',
    (child) => ({
      python: `return reporter.run_task(${JSON.stringify(child)}, {"ids": [2**60 + 1]})`,
      typescript: `return await reporter.runTask(${JSON.stringify(child)}, { ids: [2n ** 60n + 1n] });`,
    }),
  ],
];

describe.each(LANGUAGES)('an integer that a double cannot hold, of a %s script', (language) => {
  it.each(PLACES)(
    'an inexact integer is refused as %s, with its place and how to pass it instead',
    async (_, codeFor) => {
      const task = await runBody(server, language, codeFor(echo));
      expect(task.status).toBe('failed');
      expect(task.error_message).toMatch(/\/ids\/0 .*string/);
    },
  );

  it('an integer as a string of digits comes back unchanged', async () => {
    const digits = '1152921504606846977';
    const { result } = await runBody(server, language, {
      python: `one = reporter.step("one", lambda: ${JSON.stringify(digits)})\nreturn [one, reporter.run_task(${JSON.stringify(echo)}, {"id": one})]`,
      typescript: `const one = await reporter.step("one", () => ${JSON.stringify(digits)});\nreturn [one, await reporter.runTask(${JSON.stringify(echo)}, { id: one })];`,
    });
    expect(result).toEqual([digits, { id: digits }]);
  });
});
