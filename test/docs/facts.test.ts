/** Tests that the tables of the documentation match the code completely and in order. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SETTINGS } from '../../src/server/core/config.js';
import { STATUS_OF } from '../../src/server/http/problem.js';
import { ERRORS } from '../../src/server/core/errors.js';
import { FIELDS } from '../../src/tasks/meta-tasks/fields.js';
import { RUN_ERROR_CODES } from '../../src/sandbox/runtime/runtime.js';
import { PAGES, readPage, ROOT, parseTableRows } from '../support/markdown.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

describe('the tables are those of the code', () => {
  it('docs/configuration.md lists every setting with its default, allowed values and description', () => {
    const rows = parseTableRows(readPage('docs/configuration.md'), [
      'variable',
      'default',
      'allowed',
      'what it is',
    ]);
    const head = ['entry', 'default', 'allowed', 'what it is'];
    const entries = parseTableRows(readPage('docs/configuration.md'), head);
    const known = Object.values(SETTINGS).map((setting) => [
      setting.env,
      setting.fallback,
      setting.allowed,
      setting.description,
    ]);
    const isEntry = ([name = '']: string[]): boolean => name.includes('.');
    expect(rows).toEqual(known.filter((row) => !isEntry(row)));
    expect(entries).toEqual(known.filter(isEntry));
  });

  it('docs/errors.md lists every error code with its status, title and advice', () => {
    const rows = parseTableRows(readPage('docs/errors.md'), [
      'code',
      'status',
      'title',
      'what to do',
    ]);
    const documented = rows.map(([code, status, title]) => [code, `${status} ${title}`]);
    const known = Object.values(ERRORS).map(({ code, kind, title }) => [
      code,
      `${STATUS_OF[kind]} ${title}`,
    ]);
    // The page groups related rows, in another order than the features.
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(known));
    expect(documented).toHaveLength(known.length);
    expect(rows.filter((row) => (row[3] ?? '') === '')).toEqual([]);
  });

  it('docs/api.md has a row for each field of a meta-task', () => {
    const rows = parseTableRows(readPage('docs/api.md'), ['field', 'default', 'what it is']);
    // A name that ends in an ellipsis stands for all fields that begin so.
    const named = rows.flatMap(([names = '']) => names.split(', '));
    const isNamed = (field: string): boolean =>
      named.some((name) =>
        name.endsWith('…') ? field.startsWith(name.slice(0, -1)) : field === name,
      );
    expect(Object.keys(FIELDS).filter((field) => !isNamed(field))).toEqual([]);
  });

  it('docs/errors.md lists every error code of a run', () => {
    const head = ['error_code', 'status', 'what it means', 'what to do'];
    const rows = parseTableRows(readPage('docs/errors.md'), head);
    expect(rows.map(([code]) => code)).toEqual([...RUN_ERROR_CODES]);
  });

  it('every error code of docs/errors.md is written out in some test', () => {
    const page = readPage('docs/errors.md');
    const heads = [
      ['code', 'status', 'title', 'what to do'],
      ['error_code', 'status', 'what it means', 'what to do'],
    ];
    const codes = heads.flatMap((head) => parseTableRows(page, head).map(([code = '']) => code));
    // Matches '422 too_long', "too_long", /^too_long: / and /^too_long \/pointer/.
    const written = /['"`/^](?:\d{3} )?([a-z_]+)(?=['"`]|: | \\?\/)/g;
    const tests = [
      '{src,packages}/**/*.spec.ts',
      'test/**/*.test.ts',
      'test/conformance/behaviours/*',
    ];
    const tried = new Set(
      globSync(tests, { cwd: ROOT })
        .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(written)])
        .map(([, code]) => code),
    );
    expect(codes.filter((code) => !tried.has(code))).toEqual([]);
  });

  it('docs/bundling.md lists every module of Node that a bundle can contain', () => {
    const rows = parseTableRows(readPage('docs/bundling.md'), [
      'module of Node',
      'size in a bundle',
    ]);
    const built = globSync('**/*.js', { cwd: join(ROOT, 'dist/runtimes/typescript/node') })
      .filter((file) => !file.startsWith('shared/'))
      .map((file) => file.replace(/\.js$/, ''));
    expect(rows.map(([name]) => name)).toEqual(built.sort());
  });

  it('every promise of docs/reliability.md names an existing test', () => {
    const rows = parseTableRows(readPage('docs/reliability.md'), ['promise', 'test']);
    expect(rows.length).toBeGreaterThan(0);
    for (const [, named = ''] of rows) {
      const [file = '', ...title] = named.split(': ');
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title.join(': '));
    }
  });
});

