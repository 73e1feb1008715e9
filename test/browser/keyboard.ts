import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sized } from '../support/size.js';

/** Maximum number of Tab presses, more than a screen has stops. The first stops of long lists are enough. */
const MOST = sized(150, 20);

/** Number of further Tab stops in a date or time input: its parts and the button that opens a calendar. */
const WITHIN_TIME = 6;

interface Visits {
  reached: Set<Element>;
  unseen: string[];
}

/**
 * Fails if Tab does not reach a usable element, or if the focused element does not show its focus. `from` selects where
 * Tab begins, by default the page.
 */
export async function expectReachable(page: Page, from = 'body'): Promise<void> {
  const count = await page.evaluate(begin, { withinTime: WITHIN_TIME, from });
  // In an editor, Tab indents; after Escape it leaves the editor.
  const hasEditor = (await page.locator('.code-editor').count()) > 0;
  // An element that already had the focus comes again at the end of a round.
  for (let presses = 0; presses < Math.min(count + 2, MOST); presses += 1) {
    if (hasEditor) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  expect(await page.evaluate(found, MOST)).toEqual({ missed: [], unseen: [] });
}

/** Records which elements get the focus from now on, and returns the maximum number of stops. */
function begin({ withinTime, from }: { withinTime: number; from: string }): number {
  const start =
    document.querySelector<HTMLElement>('dialog[open]') ??
    document.querySelector<HTMLElement>(from);
  if (start === null) throw new Error(`There is no ${from}.`);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  getSelection()?.removeAllRanges();
  // The main part takes the focus, as after skipping the navigation.
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
      // An element with a shadow tree shows its focus inside.
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
  // Tab reaches only one button of a radio group.
  const missed = tabParts
    .slice(0, most)
    .filter((part) => part.isConnected && !visits.reached.has(part))
    .filter((part) => !part.matches('[type=radio]'));
  return { missed: missed.map((part) => part.outerHTML.slice(0, 200)), unseen: visits.unseen };
}
