/** The modules of the guests for Python, each called alone: the tests are beside this file, in Python. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testsOfPython } from '../../support/python-guest.js';

describe.each(globSync('test/unit/guest/python/*_test.py').sort())('%s', (file) => {
  it.each(testsOfPython(file))(`in ${basename(file)} it holds that %s`, (_, wrong) => {
    expect(wrong).toBe('');
  });
});
