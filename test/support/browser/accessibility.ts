import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { WHOLE_SIZE } from '../size.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The windows of a desktop and of a phone. */
export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 800 };

interface Axe {
  run: (
    where: Document,
    how: object,
  ) => Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }>;
}

/** Fails if axe reports anything on a page of a watched context, or if the page is wider than its window. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFindings(page, 'tag', RULES);
  await expectFits(page);
}

/**
 * Fails if a page is not accessible in a wide or narrow window, in light or dark colours. As light and dark differ in
 * colours only, each width gets the full check in one of them and the contrast check in the other. At the normal test
 * size, the page is only checked wide and light, and narrow and dark; `full` selects the one with the full check.
 * Leaves the page wide and light.
 */
export async function expectAccessibleInAllViews(
  page: Page,
  full: 'wide' | 'phone' = 'wide',
): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  await (WHOLE_SIZE || full === 'wide' ? expectAccessible : expectReadable)(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  if (WHOLE_SIZE) await expectContrast(page);
  await page.setViewportSize(PHONE);
  await (WHOLE_SIZE || full === 'phone' ? expectAccessible : expectReadable)(page);
  await page.emulateMedia({ colorScheme: 'light' });
  if (WHOLE_SIZE) await expectContrast(page);
  await page.setViewportSize(WIDE);
}

/**
 * Fails if a page is not accessible on a phone, in light or dark colours. For parts that only appear on phones. Leaves
 * the page narrow and light.
 */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectContrast(page);
}

async function expectReadable(page: Page): Promise<void> {
  await expectContrast(page);
  await expectFits(page);
}

/** Fails if text has too little contrast: the part of {@link expectAccessible} that depends on colours. */
async function expectContrast(page: Page): Promise<void> {
  await expectNoFindings(page, 'rule', ['color-contrast']);
}

async function expectNoFindings(
  page: Page,
  type: 'tag' | 'rule',
  values: readonly string[],
): Promise<void> {
  // Code that is evaluated like this is exempt from the page's content security policy, as that of an extension is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const findings = await page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: Axe };
      // Reporting the elements that pass, too, would take as long as the check itself.
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))]);
    },
    { type, values },
  );
  expect(findings).toEqual([]);
}

/** Fails if a page is wider than its window, and names the elements that stick out. */
export async function expectFits(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('main *, header *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1 && !isScrolledIn(element),
    );
    return [`${document.documentElement.scrollWidth} px`, ...wide.slice(0, 5).map(said)];
    /** Returns whether an ancestor scrolls or clips an element, which then does not widen the page. */
    function isScrolledIn({ parentElement: parent }: Element): boolean {
      if (parent === null) return false;
      return getComputedStyle(parent).overflowX !== 'visible' || isScrolledIn(parent);
    }
    function said(element: Element): string {
      return element.outerHTML.slice(0, 160);
    }
  });
  expect(over).toEqual([]);
}
