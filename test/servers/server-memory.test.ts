/** Tests the memory of a server during large uploads and logs. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readResidentBytes } from '../../src/sandbox/runtime/process-tree.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { FilesClient } from '../support/files-client.js';
import { type Code, expectServing, runBody } from '../support/inline-script.js';
import { memory, uploadRandomBytes } from '../support/large-uploads.js';
import { LANGUAGES } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { loadLogs } from '../support/tasks.js';

const MIB = 1024 * 1024;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

// This test comes first, since earlier work raises the memory of the server.
it('an upload of 100 MiB raises the memory of the server by no more than 16 MiB', async () => {
  const own = new FilesClient(server, server.apiKey);
  expect(await own.paths('/')).toEqual([]);
  // This resets the peak to the current memory.
  await writeFile(`/proc/${server.pid}/clear_refs`, '5');
  const before = memory(server, 'VmRSS');
  const sha256 = await uploadRandomBytes(server, 'large.bin', 100 * MIB);
  const risen = memory(server, 'VmHWM') - before;
  expect(risen).toBeLessThanOrEqual(16 * MIB);
  const back = createHash('sha256');
  const { body } = await own.raw('/large.bin');
  for await (const chunk of body ?? []) back.update(chunk);
  expect(back.digest('hex')).toBe(sha256);
});

describe.each(LANGUAGES)('a %s script that floods its log', (language) => {
  it.each<[string, Code, number]>([
    [
      'with 100 MB',
      {
        python: 'line = "x" * 100_000\nfor _ in range(1000): print(line)',
        typescript:
          'const line = "x".repeat(100_000); for (let i = 0; i < 1000; i++) console.log(line);',
      },
      1_000,
    ],
    [
      'with a million empty lines',
      {
        python: 'for _ in range(1_000_000): print()',
        typescript: 'for (let i = 0; i < 1_000_000; i++) console.log();',
      },
      110_000,
    ],
  ])(
    'a script that floods its log %s ends soon, and its log is truncated',
    async (_, code, most) => {
      const before = readResidentBytes(server.pid) ?? Number.NaN;
      const began = performance.now();
      const task = await runBody(server, language, code);
      const took = performance.now() - began;
      expect(task).toMatchObject({ status: 'success', progress: 100 });
      const lines = await loadLogs(server, task.id);
      expect(lines.length).toBeLessThan(most);
      expect(lines.at(-1)?.text).toBe(`Log truncated: a run may log ${10 * MIB} bytes.`);
      expect((readResidentBytes(server.pid) ?? Number.NaN) - before).toBeLessThan(300 * MIB);
      expect(took).toBeLessThan(AT_ONCE_MS);
      await expectServing(server, language);
    },
  );
});
