/** Holds every name in code font of ARCHITECTURE.md to the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readPage, ROOT } from '../support/markdown.js';

const PAGE = 'ARCHITECTURE.md';
/** Folders that a path of the page may be relative to. */
const BASES = ['', 'src', 'src/cli'];
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
/** A file, a folder or a pattern of files; `a.b` without an ending of ours is the name of a message or of a capability. */
const PATH = /^[\w.*/-]+(?:\/|\.(?:ts|mjs|py|json|yaml))$/;
const DOTTED = /^[a-z]+\.[a-z-]+$/;

describe(`the names in ${PAGE}`, () => {
  it.each(unique(PATH))('%s is a file or a folder', (path) => {
    const pattern = path.includes('*');
    const found = pattern
      ? FILES.some((file) => basename(file).endsWith(path.replace('*', '')))
      : BASENAMES.has(path) || BASES.some((base) => existsSync(join(ROOT, base, path)));
    expect(found).toBe(true);
  });

  it.each(unique(METHOD))('%s is a method of a class in src', (name) => {
    const [type = '', method = ''] = name.split('.');
    const declared = new RegExp(`class ${type}\\b`);
    const defined = new RegExp(`^  (?:\\w+ )*${method}(?:<[^>]*>)?\\(`, 'm');
    expect(SOURCES.some((text) => declared.test(text) && defined.test(text))).toBe(true);
  });

  it.each(unique(TYPE))('%s is declared in src', (name) => {
    const declared = new RegExp(`(?:class|interface|type|const) ${name}\\b`);
    expect(SOURCES.some((text) => declared.test(text))).toBe(true);
  });

  it.each(unique(DOTTED).filter((name) => !PATH.test(name)))(
    '%s is a message or a capability of src',
    (name) => {
      expect(SOURCES.some((text) => text.includes(`'${name}'`))).toBe(true);
    },
  );

  it('include paths, methods, types and messages', () => {
    for (const pattern of [PATH, METHOD, TYPE, DOTTED]) expect(unique(pattern)).not.toEqual([]);
  });
});
