import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { WHOLE_SIZE } from '../size.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A window as wide as that of a desk, and one of a phone. */
export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 800 };

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

/**
 * Fails where a page, as it is now, is not accessible wide or narrow, in light or dark. Colours alone differ between light and dark, so the
 * other check at a width is only at them. At the normal size of the tests it is looked at wide and light, and narrow and dark, in one of
 * both in full: `full`. Leaves the page wide and light.
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

/** Fails where a page is not accessible on a phone, in light or dark: for what only a phone has. Leaves the page narrow and light. */
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

/** Fails where a text can hardly be read: all that colours alone change of {@link expectAccessible}. */
async function expectContrast(page: Page): Promise<void> {
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
      // Of what is right it says nothing else: to name those elements takes as long as to look at them.
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
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
      (element) => element.getBoundingClientRect().right > innerWidth + 1 && !isScrolledIn(element),
    );
    return [`${document.documentElement.scrollWidth} px`, ...wide.slice(0, 5).map(said)];
    /** Returns whether a part scrolls or cuts an element off, which then makes no page wide. */
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
