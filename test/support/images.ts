import { expect } from '@jest/globals';
import type { Answer, TestServer } from './server.js';
import { until } from './until.js';
import type { Wire } from './wire.js';

export const IMAGES = '/projects/default/images';
export const PYTHON = 'def run(params, reporter):\n    return 1\n';

export type Image = Wire['ImageDetailDto'];

/** Adds an image, which is pulled if the server accepts it. */
export async function addImage(
  server: TestServer,
  name: string,
  reference: string,
  more: object = {},
): Promise<Answer<Image>> {
  const answer = await server.call<Image>('POST', IMAGES, { body: { name, reference, ...more } });
  const { status, body } = answer;
  if (status < 400) expect([status, body.state, body.digest]).toEqual([202, 'pulling', null]);
  return answer;
}

/** Waits for the end of the pull and returns the image. */
export function pulledImage(server: TestServer, id: string): Promise<Image> {
  return until('the end of the pull', async () => {
    const { body } = await server.call<Image>('GET', `${IMAGES}/${id}`);
    return body.state !== 'pulling' && body;
  });
}

export async function refreshedImage(server: TestServer, id: string): Promise<Image> {
  expect((await server.call('POST', `${IMAGES}/${id}/refresh`)).status).toBe(202);
  return pulledImage(server, id);
}
