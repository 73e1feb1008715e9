import { expect, it } from '@jest/globals';
import { browserName } from './browser-name.js';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['x'.repeat(80), `${'x'.repeat(60)}…`],
])('the browser name is read from the user agent %s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
