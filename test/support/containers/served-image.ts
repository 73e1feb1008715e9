import { sent } from '../http.js';
import type { TestServer } from '../server.js';
import { createMetaTask } from '../tasks.js';
import { until } from '../until.js';
import { found } from './container-runs.js';

export const CONTAINER_SETTINGS: Record<string, string> = {
  ...found.settings,
  METARUN_IMAGE_REGISTRIES: 'localhost/',
};

/** Adds the test image to a project and returns its id once it is ready. */
export async function servedImage(server: TestServer, project = 'default'): Promise<string> {
  const images = `/projects/${project}/images`;
  const body = { name: 'tests', reference: found.reference };
  const { id } = await sent<{ id: string }>(server, 'POST', images, body);
  await until('the image to be ready', async () => {
    const { body: image, text } = await server.call<{ state: string }>('GET', `${images}/${id}`);
    if (image.state === 'failed') throw new Error(`the image cannot be used: ${text}`);
    return image.state === 'ready';
  });
  return id;
}

export function metaTaskOn(
  server: TestServer,
  image: string,
  language: 'python' | 'typescript',
  script: string,
  fields: object = {},
): Promise<string> {
  const bound = { name: 'On an image', docker_image_id: image, ...fields };
  return createMetaTask(server, language, script, bound);
}
