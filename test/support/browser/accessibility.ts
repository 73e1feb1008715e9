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
  await expectNoFindings(page, 'tag', RULES);
  await expectFits(page);
}

/** Fails where a text can hardly be read: all that colours alone change of {@link expectAccessible}. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNoFindings(page, 'rule', ['color-contrast']);
}

async function expectNoFindings(
  page: Page,
  type: 'tag' | 'rule',
  values: readonly string[],
): Promise<void> {
  // As an extension does, past the policy of the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const findings = await page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run(document, { runOnly });
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))]);
    },
    { type, values },
  );
  expect(findings).toEqual([]);
}

/** Fails where a page is wider than its window; says which parts are. */
export async function expectFits(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('main *, header *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    );
    return [`${document.documentElement.scrollWidth} px`, ...wide.slice(0, 5).map(said)];
    function said(element: Element): string {
      return element.outerHTML.slice(0, 160);
    }
  });
  expect(over).toEqual([]);
}
