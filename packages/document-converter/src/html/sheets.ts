// How the style sheets of a page lay out its elements: only as far as it keeps words apart.
import { type DefaultTreeAdapterTypes } from 'parse5';
import { attribute } from './elements.js';

type Element = DefaultTreeAdapterTypes.Element;

/** Longer sheets are not looked through (characters). */
const MAX_SHEET = 1024 * 1024;
/** One element, class or id, or an element with a class. */
const SIMPLE = /^(?:[a-z][\w-]*)?(?:[.#][\w-]+)?$/i;
/** Layouts in which an element is apart from what is beside it. `none` is not one: scripts show what sheets hide. */
const APART =
  /(?:^|[;\s])display\s*:\s*(block|flow-root|list-item|flex|grid|inline-block|inline-flex|inline-grid|table|table-cell)\b/i;

/** Layouts by simple selectors. */
export class Layouts {
  readonly #found = new Map<string, string>();

  /** Adds the rules of a sheet that apply everywhere, not those of a medium. */
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
    if (display === undefined) return;
    for (const each of selectors.replaceAll(/\/\*.*?\*\//gs, '').split(',')) {
      const selector = each.trim();
      if (selector !== '' && SIMPLE.test(selector)) this.#found.set(selector, display);
    }
  }

  /** Writes the layout of an element into its style, where that says none. */
  apply(element: Element): void {
    if (this.#found.size === 0) return;
    const display = this.#of(element);
    if (display === undefined) return;
    const style = element.attrs.find(({ name }) => name === 'style');
    if (style === undefined) element.attrs.push({ name: 'style', value: `display:${display}` });
    else if (!/display\s*:/i.test(style.value)) style.value += `;display:${display}`;
  }

  #of(element: Element): string | undefined {
    const { tagName } = element;
    const names = [
      `#${attribute(element, 'id') ?? ''}`,
      ...(attribute(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
    ];
    for (const name of names) {
      const found = this.#found.get(name) ?? this.#found.get(tagName + name);
      if (found !== undefined) return found;
    }
    return this.#found.get(tagName);
  }
}
