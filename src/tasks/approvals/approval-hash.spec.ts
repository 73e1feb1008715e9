import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { canonical } from '../../base/kernel/canonical.js';
import { approvalHash } from './approval-hash.js';

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: [{ d: null, c: 'ü' }] }, '{"a":[{"c":"ü","d":null}],"b":1}'],
    // This is the example of RFC 8785, 3.2.3.
    [
      {
        '\u20ac': 'Euro Sign',
        '\r': 'Carriage Return',
        '\ufb33': 'Hebrew Letter Dalet With Dagesh',
        '1': 'One',
        '\ud83d\ude00': 'Emoji: Grinning Face',
        '\u0080': 'Control',
        '\u00f6': 'Latin Small Letter O With Diaeresis',
      },
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    ],
    [[1e30, 4.5, 0.002, 1e-27, -0], '[1e+30,4.5,0.002,1e-27,0]'],
    ['x', '"x"'],
    [null, 'null'],
  ])('the canonical form of %j is the JSON of RFC 8785', (value, text) => {
    expect(canonical(value)).toBe(text);
  });
});

describe('the hash of an approval', () => {
  const approved = {
    task_type: 'a',
    version: 1,
    agentVersion: null,
    params: { x: 1, y: 2 },
    prompt: 'p',
    proposal: 3,
  };

  it('the hash of an approval is that of its canonical JSON', () => {
    const text = '{"params":{"x":1,"y":2},"prompt":"p","proposal":3,"task_type":"a","version":1}';
    expect(approvalHash(approved)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('the hash changes with every value but not with the order of members', () => {
    expect(approvalHash({ ...approved, params: { y: 2, x: 1 } })).toBe(approvalHash(approved));
    const others = [
      { agentVersion: 'v' },
      { task_type: 'b' },
      { version: 2 },
      { params: {} },
      { prompt: 'q' },
      { proposal: 4 },
    ];
    const hashes = others.map((other) => approvalHash({ ...approved, ...other }));
    expect(new Set([...hashes, approvalHash(approved)]).size).toBe(others.length + 1);
  });
});
