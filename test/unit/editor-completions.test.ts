/** Checks that the editor of the dashboard completes `reporter.` with what scripts can call. */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { REPORTER_MEMBERS } from '../../web/src/parts/code-editor/reporter-members.js';

const OWNERS = ['', '.files', '.secrets', '.http', '.ai', '.memory'];
/** Owners that only exist in one language, and the names of their types. */
const OWN = { python: { '.aio': 'AsyncWaits' }, typescript: {} } as const;
const TYPES = {
  python: {
    text: readFileSync('runtimes/python/metarun/__init__.pyi', 'utf8'),
    begins: (name: string) => `class ${name}:`,
    ends: /\nclass /,
    member: /^ {4}(?:def )?([a-z]\w*)(?:\(|: )/gm,
  },
  typescript: {
    text: readFileSync('runtimes/typescript/types/workflow.d.ts', 'utf8'),
    begins: (name: string) => `export interface ${name} {`,
    ends: /\n}/,
    member: /^ {2}(?:readonly )?([a-z]\w*)(?:<[^(]*)?[(:]/gm,
  },
} as const;

it.each(['python', 'typescript'] as const)(
  'the editor completions have exactly the members of the reporter in %s',
  (language) => {
    const { text, begins, ends, member } = TYPES[language];
    const named = OWNERS.map((owner) => {
      const name = owner === '' ? 'Reporter' : owner.charAt(1).toUpperCase() + owner.slice(2);
      return [owner, name] as const;
    });
    for (const [owner, name] of [...named, ...Object.entries(OWN[language])]) {
      const from = text.indexOf(begins(name));
      expect(from).toBeGreaterThan(0);
      const rest = text.slice(from + begins(name).length);
      const body = rest.slice(0, rest.search(ends));
      const members = [...new Set([...body.matchAll(member)].map(([, found]) => found))];
      const offered = REPORTER_MEMBERS[language][`reporter${owner}`]?.map(({ label }) => label);
      expect([owner, new Set(offered)]).toEqual([owner, new Set(members)]);
    }
  },
);
