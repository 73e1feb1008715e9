import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sized } from '../support/size.js';

/** More parts than a screen has in the order of Tab; of long lists the first ones are enough. */
const MOST = sized(150, 20);

/** So many stops of Tab an input of a date or time has besides itself: its day, month, year, and the button that opens a calendar. */
const WITHIN_TIME = 6;

interface Visits {
  reached: Set<Element>;
  unseen: string[];
}

/**
 * Fails where Tab does not lead to a part that can be used, or where the one that has the focus does not show it. `from`: a selector of
 * what Tab begins with; by default it is the page.
 */
export async function expectReachable(page: Page, from = 'body'): Promise<void> {
  const count = await page.evaluate(begin, { withinTime: WITHIN_TIME, from });
  // In an editor Tab indents, and leads on after Escape.
  const hasEditor = (await page.locator('.code-editor').count()) > 0;
  // One of them may have had the focus, and comes again at the end of a round.
  for (let presses = 0; presses < Math.min(count + 2, MOST); presses += 1) {
    if (hasEditor) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  expect(await page.evaluate(found, MOST)).toEqual({ missed: [], unseen: [] });
}

/** Notes what gets the focus from now on. Returns how many stops there are at most. */
function begin({ withinTime, from }: { withinTime: number; from: string }): number {
  const start =
    document.querySelector<HTMLElement>('dialog[open]') ??
    document.querySelector<HTMLElement>(from);
  if (start === null) throw new Error(`There is no ${from}.`);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  getSelection()?.removeAllRanges();
  // The main part takes the focus, as for who skips the navigation, and Tab goes on from there.
  if (start.matches('main')) start.focus();
  const visits: Visits = { reached: new Set(), unseen: [] };
  const listening = new AbortController();
  Object.assign(window, { visits, listening });
  const style = (element: Element): string => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return outlineStyle !== 'none' && outlineWidth !== '0px' ? 'outline' : boxShadow;
  };
  document.addEventListener(
    'focusin',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      visits.reached.add(target);
      // A part with a tree of its own shows it within.
      const path = event.composedPath().filter((part) => part instanceof Element);
      const within = path.slice(0, path.indexOf(target) + 1);
      if (within.every((part) => style(part) === 'none'))
        visits.unseen.push(target.outerHTML.slice(0, 200));
    },
    listening,
  );
  const times = 'input:is([type=date], [type=time], [type=datetime-local])';
  return parts(start).reduce((sum, part) => sum + (part.matches(times) ? 1 + withinTime : 1), 0);

  function parts(within: Element): Element[] {
    const all = within.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    );
    const visible = [...all].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [type=hidden]') &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    Object.assign(window, { tabParts: visible });
    return visible;
  }
}

function found(most: number): { missed: string[]; unseen: string[] } {
  const { visits, listening, tabParts } = window as unknown as {
    visits: Visits;
    listening: AbortController;
    tabParts: Element[];
  };
  listening.abort();
  // Of buttons of one choice, Tab reaches one.
  const missed = tabParts
    .slice(0, most)
    .filter((part) => part.isConnected && !visits.reached.has(part))
    .filter((part) => !part.matches('[type=radio]'));
  return { missed: missed.map((part) => part.outerHTML.slice(0, 200)), unseen: visits.unseen };
}
