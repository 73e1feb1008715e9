import { expect, it } from '@jest/globals';
import { COMMANDS } from './program.js';

it.each(Object.entries(COMMANDS))('the command %s has this name', (name, make) => {
  expect(make().name()).toBe(name);
});
