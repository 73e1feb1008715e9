import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  LANGUAGE_TITLES,
  SCRIPT_ENDINGS,
  SCRIPT_LANGUAGES,
  USUAL_SCRIPTS,
} from '../../src/base/languages/index.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface GuestLanguage {
  copied: string[];
  entryPoints: string[];
  lint: { name: string; command: string[] }[];
}

describe('what stands outside of src/ knows the languages of scripts', () => {
  it('the schema of metatask.yaml knows all languages of scripts', () => {
    const { properties } = JSON.parse(read('schemas/metatask.schema.json')) as {
      properties: Record<string, { enum?: unknown[]; description: string }>;
    };
    expect(properties['language']?.enum).toEqual([...SCRIPT_LANGUAGES, null]);
    for (const name of USUAL_SCRIPTS)
      for (const field of ['execution_mode', 'script'])
        expect(properties[field]?.description).toContain(name);
  });

  it('the scripts that build and lint know all languages of scripts', async () => {
    const { GUEST_LANGUAGES: known } = (await import(
      join(ROOT, 'scripts/guest-languages.mjs')
    )) as { GUEST_LANGUAGES: Record<string, GuestLanguage> };
    expect(Object.keys(known)).toEqual(SCRIPT_LANGUAGES);
    for (const [language, { copied, entryPoints, lint }] of Object.entries(known)) {
      expect(copied.length + entryPoints.length).toBeGreaterThan(0);
      for (const folder of copied) expect(existsSync(join(ROOT, 'runtimes', folder))).toBe(true);
      for (const name of entryPoints)
        expect(existsSync(join(ROOT, `runtimes/${language}/${name}.ts`))).toBe(true);
      expect(lint).not.toEqual([]);
    }
  });

  it('the description of the package names all languages of scripts', () => {
    expect(JSON.parse(read('package.json'))).toMatchObject({
      description: expect.stringContaining(LANGUAGE_TITLES),
    });
  });

  it('every template has a folder for each of its languages', () => {
    const templates = JSON.parse(read('templates/templates.json')) as {
      name: string;
      languages: string[];
    }[];
    for (const { name, languages } of templates)
      for (const language of languages) {
        expect(SCRIPT_LANGUAGES).toContain(language);
        expect(existsSync(join(ROOT, 'templates', `${name}-${language}`))).toBe(true);
      }
  });
});

describe('what differs between languages', () => {
  it('no code compares a value with the id of a language', () => {
    const ids = SCRIPT_LANGUAGES.join('|');
    const compares = new RegExp(`([!=]== |case )'(${ids})'|'(${ids})' [!=]==`);
    const files = globSync(['{src,scripts,runtimes,test/support}/**/*.{ts,mjs}'], { cwd: ROOT });
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => compares.test(read(file)))).toEqual([]);
  });

  it('no code in src recognizes a language by the ending of a file', () => {
    const endings = SCRIPT_ENDINGS.map((ending) => ending.replace('.', String.raw`\.`)).join('|');
    const asks = new RegExp(`endsWith\\('(${endings})'\\)`);
    const files = globSync('src/**/*.ts', { cwd: ROOT });
    expect(files.filter((file) => asks.test(read(file)))).toEqual([]);
  });
});
