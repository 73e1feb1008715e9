// Style sheets of a page, read only for layouts that separate words and for text that they add.
import { type DefaultTreeAdapterTypes } from 'parse5';
import { type Losses, quoted } from '../input/losses.js';
import { attribute } from './elements.js';

type Element = DefaultTreeAdapterTypes.Element;

/** Maximum length of a style sheet that is read, in characters. */
const MAX_SHEET = 1024 * 1024;
/** Selector of one element, class or id, or of an element with a class or id. */
const SIMPLE = /^(?:[a-z][\w-]*)?(?:[.#][\w-]+)?$/i;
/** Layouts that separate an element from adjacent text. `none` is excluded: scripts show what sheets hide. */
const APART =
  /(?:^|[;\s])display\s*:\s*(block|flow-root|list-item|flex|grid|inline-block|inline-flex|inline-grid|table|table-cell)\b/i;

/** End of a selector of added text. */
const ADDED = /::?(?:before|after)$/i;
const CONTENT = /(?:^|[;\s])content\s*:((?:"[^"]*"|'[^']*'|[^;"'])*)/i;
const STRINGS = /"([^"]*)"|'([^']*)'/g;
const ESCAPES = /\\(?:[\da-f]{1,6}\s?|.)/gi;

/** Layouts and added texts by simple selector. */
export class Layouts {
  readonly #found = new Map<string, string>();
  readonly #added = new Map<string, string>();

  constructor(private readonly losses: Losses) {}

  /** Adds the rules of a sheet that apply to all media. */
  add(sheet: string): void {
    if (sheet.length > MAX_SHEET) return;
    let depth = 0;
    let from = 0;
    let selectors = '';
    for (let at = 0; at < sheet.length; at += 1) {
      const sign = sheet[at];
      if (sign !== '{' && sign !== '}') continue;
      const said = sheet.slice(from, at);
      if (sign === '{') {
        depth += 1;
        selectors = depth === 1 ? said : '';
      } else {
        if (depth === 1) this.#rule(selectors, said);
        depth = Math.max(0, depth - 1);
      }
      from = at + 1;
    }
  }

  #rule(selectors: string, body: string): void {
    const display = APART.exec(body)?.[1];
    const added = addedText(body);
    if (display === undefined && added === '') return;
    for (const each of selectors.replaceAll(/\/\*.*?\*\//gs, '').split(',')) {
      const selector = each.trim();
      if (ADDED.test(selector)) this.#keepAdded(selector.replace(ADDED, ''), added);
      else if (display !== undefined && selector !== '' && SIMPLE.test(selector))
        this.#found.set(selector, display);
    }
  }

  /** Keeps added text by the last part of the selector, ignoring the ancestors. */
  #keepAdded(selector: string, text: string): void {
    const last = selector.split(/[\s>+~]+/).at(-1) ?? '';
    if (text !== '' && last !== '' && SIMPLE.test(last)) this.#added.set(last, text);
  }

  /** Writes the layout of an element into its style unless that sets one, and reports text that a sheet adds. */
  apply(element: Element): void {
    if (this.#added.size > 0) {
      const added = findSheetValue(this.#added, element);
      if (added !== undefined)
        this.losses.add('Text that style sheets add was left out', () => quoted(added));
    }
    if (this.#found.size === 0) return;
    const display = findSheetValue(this.#found, element);
    if (display === undefined) return;
    const style = element.attrs.find(({ name }) => name === 'style');
    if (style === undefined) element.attrs.push({ name: 'style', value: `display:${display}` });
    else if (!/display\s*:/i.test(style.value)) style.value += `;display:${display}`;
  }
}

/** Returns the words of a rule's `content`; empty if it has none, such as for icon fonts. */
function addedText(body: string): string {
  const value = CONTENT.exec(body)?.[1] ?? '';
  const strings = Array.from(value.matchAll(STRINGS), ([, one, other]) => one ?? other ?? '');
  const text = strings.join(' ').replaceAll(ESCAPES, ' ').trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

function findSheetValue(found: ReadonlyMap<string, string>, element: Element): string | undefined {
  const { tagName } = element;
  const names = [
    `#${attribute(element, 'id') ?? ''}`,
    ...(attribute(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
  ];
  for (const name of names) {
    const value = found.get(name) ?? found.get(tagName + name);
    if (value !== undefined) return value;
  }
  return found.get(tagName);
}
