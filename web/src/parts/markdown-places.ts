import type { Options } from 'micromark';
import { placeText } from '../texts/en/places.js';

/** The line by which the converters of documents say where a page, slide or sheet begins. */
const MARK = /^[ \t]*<!-- (page|slide|sheet) ([1-9]\d*) -->[ \t]*$/;
/** A rule with a title, which no Markdown becomes. */
const RULE = 'hr[title]';

/** Writes such a line as a rule with a title, until {@link showPlaces}. All other HTML is text, as without it. */
export const PLACES: NonNullable<Options['htmlExtensions']>[number] = {
  exit: {
    htmlFlowData(token) {
      const text = this.sliceSerialize(token);
      const [, kind = '', at] = MARK.exec(text) ?? [];
      if (kind === '') this.raw(this.encode(text));
      else this.raw(`<hr title="${placeText(kind, Number(at))}">`);
    },
  },
};

/** Returns the elements of the top that are none of {@link PLACES}, in their order. */
export function withoutPlaces(found: DocumentFragment): Element[] {
  return [...found.children].filter((element) => !element.matches(RULE));
}

/** Shows where pages, slides and sheets begin. */
export function showPlaces(found: DocumentFragment): void {
  for (const rule of found.querySelectorAll(RULE)) {
    const shown = document.createElement('p');
    shown.className = 'place-mark';
    shown.textContent = rule.getAttribute('title');
    rule.replaceWith(shown);
  }
}
