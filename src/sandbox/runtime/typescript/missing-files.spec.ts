import { expect, it } from '@jest/globals';
import { adviseInstall } from './missing-files.js';

const STACK = '    at load (node_modules/@s/p/lib/a.js:1:2)\n    at run (workflow.ts:3:4)';

it.each([
  "Error: ENOENT: no such file or directory, open '/data/a.afm'",
  "Error: Cannot find module './a.js'",
])('an error in a package names what to install: %s', (message) => {
  expect(adviseInstall(message, STACK)).toMatch(
    /^Error: .*\. If "@s\/p" looks for .*"install": \["@s\/p"\]/,
  );
});

it.each([
  ["Error: ENOENT: no such file or directory, open '/data/a.afm'", '    at run (workflow.ts:3:4)'],
  ["Error: ENOENT: no such file or directory, open '/data/a.afm'", null],
  ["Error: ENOENT: no such file or directory, open '/tmp/a.txt'", STACK],
  ['Error: no such thing', STACK],
])('any other error stays as it is: %s', (message, stack) => {
  expect(adviseInstall(message, stack)).toBe(message);
});
