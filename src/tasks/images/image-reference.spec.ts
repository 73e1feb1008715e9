import { expect, it } from '@jest/globals';
import { pulledAs, readReference, runsOn } from './image-reference.js';
import { isAllowed, readPrefixes } from './registries.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;

it.each([
  [
    'registry.example.com/tool',
    'registry.example.com/tool',
    null,
    null,
    'registry.example.com/tool:latest',
  ],
  [
    'registry.example.com:5000/a/b:1.2',
    'registry.example.com:5000/a/b',
    '1.2',
    null,
    'registry.example.com:5000/a/b:1.2',
  ],
  [`localhost/a@${DIGEST}`, 'localhost/a', null, DIGEST, `localhost/a@${DIGEST}`],
  [`localhost:5000/a:b@${DIGEST}`, 'localhost:5000/a', 'b', DIGEST, 'localhost:5000/a:b'],
])('the reference %s is parsed and can be pulled', (text, repository, tag, digest, pulled) => {
  const read = readReference(text);
  if ('error' in read) throw new Error(read.error);
  expect(read).toMatchObject({ repository, tag, digest, isLocal: text.startsWith('localhost/') });
  expect(pulledAs(read)).toBe(pulled);
});

it.each([
  ['', 'no registry'],
  ['python', 'no registry'],
  ['team/python:3', 'no registry'],
  ['registry.example.com', 'no registry'],
  ['registry.example.com/', 'lower-case'],
  ['registry.example.com/a//b', 'lower-case'],
  ['registry.example.com/a:b:c', 'lower-case'],
  ['registry.example.com/a:', 'tag'],
  ['registry.example.com/a:-x', 'tag'],
  ['--help.x/a', 'not a registry'],
  ['a.b\n/c', 'not a registry'],
  [`registry.example.com/a@sha256:${'A'.repeat(64)}`, 'hexadecimal'],
  [`registry.example.com/${'a'.repeat(500)}`, 'characters'],
])('the text %j is not an image reference', (text, words) => {
  expect(readReference(text)).toEqual({ error: expect.stringContaining(words) });
});

it('a registry prefix matches only whole parts of a repository', () => {
  const prefixes = readPrefixes('registry.example.com/team/, localhost/') ?? [];
  for (const [repository, allowed] of [
    ['registry.example.com/team/tool', true],
    ['registry.example.com/team', true],
    ['registry.example.com/teams/tool', false],
    ['registry.example.com', false],
    ['localhost/tool', true],
    ['localhost:5000/tool', false],
  ] as const)
    expect([repository, isAllowed(repository, prefixes)]).toEqual([repository, allowed]);
  expect(isAllowed('other.example.com/x', readPrefixes('*') ?? [])).toBe(true);
  expect([readPrefixes(''), readPrefixes('https://x'), readPrefixes('a,,b')]).toEqual([
    [],
    null,
    null,
  ]);
});

it('a platform matches a machine with the same processor', () => {
  expect([runsOn('linux/arm64/v8', 'linux/arm64'), runsOn('linux/arm64', 'linux/amd64')]).toEqual([
    true,
    false,
  ]);
});
