import type { BrowserContext, Page } from 'playwright-core';
import type { TestServer } from '../support/server.js';
import type { Screen } from './screens.js';

interface Offering extends Window {
  /** Method and path of each request that would have changed something. */
  offered?: string[];
}

/** Id of no object, so that requests change nothing. */
const NONE = '00000000-0000-7000-8000-000000000000';
/** Controls that only show something or copy it to the clipboard. */
const LOOKING = '[role=tab], [aria-pressed], [aria-haspopup], .plain, .json-toggle, .log-number';
/** Maximum number of presses on a screen, as some lists have a button per row. */
const MOST = 60;

/**
 * Intercepts the page's requests for changes: they are recorded and answered with an error. Call it before the first
 * page.
 */
export async function noteOffered(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const ask = window.fetch.bind(window);
    const offered: string[] = ((window as Offering).offered = []);
    const detail = 'It is not sent: a test notes it.';
    const body = JSON.stringify({ status: 422, code: 'validation_failed', detail });
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'GET') return ask(request);
      offered.push(`${request.method} ${new URL(request.url).pathname}`);
      const headers = { 'Content-Type': 'application/problem+json' };
      return new Response(body, { status: 422, headers });
    };
  });
}

/** Navigates to a screen without reloading the page. */
export async function goTo(page: Page, { path }: Pick<Screen, 'path'>): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Presses every control in the main part of a page and in what opens, and changes each selection. Returns the requests
 * that would be sent, as method and path, and the paths that buttons lead to.
 */
export function pressAll(page: Page): Promise<{ sent: string[]; links: string[] }> {
  return page.evaluate(
    async ({ looking, most }) => {
      const { offered = [] } = window as Offering;
      offered.length = 0;
      const at = location.href;
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main a.button[href]')];
      const paths = links.map(({ pathname }) => pathname);
      const pressed = new Set<string>();
      const describeElement = (one: Element): string =>
        [one.tagName, one.id, one.getAttribute('aria-label'), one.textContent].join(' ');
      const next = (): HTMLElement | undefined =>
        [
          ...document.querySelectorAll<HTMLElement>(
            ':is(main, dialog[open]) :is(button, select, input[type=checkbox]):not(:disabled)',
          ),
        ].find(
          (one) =>
            !one.matches(looking) && one.checkVisibility() && !pressed.has(describeElement(one)),
        );
      for (let count = 0; count < most; count += 1) {
        const one = next();
        if (one === undefined) break;
        pressed.add(describeElement(one));
        // The fields are validated by the server, not by the browser.
        for (const form of document.forms) form.noValidate = true;
        if (one instanceof HTMLSelectElement) {
          one.selectedIndex = (one.selectedIndex + 1) % one.options.length;
          one.dispatchEvent(new Event('change', { bubbles: true }));
        } else one.click();
        // React renders the effects in separate tasks.
        for (let task = 0; task < 3; task += 1)
          await new Promise((resolve) => setTimeout(resolve, 0));
        if (location.href === at) continue;
        history.pushState(null, '', at);
        dispatchEvent(new PopStateEvent('popstate'));
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return { sent: [...offered], links: paths };
    },
    { looking: LOOKING, most: MOST },
  );
}

/** Returns the requests that the server refuses to the user of a token according to its OpenAPI document. */
export async function listRefusedRequests(
  server: TestServer,
  token: string,
  requests: ReadonlySet<string>,
): Promise<string[]> {
  const { body: document } = await server.call<{ paths: Record<string, object> }>(
    'GET',
    '/openapi.json',
    { token: null },
  );
  const operations = new Map<string, string>();
  for (const request of requests) {
    const [method = '', path = ''] = request.split(' ');
    const template = Object.keys(document.paths)
      .filter((one) => Object.hasOwn(document.paths[one] ?? {}, method.toLowerCase()))
      // The template with the fewest parameters matches best.
      .toSorted((one, other) => one.split('{').length - other.split('{').length)
      .find((one) => new RegExp(`^${one.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path));
    if (template === undefined) throw new Error(`The document has no ${request}.`);
    operations.set(`${method} ${template}`, method);
  }
  const refused: string[] = [];
  for (const [operation, method] of operations) {
    const path = operation.slice(method.length + 1);
    const asked = path.replace('{project_id}', 'default').replaceAll(/\{[^}]+\}/g, NONE);
    const { status } = await server.call(method, asked, { token, body: {} });
    if (status === 403) refused.push(operation);
  }
  return refused;
}
