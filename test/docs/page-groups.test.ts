import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { PAGES } from '../support/markdown.js';
import { PAGE_GROUPS, pagesOf, withBlocks } from '../support/page-groups.js';

it('executes every page that has blocks, in exactly one group', () => {
  const pages = withBlocks(PAGES);
  const executed = Object.keys(PAGE_GROUPS).flatMap(pagesOf);
  expect(executed.map(([page]) => page).sort()).toEqual(pages.map(([page]) => page));
  expect(pages.flatMap(([, blocks]) => blocks).length).toBeGreaterThan(40);
});

it('has one file for each group of pages', () => {
  const files = globSync('pages-*.test.ts', { cwd: import.meta.dirname }).sort();
  const groups = Object.keys(PAGE_GROUPS).map((group) => `pages-${group}.test.ts`);
  expect(files).toEqual(groups.sort());
});
