import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';
import { unavailableBy } from './unavailable.js';

const withCode = (code: string, cause?: unknown): Error =>
  Object.assign(new Error('of a driver', { cause }), { code });

it.each([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['53100', 'the disk is full'],
  ['EROFS', 'it may not be written'],
  ['SQLITE_READONLY_DBMOVED', 'it may not be written'],
  ['25006', 'it may not be written'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['SQLITE_CANTOPEN', 'cannot be opened'],
  ['EIO', 'the disk has an error'],
  ['SQLITE_IOERR_WRITE', 'the disk has an error'],
  ['SQLITE_BUSY', 'no connection'],
  ['ECONNREFUSED', 'no connection'],
  ['57P01', 'no connection'],
  ['53300', 'no connection'],
  ['08006', 'no connection'],
])('the error %s makes the service unavailable: %s', (code, words) => {
  for (const thrown of [withCode(code), new Error('a query failed', { cause: withCode(code) })]) {
    const error = unavailableBy(thrown);
    expect([error?.code, error?.retryAfterSeconds]).toEqual(['unavailable', 5]);
    expect(error?.message).toContain(words);
  }
});

it.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('the error of a lost connection without a code makes the service unavailable: %s', (message) => {
  expect(unavailableBy(new Error(message))?.message).toContain('no connection');
});

it('each message of a lost connection is one that the driver of PostgreSQL has', () => {
  const require = createRequire(import.meta.url);
  const sources = ['pg/lib/client.js', 'pg-pool'].map((name) =>
    readFileSync(require.resolve(name), 'utf8'),
  );
  const thrown = sources.join('').matchAll(/new Error\('([^']*)'/g);
  const lost = [...thrown].flatMap(([, message = '']) =>
    unavailableBy(new Error(message)) === null ? [] : [message],
  );
  expect(new Set(lost).size).toBe(8);
});

it.each([
  new Error('ENOSPC is only what it says'),
  withCode('ENOENT'),
  withCode('SQLITE_CONSTRAINT_UNIQUE'),
  withCode('23505'),
  'EIO',
  null,
])('the error %p does not make the service unavailable', (thrown) => {
  expect(unavailableBy(thrown)).toBeNull();
});
