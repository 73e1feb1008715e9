/** Tests container images from their reference to a run, with a real engine. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { found } from '../support/containers/container-runs.js';
import { postMetaTask } from '../support/meta-tasks.js';
import { type HostedServer, startServer } from '../support/server.js';
import { createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const IMAGES = '/projects/default/images';

interface Image {
  id: string;
  state: string;
  digest: string;
  error: unknown;
}

let server: HostedServer;
beforeAll(async () => {
  server = await startServer({ ...found.settings, METARUN_IMAGE_REGISTRIES: 'localhost/' });
});
afterAll(() => server.stop());

it('a loaded image is probed, and scripts of both languages run on it with its packages', async () => {
  const body = { name: 'loaded', reference: found.reference };
  const { id } = (await server.call<Image>('POST', IMAGES, { body })).body;
  const image = await until('the end of the probe', async () => {
    const { body: now } = await server.call<Image>('GET', `${IMAGES}/${id}`);
    return now.state !== 'pulling' && now;
  });
  expect(image).toMatchObject({
    state: 'ready',
    error: null,
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    versions: [
      {
        number: 1,
        python: { version: expect.stringMatching(/^3\.\d+/), issue: null },
        node: { version: process.versions.node, issue: null },
        libc: expect.stringMatching(/^(glibc|musl)/),
        user: 65_534,
      },
    ],
  });
  const run = async (script_language: string, script: string): Promise<unknown> => {
    const made = await postMetaTask(server, {
      name: `On an image in ${script_language}`,
      script,
      script_language,
      docker_image_id: id,
      max_attempts: 1,
    });
    expect([made.status, made.body]).toMatchObject([201, { docker_image_digest: image.digest }]);
    const task = await taskWhen(server, await createTask(server, made.body.identifier));
    expect([task.status, task.error_message]).toEqual(['success', null]);
    return task.result;
  };
  const python = 'import of_image\ndef run(params, reporter):\n    return of_image.answer\n';
  expect(await run('python', python)).toBe(42);
  const typescript = `import { existsSync } from 'node:fs';
import of, { answer } from 'of-image';
export async function run(): Promise<unknown[]> {
  const missing = await import('not-in-the-image').catch((error: Error) => error.message);
  return [answer, of.answer, existsSync('/metarun'), missing];
}`;
  expect(await run('typescript', typescript)).toEqual([
    42,
    42,
    true,
    expect.stringContaining('The image has no package "not-in-the-image"'),
  ]);
});
