import { describe, expect, it } from '@jest/globals';
import { isReference, readImage, parseRepository } from './image-info.js';

const ID = `sha256:${'1'.repeat(64)}`;
const DIGEST = `sha256:${'2'.repeat(64)}`;
const LIST = `sha256:${'3'.repeat(64)}`;

describe('readImage', () => {
  it('readImage reads the output of podman, whose ids lack the algorithm', () => {
    const image = {
      Id: '1'.repeat(64),
      Digest: DIGEST,
      Size: 5,
      Os: 'linux',
      Architecture: 'amd64',
      RepoDigests: [
        `other/tool@${DIGEST}`,
        `reg.example:5000/a/tool@${LIST}`,
        `reg.example:5000/a/tool@${DIGEST}`,
      ],
    };
    expect(readImage('reg.example:5000/a/tool:1', JSON.stringify([image]))).toEqual({
      id: ID,
      digest: DIGEST,
      pinned: `reg.example:5000/a/tool@${DIGEST}`,
      bytes: 5,
      platform: 'linux/amd64',
    });
  });

  it('readImage identifies a docker image without a registry by its id', () => {
    const image = { Id: ID, Size: 5, Os: 'linux', Architecture: 'amd64', RepoDigests: [] };
    expect(readImage('localhost/tool:1', JSON.stringify([image]))).toMatchObject({
      id: ID,
      digest: ID,
      pinned: ID,
    });
  });

  it('readImage returns null for any other output', () => {
    for (const text of ['', '[]', '{}', '[{"Id":"x"}]']) expect(readImage('a/b', text)).toBeNull();
  });
});

describe('a reference', () => {
  it('isReference rejects options and malformed references', () => {
    for (const text of ['-v', '--privileged', '', ' a', 'a b', 'a\n', "a'"])
      expect(isReference(text)).toBe(false);
    for (const text of ['localhost/a:1', `reg.example:5000/a/b:1@${DIGEST}`, ID])
      expect(isReference(text)).toBe(true);
  });

  it('repositoryOf returns a reference without its tag and digest', () => {
    expect(parseRepository(`reg.example:5000/a/b:1@${DIGEST}`)).toBe('reg.example:5000/a/b');
    expect(parseRepository('reg.example:5000/a/b')).toBe('reg.example:5000/a/b');
  });
});
