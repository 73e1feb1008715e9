import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseEvents, parseKnowledge, readSecrets } from './inputs.js';
import { secretNames } from './secret-names.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-inputs-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('an event has the JSON behind its name, or that as text, or nothing', () => {
  expect(parseEvents(['a={"b":1}', 'c=x=y', 'd'])).toEqual([
    { name: 'a', payload: { b: 1 } },
    { name: 'c', payload: 'x=y' },
    { name: 'd', payload: null },
  ]);
  expect(() => parseEvents(['=1'])).toThrow('names no event');
});

it('a folder of knowledge has the name of a workspace before it', () => {
  expect([...parseKnowledge(['Handbook=./a=b'])]).toEqual([['Handbook', './a=b']]);
  for (const wrong of ['Handbook', '=a', 'Handbook='])
    expect(() => parseKnowledge([wrong])).toThrow('names no workspace and folder');
});

it('secrets come from a file, from options before that, and from the environment', async () => {
  const file = join(folder, 'secrets');
  writeFileSync(file, '# none\n\nexport A="a b"\r\nB=\'b\'\nC = c=c\nD=file\nE=\n');
  const secrets = await readSecrets(['D=option', 'PATH'], file);
  expect(Object.fromEntries(secrets)).toEqual({
    A: 'a b',
    B: 'b',
    C: 'c=c',
    D: 'option',
    E: '',
    PATH: expect.stringContaining('/'),
  });
  await expect(readSecrets(['METARUN_NO_SECRET'], undefined)).rejects.toThrow('has no value');
});

it('an error in a file of secrets has its line, and nothing of its text', async () => {
  const file = join(folder, 'wrong');
  writeFileSync(file, 'A=a\nhidden text\n');
  const error = readSecrets([], file);
  await expect(error).rejects.toThrow(`${file}:2 is not of the form NAME=value.`);
  await expect(error).rejects.not.toThrow('hidden');
  await expect(readSecrets([], join(folder, 'none'))).rejects.toThrow(
    `--secrets ${join(folder, 'none')} cannot be read: `,
  );
});

it('the secrets of a script are those that it names, once each and sorted', () => {
  const script = `secrets.get('B'); reporter.secrets . get ( "A" ); secrets.get(\`B\`); secrets.get(name)`;
  expect(secretNames(script)).toEqual(['A', 'B']);
});
