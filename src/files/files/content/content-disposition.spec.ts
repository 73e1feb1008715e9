import { describe, expect, it } from '@jest/globals';
import { attachment } from './content-disposition.js';

describe('attachment', () => {
  it('an ASCII file name appears once, and any other appears in both forms', () => {
    expect(attachment('a b.txt')).toBe(`attachment; filename="a b.txt"`);
    expect(attachment('ü b.txt')).toBe(
      `attachment; filename="_ b.txt"; filename*=UTF-8''%C3%BC%20b.txt`,
    );
  });

  it.each(['a\r\nX: y.txt', 'a\0.txt', '%41.txt', 'a\\".txt'])(
    'a hostile file name cannot add a header: %j',
    (name) => {
      expect(attachment(name)).toMatch(
        /^attachment; filename=[\x20-\x7e]+; filename\*=UTF-8''[\w%.-]+$/,
      );
      expect(decodeURIComponent(attachment(name).split("''")[1] ?? '')).toBe(name);
    },
  );

  it('no file name breaks out of its quotes', () => {
    expect(attachment(`a";x='(é)*%.txt`)).toBe(
      `attachment; filename="a_;x='(_)*_.txt"; filename*=UTF-8''a%22%3Bx%3D%27%28%C3%A9%29%2A%25.txt`,
    );
  });
});
