import { expect, it } from '@jest/globals';
import type { FieldError } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import { readStdio } from './stdio-reader.js';

const GOOD = { name: 'files', command: '/bin/cat', projects: ['default'] };

it('an entry defaults to no tools, network or files, one call at a time and a sandbox', () => {
  const errors: FieldError[] = [];
  expect(readStdio(GOOD, '/servers/0', errors)).toEqual({
    ...GOOD,
    args: [],
    environment: {},
    network: [],
    readable: [],
    writable: null,
    quota_mb: 256,
    tools: [],
    timeout_seconds: 60,
    max_concurrency: 1,
    memory_mb: 512,
    without_sandbox: false,
  });
  expect(errors).toEqual([]);
});

it.each<[Json, string, string]>([
  ['x', '', 'must be an object'],
  [{ ...GOOD, extra: 1 }, '/extra', 'is not known here'],
  [{ ...GOOD, command: 'cat' }, '/command', 'absolute path'],
  [{ name: 'a', command: '/bin/cat' }, '/projects', 'is needed'],
  [{ ...GOOD, readable: ['/'] }, '/readable/0', 'whole machine'],
  [{ ...GOOD, network: ['https://a.b/'] }, '/network/0', 'a host alone'],
  [{ ...GOOD, environment: { A: 'METARUN_SECRET_KEY' } }, '/environment/A', 'a setting'],
  [{ ...GOOD, environment: { A: 'b c' } }, '/environment/A', 'name of one of this server'],
  [{ ...GOOD, environment: { A: { value: 1 } } }, '/environment/A', 'with {value: text}'],
  [{ ...GOOD, writable: 'data' }, '/writable', 'absolute path'],
  [{ ...GOOD, writable: '/' }, '/writable', 'whole machine'],
  [{ ...GOOD, quota_mb: 0 }, '/quota_mb', '1'],
  [{ ...GOOD, without_sandbox: 'yes' }, '/without_sandbox', 'true or false'],
])('the entry %j is refused with an error at %s', (given, pointer, said) => {
  const errors: FieldError[] = [];
  readStdio(given, '/servers/0', errors);
  const found = errors.find((one) => one.pointer === `/servers/0${pointer}`);
  expect(found?.message).toContain(said);
});
