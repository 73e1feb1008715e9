import { expect, it } from '@jest/globals';
import { COMMANDS } from './program.js';

it.each(Object.entries(COMMANDS))(
  'the command %s is registered under its own name',
  (name, make) => {
    expect(make().name()).toBe(name);
  },
);
