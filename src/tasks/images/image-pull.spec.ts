import { describe, expect, it } from '@jest/globals';
import { MetarunError } from '../../base/kernel/errors.js';
import type { ImageInfo } from '../../sandbox/containers/container-spec.js';
import { type ImageEngine, ImagePulls } from './image-pull.js';
import { ownPlatform } from './image-reference.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const NAME = 'registry.example/tools';
const NEVER = new AbortController().signal;
const INFO: ImageInfo = {
  id: 'one',
  digest: DIGEST,
  pinned: `${NAME}@${DIGEST}`,
  bytes: 1,
  platform: ownPlatform(),
};

/** Pulled references with their options. */
type Pulled = [reference: string, options: Record<string, unknown>][];

/** Returns the image, or the message of the error. */
async function fetched(
  reference: string,
  {
    images = {},
    platform = null as string | null,
    authSecret = null as string | null,
    pulled = [] as Pulled,
    error = null as Error | null,
  } = {},
): Promise<ImageInfo | string> {
  const found = new Map<string, ImageInfo>(Object.entries(images));
  const engine = {
    pull: async (name: string, { signal: _, ...options }: Record<string, unknown>) => {
      pulled.push([name, options]);
      if (error !== null) throw error;
      return found.get(name) ?? INFO;
    },
    inspectImage: async (name: string) => found.get(name) ?? null,
  } as unknown as ImageEngine;
  const pulls = new ImagePulls(
    { read: async () => 'user:pass' },
    { imageRegistries: ['registry.example', 'localhost'], imagePullSeconds: 9 },
  );
  const wanted = { projectId: 'p', reference, platform, authSecret };
  return pulls.fetch(engine, wanted, NEVER).catch((failed: Error) => failed.message);
}

describe('the pull of an image', () => {
  it('an image is pulled by its tag, by its digest, or by both', async () => {
    const pulled: Pulled = [];
    expect(await fetched(`${NAME}:1`, { pulled })).toEqual(INFO);
    expect(await fetched(`${NAME}@${DIGEST}`, { pulled, platform: ownPlatform() })).toEqual(INFO);
    expect(await fetched(`${NAME}:1@${DIGEST}`, { pulled, authSecret: 'LOGIN' })).toEqual(INFO);
    const credentials = { user: 'user', password: 'pass' };
    expect(pulled).toEqual([
      [`${NAME}:1`, {}],
      [`${NAME}@${DIGEST}`, { platform: ownPlatform() }],
      [`${NAME}:1`, { credentials }],
      [`${NAME}@${DIGEST}`, { credentials }],
    ]);
  });

  it('a tag that is another content than the digest is refused', async () => {
    const images = { [`${NAME}@${DIGEST}`]: { ...INFO, id: 'two' } };
    expect(await fetched(`${NAME}:1@${DIGEST}`, { images })).toContain('leave out the tag');
  });

  it('an image of this machine is found, and never pulled', async () => {
    const pulled: Pulled = [];
    const images = { 'localhost/tools:1': INFO };
    expect(await fetched('localhost/tools:1', { images, pulled })).toEqual(INFO);
    expect(await fetched('localhost/other:1', { pulled })).toContain('has no image');
    expect(pulled).toEqual([]);
  });

  it('an image for another machine is refused', async () => {
    const images = { [`${NAME}:1`]: { ...INFO, platform: 'linux/other' } };
    expect(await fetched(`${NAME}:1`, { images })).toContain('this machine is');
    expect(await fetched(`${NAME}:1`, { platform: 'linux/other' })).toContain('asked for is');
    expect(await fetched(`${NAME}:1`, { images, platform: 'linux/other' })).toMatchObject({
      platform: 'linux/other',
    });
  });

  it.each<[string, Error | null, string | null, string]>([
    ['tools', null, null, 'names no registry'],
    ['other.example/tools:1', null, null, 'does not allow other.example'],
    [
      `${NAME}:1`,
      new MetarunError('not_found', 'no user:pass here'),
      'LOGIN',
      'no [redacted] here',
    ],
    [
      `${NAME}:1`,
      Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }),
      null,
      'could not be asked: ECONNREFUSED',
    ],
  ])('the pull of %s fails in words: %s', async (reference, error, authSecret, words) => {
    const message = await fetched(reference, { error, authSecret });
    expect(message).toContain(words);
    expect(message).not.toContain('secret');
  });
});
