/** Compares the groups of ARCHITECTURE.md, and every name in its code font, with the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseBlocks, readPage, ROOT, parseTableRows } from '../support/markdown.js';

const PAGE = 'ARCHITECTURE.md';
/** Folders that a path on the page may be relative to. */
const GROUPS = listFolders('src');
const BASES = [
  '',
  'src',
  ...GROUPS.map((group) => `src/${group}`),
  'src/files/files',
  'src/tasks/tasks',
  'src/workflow/engine',
];
const FILES = globSync('{src,runtimes,schemas,templates}/**/*.*', { cwd: ROOT });
const BASENAMES = new Set(FILES.map((file) => basename(file)));
const SOURCES = FILES.filter(
  (file) => file.startsWith('src/') && /(?<!\.spec)\.ts$/.test(file),
).map((file) => readFileSync(join(ROOT, file), 'utf8'));

const spans = [...readPage(PAGE).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
const unique = (pattern: RegExp): string[] => [
  ...new Set(spans.filter((text) => pattern.test(text))),
];

const METHOD = /^[A-Z]\w+\.\w+$/;
const TYPE = /^[A-Z]\w+$/;
/** A file, a folder or a glob. `a.b` with an unknown ending is the name of a message or a capability. */
const PATH = /^[\w.*/-]+(?:\/|\.(?:ts|mjs|py|json|yaml))$/;
const DOTTED = /^[a-z]+\.[a-z-]+$/;

describe(`the groups in ${PAGE}`, () => {
  const rows = parseTableRows(readPage(PAGE), ['group', 'folder', 'what it is']);
  const listed = rows.map(([group, folder]) => `${group}/${folder}`);

  it('the groups and folders of ARCHITECTURE.md are exactly those of src', () => {
    const folders = GROUPS.flatMap((group) =>
      listFolders(`src/${group}`).map((folder) => `${group}/${folder}`),
    );
    expect([...listed].sort()).toEqual(folders.sort());
  });

  it('the picture of ARCHITECTURE.md shows the groups in the order of its table', () => {
    const picture = parseBlocks(readPage(PAGE)).find(({ info }) => info === 'picture');
    const drawn: string[] = [];
    let group = '';
    for (const [, name = '', folders = ''] of picture?.text.matchAll(/^\| (.{10}) \| (.*) \|$/gm) ??
      []) {
      group = name.trim() || group;
      for (const folder of folders.match(/[a-z-]+/g) ?? []) drawn.push(`${group}/${folder}`);
    }
    expect(drawn).toEqual(listed);
  });

  it('every group but the highest has a lint rule, in the order of ARCHITECTURE.md', () => {
    const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    const named = (ending: string): string[] =>
      forbidden
        .filter(({ name }) => name.endsWith(ending))
        .map(({ name }) => name.slice(0, -ending.length));
    const groups = [...new Set(rows.map(([group = '']) => group))];
    expect(named('-imports-only-groups-below-it')).toEqual(groups.slice(1));
    const lower = rows.filter(([group], index) => rows[index - 1]?.[0] === group);
    expect(named('-imports-only-folders-below-it')).toEqual(lower.map(([, folder]) => folder));
  });
});

describe(`the names in ${PAGE}`, () => {
  it.each(unique(PATH))('the path %s is a file or a folder', (path) => {
    const pattern = path.includes('*');
    const found = pattern
      ? FILES.some((file) => basename(file).endsWith(path.replace('*', '')))
      : BASENAMES.has(path) || BASES.some((base) => existsSync(join(ROOT, base, path)));
    expect(found).toBe(true);
  });

  it.each(unique(METHOD))('the name %s is a method of a class in src', (name) => {
    const [type = '', method = ''] = name.split('.');
    const declared = new RegExp(`class ${type}\\b`);
    const defined = new RegExp(`^  (?:\\w+ )*${method}(?:<[^>]*>)?\\(`, 'm');
    expect(SOURCES.some((text) => declared.test(text) && defined.test(text))).toBe(true);
  });

  it.each(unique(TYPE))('the name %s is declared in src', (name) => {
    const declared = new RegExp(`(?:class|interface|type|const) ${name}\\b`);
    expect(SOURCES.some((text) => declared.test(text))).toBe(true);
  });

  it.each(unique(DOTTED).filter((name) => !PATH.test(name)))(
    'the name %s is a message or a capability of src',
    (name) => {
      expect(SOURCES.some((text) => text.includes(`'${name}'`))).toBe(true);
    },
  );

  it('the names in ARCHITECTURE.md include paths, methods, types and messages', () => {
    for (const pattern of [PATH, METHOD, TYPE, DOTTED]) expect(unique(pattern)).not.toEqual([]);
  });
});

/** Returns the names of the subfolders with code; `folder` is relative to the root of the repository. */
function listFolders(folder: string): string[] {
  const files = globSync(`${folder}/*/**/*.ts`, { cwd: ROOT });
  return [...new Set(files.map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''))];
}
