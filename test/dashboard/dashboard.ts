import { NOW } from './clock.js';
import { afterEach, beforeAll, jest } from '@jest/globals';
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Dashboard, newClient } from '../../web/src/dashboard.js';
import { newRouter } from '../../web/src/router.js';
import { type Answers, answerTo, type Asked } from './answers.js';
import { FakeEventSource, sendEvent } from './event-source.js';
import { buildOutline } from './outline.js';

/** Longer than the delays after which typed input takes effect, in ms. */
const TYPING_MS = 600;
/** Number of idle turns after which a page counts as settled. */
const QUIET_TURNS = 3;
/** Guard against hanging, in ms; the first use of code compiles it. */
const PATIENCE_MS = 120_000;
const FIELDS = 'input, select, textarea';
const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=menuitem], [role=tab]';

let open: { root: Root; place: HTMLElement; client: ReturnType<typeof newClient> } | null = null;
let pending = 0;
let asked: Asked[] = [];

/**
 * Opens the dashboard at a path below `/ui` with its router, cache and events. `answers` are those of the server;
 * `keeps` preserves the browser's storage.
 */
export async function openPage(
  path: string,
  answers: Answers,
  { keeps = false } = {},
): Promise<void> {
  await closePage();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, EventSource: FakeEventSource });
  jest.setSystemTime(Date.parse(NOW));
  if (!keeps) {
    localStorage.clear();
    sessionStorage.clear();
  }
  asked = [];
  const own = asked;
  globalThis.fetch = async (input, init) => {
    pending += 1;
    try {
      return await answerTo(new Request(input, init), answers, own);
    } finally {
      pending -= 1;
    }
  };
  history.replaceState(null, '', `/ui${path}`);
  const place = document.body.appendChild(document.createElement('div'));
  const client = newClient();
  const root = createRoot(place);
  open = { root, place, client };
  const router = newRouter();
  await act(async () => root.render(createElement(Dashboard, { client, router })));
  await settled();
}

async function closePage(): Promise<void> {
  if (open === null) return;
  const { root, place, client } = open;
  open = null;
  await act(async () => root.unmount());
  client.clear();
  place.remove();
}

// Modules that the dashboard loads on demand are loaded in advance, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([
    import('../../web/src/forms/schema-form.js'),
    import('../../web/src/forms/schema-issues.js'),
    import('../../web/src/parts/markdown.js'),
    import('../../web/src/screens/runs/bulk-dialog.js'),
    import('../../web/src/screens/runs/export-dialog.js'),
    import('../../web/src/screens/shell/find-dialog.js'),
  ]);
});
afterEach(closePage);

/** Returns the requests so far. */
export function requests(): readonly Asked[] {
  return asked;
}

/** Returns the requests so far that would change something. */
export function changes(): readonly Asked[] {
  return asked.filter(([request]) => !request.startsWith('GET '));
}

/** Returns the part of the page that a user looks at: the last open dialog, or the main part. */
export function shown(): Element {
  const dialogs = document.querySelectorAll('dialog[open], [popover][data-open]');
  const found = [...dialogs].at(-1) ?? document.querySelector('main') ?? document.body;
  return found;
}

/** Returns the visible part of the page as text, one element per line. */
export function outline(root: Element = shown()): string {
  return buildOutline(root).join('\n');
}

/** Returns all visible controls that match a selector, with their names. */
export function controls(selector: string): { name: string; element: Element }[] {
  return [...shown().querySelectorAll(selector)].map((element) => ({
    name: readAccessibleName(element),
    element,
  }));
}

/** Returns the names of all visible controls in order. */
export function offered(): string[] {
  return [...shown().querySelectorAll(CONTROLS)].map(
    (one) => `${readAccessibleName(one)}${isDisabled(one) ? ' (disabled)' : ''}`,
  );
}

/** Presses a control by name: a button, link, tab or checkbox. Controls in the front take precedence. */
export async function press(name: string): Promise<void> {
  const target = find(name, (one) => !isDisabled(one));
  await act(async () => (target as HTMLElement).click());
  await settled();
}

/** Fills a field by name: with a text, an option's text or value, or the state of a checkbox. */
export async function fill(name: string, value: string | boolean): Promise<void> {
  const target = find(name, (one) => one.matches(FIELDS));
  await enter(target, value);
}

/** Fills a field. */
export async function enter(target: Element, value: string | boolean): Promise<void> {
  await act(async () => {
    if (target instanceof HTMLInputElement && typeof value === 'boolean') {
      if (target.checked !== value) target.click();
    } else if (target instanceof HTMLSelectElement) {
      const option = [...target.options].find(
        (one) => one.value === value || one.textContent === value,
      );
      if (option === undefined) throw new Error(`There is no option ${value}.`);
      target.value = option.value;
      target.dispatchEvent(new Event('change', { bubbles: true }));
    } else {
      // React would ignore the change if the value were set through its own setter.
      const { prototype } = target.constructor as { prototype: object };
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, value);
      target.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await settled();
}

/** Presses a key in the focused element or in a field, given as an element or by name. */
export async function pressKey(key: string, at?: string | Element): Promise<void> {
  const field = typeof at === 'string' ? find(at, (one) => one.matches(FIELDS)) : at;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  await act(async () => {
    (field as HTMLElement | undefined)?.focus();
    (document.activeElement ?? document.body).dispatchEvent(event);
  });
  await settled();
}

/** Sends an event to the page, as its server does. */
export async function receive(type: string, data: object, id?: string): Promise<void> {
  await act(async () => sendEvent('/events', type, data, id));
  await settled();
}

/** Advances the clock by a duration in ms. */
export async function later(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
  await rest();
}

/** Waits until the page has loaded everything, including after the delays of typing. */
export async function settled(): Promise<void> {
  await rest();
  await later(TYPING_MS);
}

/** Waits until no request is open and nothing else happens. */
async function rest(): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let quiet = 0; quiet < QUIET_TURNS;) {
    await act(async () => {
      await turn();
      // Immediate effects take up to a millisecond, by which the clock of the page must not advance.
      const now = Date.now();
      await jest.advanceTimersByTimeAsync(1);
      jest.setSystemTime(now);
    });
    const isQuiet =
      pending === 0 &&
      open?.client.isFetching() === 0 &&
      document.querySelector('h1, dialog') !== null &&
      document.querySelector('.skeleton-list') === null;
    quiet = isQuiet ? quiet + 1 : 0;
    if (performance.now() > end) throw new Error(`The page does not come to rest:\n${outline()}`);
  }
}

/** Resolves in the next turn of the event loop, independently of the page's clock. */
function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

function find(name: string, fits: (one: Element) => boolean): Element {
  const found = [
    ...shown().querySelectorAll(CONTROLS),
    ...document.querySelectorAll(CONTROLS),
  ].find((one) => readAccessibleName(one) === name && fits(one));
  if (found === undefined) throw new Error(`no "${name}" among: ${offered().join(' | ')}`);
  return found;
}

/** Returns the name of a control as read by a screen reader. */
function readAccessibleName(one: Element): string {
  const label = one.getAttribute('aria-label');
  if (label !== null) return label;
  if (one.matches('input, select, textarea')) {
    const own = one.id === '' ? null : document.querySelector(`label[for="${one.id}"]`);
    return (own ?? one.closest('label'))?.textContent?.trim() ?? '';
  }
  return one.textContent?.trim() ?? '';
}

function isDisabled(one: Element): boolean {
  return one.matches(':disabled, [aria-disabled=true]');
}
