import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS } from '../../src/server/core/config.js';
import { ERRORS } from '../../src/server/core/errors.js';
import { ALL_FEATURES } from '../../src/server/core/features.js';
import { allTables } from '../../src/server/core/tables.js';
import { readPage, ROOT, parseTableRows } from '../support/markdown.js';

const SRC = join(ROOT, 'src');
function foldersWith(pattern: string): string[] {
  return [
    ...new Set(globSync(pattern, { cwd: SRC }).map((file) => file.split('/')[1] ?? '')),
  ].sort();
}

/** Returns all exports of the files that match a pattern, with their folders. */
async function loadExports(pattern: string): Promise<{ folder: string; value: unknown }[]> {
  const files = globSync(pattern, { cwd: SRC });
  expect(files.length).toBeGreaterThan(0);
  const modules = await Promise.all(
    files.map(async (file) => ({
      folder: file.split('/')[1] ?? '',
      exports: (await import(join(SRC, file))) as Record<string, unknown>,
    })),
  );
  return modules.flatMap(({ folder, exports }) =>
    Object.values(exports).map((value) => ({ folder, value })),
  );
}

describe('the list of features', () => {
  it('the list of features has exactly the features that folders declare', () => {
    expect(ALL_FEATURES.map(({ name }) => name).sort()).toEqual(foldersWith('*/*/*.feature.ts'));
  });

  it('the list of features follows the table of ARCHITECTURE.md from its lowest row', () => {
    const rows = parseTableRows(readPage('ARCHITECTURE.md'), ['group', 'folder', 'what it is']);
    const folders = rows.map(([, folder = '']) => folder).reverse();
    const names = ALL_FEATURES.map(({ name }) => name);
    expect(folders.filter((folder) => names.includes(folder))).toEqual(names);
  });

  it('every tag of the OpenAPI document has its own position', () => {
    const tags = ALL_FEATURES.flatMap((feature) => feature.tags ?? []);
    expect(new Set(tags.map(({ position }) => position)).size).toBe(tags.length);
    expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
  });
});

describe('what a folder has its feature declares', () => {
  it('every entity is declared in the tables of its feature', async () => {
    const { entities } = allTables();
    const written = (await loadExports('**/*.entity.ts')).map(({ value }) => value);
    expect(new Set(entities)).toEqual(new Set(written));
    expect(entities).toHaveLength(written.length);
  });

  it('every migration is declared, and its file has a number of its own', async () => {
    const { migrations } = allTables();
    const files = globSync('**/migrations/*.ts', { cwd: SRC });
    const written = (await loadExports('**/migrations/*.ts')).map(({ value }) => value);
    expect(new Set(migrations)).toEqual(new Set(written));
    const numbers = (texts: string[]): string[] =>
      texts.map((text) => /\d{4}/.exec(text)?.[0] ?? '').sort();
    const ofFiles = numbers(files.map((file) => file.split('/').at(-1) ?? ''));
    expect(numbers(migrations.map(({ name }) => name.slice(-4)))).toEqual(ofFiles);
    expect(new Set(ofFiles).size).toBe(ofFiles.length);
  });

  it('every migration is known by the name of its class', async () => {
    const { migrations } = allTables();
    for (const migration of migrations) expect(new migration().name).toBe(migration.name);
  });

  it('every error code is declared by a feature', async () => {
    const written = (await loadExports('*/*/errors.ts'))
      .filter(({ folder }) => !['kernel', 'core', 'client'].includes(folder))
      .flatMap(({ value }) => Object.values(value as object));
    const declared = ALL_FEATURES.flatMap(({ errors = {} }) => Object.values(errors));
    expect(new Set(declared)).toEqual(new Set(written));
    for (const [code, definition] of Object.entries(ERRORS)) expect(definition.code).toBe(code);
  });

  it('every setting is declared by a feature', async () => {
    const written = (await loadExports('*/*/settings.ts'))
      .filter(({ folder }) => folder !== 'config')
      .flatMap(({ value }) => Object.values(value as object));
    const declared = ALL_FEATURES.flatMap(({ settings = {} }) => Object.values(settings));
    expect(new Set(declared)).toEqual(new Set(written));
    const variables = Object.values(SETTINGS).map(({ env }) => env);
    expect(new Set(variables).size).toBe(variables.length);
  });
});
