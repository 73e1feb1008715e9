import { describe, expect, it } from '@jest/globals';
import { attachment } from './content-disposition.js';

describe('attachment', () => {
  it('gives the name twice', () => {
    expect(attachment('a b.txt')).toBe(
      `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`,
    );
  });

  it('lets no name out of its quotes', () => {
    expect(attachment(`a";x='(é)*%.txt`)).toBe(
      `attachment; filename="a_;x='(_)*_.txt"; filename*=UTF-8''a%22%3Bx%3D%27%28%C3%A9%29%2A%25.txt`,
    );
  });
});
