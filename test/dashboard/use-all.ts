import type { Answers, Asked } from './answers.js';
import { controls, enter, openPage, outline, press, requests, shown } from './dashboard.js';

const FIELDS = 'input, textarea, select';
const NOT_FILLED = '[type=file], [type=search], [disabled], [readonly]';
const BUTTONS = 'button';
const NOT_PRESSED = '[disabled], [role=tab], [aria-haspopup], .json-toggle, .log-number';
/** Requests that change nothing and follow a delay of typing. */
const LOOKS = /^POST (?:schedules\/preview|task-types\/(?:[^/]+\/)?check)$/;
const SAYING = '[role=alert], [role=status], .field-error, .note, code.long';
/** Names of buttons that close a dialog. */
const LEAVING = new Set(['Close', 'Keep it', 'Leave them as they are']);
const MOST = 40;

/**
 * Opens a page, changes each of its fields, and presses each button and the first one of each dialog that opens.
 * Returns the requests, messages and addresses that follow.
 */
export async function useAll(path: string, answers: Answers): Promise<string> {
  const log: string[] = [];
  const pressed = new Set<string>();
  await openPage(path, answers);
  const at = location.href;
  const dialogs = openDialogs();
  await fillAll();
  const all = new Set(buttons().map(({ name }) => name));
  for (let count = 0; count < MOST; count += 1) {
    let next = buttons().find(({ name }) => !pressed.has(name))?.name;
    if (next === undefined && [...all].some((name) => !pressed.has(name))) {
      // An earlier press removed the button, so the page is opened again.
      await openPage(path, answers);
      await fillAll();
      next = buttons().find(({ name }) => !pressed.has(name))?.name;
    }
    if (next === undefined) break;
    pressed.add(next);
    log.push(...(await use(next)));
    if (openDialogs() > dialogs) log.push(...indented(await useDialog()));
    if (location.href !== at || openDialogs() !== dialogs) await openPage(path, answers);
  }
  return log.join('\n');
}

function openDialogs(): number {
  return document.querySelectorAll('dialog[open]').length;
}

/** Fills the open dialog and presses its main button. */
async function useDialog(): Promise<string[]> {
  const before = outline().split('\n');
  await fillAll();
  const [main] = buttons().filter(({ name }) => !LEAVING.has(name));
  return main === undefined ? before : [...before, ...(await use(main.name))];
}

/** Returns the rank of a button: submit buttons first, then dangerous ones, then others. */
function weight(element: Element): number {
  return element.matches('[type=submit], .primary') ? 2 : element.matches('.danger') ? 1 : 0;
}

/** Returns the buttons to press, those that submit something first. */
function buttons(): { name: string; element: Element }[] {
  return controls(BUTTONS)
    .filter(({ element }) => !element.matches(NOT_PRESSED) && isOfTab(element))
    .toSorted((one, other) => weight(other.element) - weight(one.element));
}

/**
 * Returns whether an element belongs to the tab in the address. Elements outside the tabs are the same in each of them.
 */
function isOfTab(element: Element): boolean {
  if (!new URLSearchParams(location.search).has('tab')) return true;
  return element.closest('[role=tabpanel], dialog') !== null;
}

async function use(name: string): Promise<string[]> {
  const since = requests().length;
  const { href } = location;
  const before = new Set(said());
  await press(name);
  const asked = requests().slice(since).map(written);
  const changed = asked.filter((one) => !one.startsWith('GET '));
  const read = asked.filter((one) => one.startsWith('GET '));
  return [
    `press ${name}`,
    ...indented([
      ...changed,
      ...new Set(read.toSorted()),
      ...said().filter((one) => !before.has(one)),
      ...(location.href === href ? [] : [`goes to ${location.pathname}${location.search}`]),
    ]),
  ];
}

/** Fills each field with a value other than its own. */
async function fillAll(): Promise<void> {
  for (const [index, { element }] of controls(FIELDS).entries()) {
    if (!element.isConnected || element.matches(NOT_FILLED)) continue;
    await enter(element, otherValue(element, index));
  }
}

function otherValue(element: Element, index: number): string | boolean {
  if (element instanceof HTMLSelectElement) {
    const { options, selectedIndex } = element;
    return options[(selectedIndex + 1) % options.length]?.value ?? '';
  }
  if (!(element instanceof HTMLInputElement)) return `text ${index}`;
  const { type, checked } = element;
  if (type === 'checkbox' || type === 'radio') return !checked;
  if (type === 'number') return String(11 + index);
  if (type === 'date') return '2026-03-04';
  if (type === 'datetime-local') return '2026-03-20T08:30';
  if (type === 'url') return `https://other.test/${index}`;
  return `text ${index}`;
}

function said(): string[] {
  return [...shown().querySelectorAll(SAYING)]
    .map((one) => one.textContent?.trim() ?? '')
    .filter(Boolean)
    .map((one) => `says: ${one}`);
}

function written([request, body]: Asked): string {
  if (LOOKS.test(request)) return 'GET of a look';
  return body === undefined ? request : `${request} ${JSON.stringify(body)}`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
