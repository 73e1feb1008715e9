import { expect, it } from '@jest/globals';
import { buildSnippets } from './snippets.js';

const WANTED = {
  url: 'https://run.example',
  project: 'default',
  identifier: 'import',
  params: { text: "it's $HOME `x`", on: true, none: null, list: [1, { a: 'é' }], empty: {} },
  name: 'By "me"',
};

it('a text stays a single shell word whatever it contains', () => {
  const { curl, cli } = buildSnippets(WANTED);
  expect(curl).toContain(String.raw`"text": "it'\''s $HOME ${'`x`'}"`);
  expect(curl).toContain('https://run.example/external/v1/projects/default/tasks');
  expect(cli).toContain(`--name 'By "me"' --wait`);
});

it('JSON params are written as Python literals', () => {
  const { python } = buildSnippets(WANTED);
  expect(python).toContain('"on": True,');
  expect(python).toContain('"none": None,');
  expect(python).toContain('"empty": {},');
});

it('every snippet names the variable that holds the credential', () => {
  for (const code of Object.values(buildSnippets(WANTED))) expect(code).toMatch(/\bKEY\b/);
});
