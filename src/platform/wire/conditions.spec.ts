import { describe, expect, it } from '@jest/globals';
import { ifMatchHolds, ifNoneMatchHolds } from './conditions.js';

const etag = '"0123456789abcdef0123456789abcdef"';

describe('conditions', () => {
  it.each([
    [undefined, true, true],
    ['*', true, false],
    [etag, true, false],
    [`"x", ${etag}`, true, false],
    ['"x"', false, true],
    ['x', false, true],
  ])(
    'the headers If-Match and If-None-Match with %j are checked against an existing file',
    (header, match, noneMatch) => {
      expect(ifMatchHolds({ ifMatch: header }, etag)).toBe(match);
      expect(ifNoneMatchHolds({ ifNoneMatch: header }, etag)).toBe(noneMatch);
    },
  );

  it('a weak entity tag matches If-None-Match only', () => {
    expect(ifMatchHolds({ ifMatch: `W/${etag}` }, etag)).toBe(false);
    expect(ifNoneMatchHolds({ ifNoneMatch: `W/${etag}` }, etag)).toBe(false);
  });

  it('nothing matches a file that does not exist', () => {
    expect(ifMatchHolds({ ifMatch: '*' }, null)).toBe(false);
    expect(ifMatchHolds({ ifMatch: etag }, null)).toBe(false);
    expect(ifNoneMatchHolds({ ifNoneMatch: '*' }, null)).toBe(true);
  });
});