describe('the tests that pages name', () => {
  // Recipes may name tests that do not exist yet, and decisions may name former ones.
  const pages = PAGES.filter((page) => !/^docs\/(recipes|decisions)/.test(page));
  it.each(pages.filter((page) => readPage(page).includes('`test/')))(
    'the tests that %s names exist and have the quoted names',
    (page) => {
      const named = [...readPage(page).matchAll(/`(test\/[\w./-]+)`(?:: "([^"]+)")?/g)];
      const missing = named.filter(([, path = '', name = '']) => {
        const file = join(ROOT, path);
        return (
          !existsSync(file) || (name !== '' && !readFileSync(file, 'utf8').includes(`'${name}'`))
        );
      });
      expect(missing.map(([text]) => text)).toEqual([]);
    },
  );
});

interface Secured {
  security: Record<string, string[]>[];
}

/** Returns the permission that an operation needs, in the words of the page. */
function describeNeeds(path: string, { security }: Secured): string {
  const needs = Object.assign({}, ...security) as Partial<Record<string, string[]>>;
  const [scope] = needs['api_key'] ?? [];
  const [role] = needs['access_token'] ?? [];
  if (scope !== undefined) return `scope ${scope}`;
  if (role === 'installation_admin') return "an installation's admin";
  if (role !== undefined) return path.includes('{project_id}') ? `role ${role}` : 'any token';
  return security.length === 0 ? 'nothing' : 'any key or token';
}

describe('the endpoints', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await sharedServer();
  });
  afterAll(() => server.stop());

  it('docs/api.md lists every endpoint with what it needs, and no others', async () => {
    const { body } = await server.call('GET', '/openapi.json', { token: null });
    const { paths } = body as { paths: Record<string, Record<string, Secured>> };
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        describeNeeds(path, operation),
      ]),
    );
    const rows = parseTableRows(readPage('docs/api.md'), ['endpoint', 'needs', 'what it does']);
    const listed = rows.map(([endpoint, needs]) => [endpoint, needs]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(served));
    expect(rows).toHaveLength(served.length);
  });
});

describe('the links', () => {
  it.each(PAGES)('the links of %s lead to existing targets', (page) => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g)];
    const dead = links.filter(([, path = '', anchor]) => {
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !listAnchors(target).includes(anchor);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });
});

describe('the headings', () => {
  it.each(PAGES)('the headings of %s all have text below them', (page) => {
    const outline = readPage(page)
      .replaceAll(/^(`{3,}).*$[^]*?^\1$/gm, 'code')
      .split('\n')
      .filter((line) => line !== '');
    const parseHeadingLevel = (line: string): number =>
      line.length - line.replace(/^#+/, '').length;
    const empty = outline.filter((line, index) => {
      const next = outline[index + 1];
      return (
        line.startsWith('#') &&
        (next === undefined ||
          (next.startsWith('#') && parseHeadingLevel(next) <= parseHeadingLevel(line)))
      );
    });
    expect(empty).toEqual([]);
  });
});

describe('the pages of the package', () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    files: string[];
  };
  const left = files.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1));
  /** Returns whether the package contains a file; npm adds README.md and LICENSE itself. */
  const ships = (path: string): boolean =>
    ['README.md', 'LICENSE'].includes(path) ||
    (!left.includes(path) && files.some((entry) => path === entry || path.startsWith(`${entry}/`)));

  it.each(PAGES.filter(ships))('the page %s links only to files of the package', (page) => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
    const targets = links.map(([, path = '']) => join(dirname(page), path));
    expect(targets.filter((target) => !ships(target))).toEqual([]);
  });
});

/** Returns the anchors of a page's headings, as GitHub generates them. */
function listAnchors(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')}`,
  );
}
