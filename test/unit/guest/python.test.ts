/** Runs the unit tests of the Python guests, which are written in Python in this folder. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testsOfPython } from '../../support/python-guest.js';

describe.each(globSync('test/unit/guest/python/*_test.py').sort())('%s', (file) => {
  it.each(testsOfPython(file))(`in ${basename(file)} it holds that %s`, (_, wrong) => {
    expect(wrong).toBe('');
  });
});
