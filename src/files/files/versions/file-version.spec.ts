import { describe, expect, it } from '@jest/globals';
import { parseVersionId, versionId } from './file-version.js';

const FILE = '01890000-0000-7000-8000-000000000000';

describe('the id of a version', () => {
  it('a version id is parsed into the file and number that it was made from', () => {
    expect(parseVersionId(versionId(FILE, 1))).toEqual({ fileId: FILE, number: 1 });
    expect(parseVersionId(versionId(FILE, 123_456_789))).toEqual({
      fileId: FILE,
      number: 123_456_789,
    });
    expect(parseVersionId(versionId('01890000-0000-7000-8000-00000000ABCD', 2))?.fileId).toBe(
      '01890000-0000-7000-8000-00000000abcd',
    );
  });

  it.each([
    '',
    '1',
    FILE,
    `${FILE}.`,
    `${FILE}.0`,
    `${FILE}.01`,
    `${FILE}.-1`,
    `${FILE}.1.1`,
    'a.1',
  ])('the text %j is not a version id', (id) => {
    expect(parseVersionId(id)).toBeNull();
  });

  it('a version number larger than its column is rejected', () => {
    expect(parseVersionId(`${FILE}.1234567890`)).toBeNull();
  });
});
