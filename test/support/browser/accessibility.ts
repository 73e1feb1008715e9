import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  run: (
    where: Document,
    how: object,
  ) => Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }>;
}

/** Fails where axe finds something on a page of a watched context, or where the page is wider than its window. */
export async function expectAccessible(page: Page): Promise<void> {
  // As an extension does, past the policy of the page.
  await page.evaluate(AXE);
  const findings = await page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly: { type: 'tag', values } });
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))]);
  }, RULES);
  expect(findings).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
}
