import { expect, it } from '@jest/globals';
import { waitPreference } from './prefer-wait.js';

it.each([
  [undefined, null],
  ['', null],
  ['respond-async', null],
  ['return=minimal; wait=5', null],
  ['x="a, wait=5"', null],
  ['waiting=5, await=6', null],
  ['wait=20', 20],
  ['WAIT = 0', 0],
  ['wait="30"', 30],
  ['respond-async, wait=300; strict', 300],
  ['wait=7, wait=8', 7],
  ['return="x, \\"y", wait=9', 9],
])('the header %j asks for a wait of %j s', (header, seconds) => {
  expect(waitPreference(header)).toBe(seconds);
});

it.each(['wait', 'wait=', 'wait=soon', 'wait=-1', 'wait=1.5', 'wait=301', 'wait=1e2', 'wait="1'])(
  'the header %j is refused with the allowed range',
  (header) => {
    expect(() => waitPreference(header)).toThrow(
      'must have wait as a whole number of seconds from 0 to 300',
    );
  },
);
