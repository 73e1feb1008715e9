import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { PAGES } from '../support/markdown.js';
import { PAGE_GROUPS, listPages, withBlocks } from './page-groups.js';

it('every page with blocks is executed in exactly one group', () => {
  const pages = withBlocks(PAGES);
  const executed = Object.keys(PAGE_GROUPS).flatMap(listPages);
  expect(executed.map(([page]) => page).sort()).toEqual(pages.map(([page]) => page));
  expect(pages.flatMap(([, blocks]) => blocks).length).toBeGreaterThan(40);
});

it('every group of pages has its own file', () => {
  const files = globSync('pages-*.test.ts', { cwd: import.meta.dirname }).sort();
  const groups = Object.keys(PAGE_GROUPS).map((group) => `pages-${group}.test.ts`);
  expect(files).toEqual(groups.sort());
});
