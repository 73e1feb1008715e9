import DOMPurify from 'dompurify';
import { compile, parse, postprocess, preprocess, type Options } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { blocksOf } from './markdown-blocks.js';
import { placeText } from '../texts/en/places.js';

/** The line by which the converters of documents say where a page, slide or sheet begins. */
const MARK = /^[ \t]*<!-- (page|slide|sheet) ([1-9]\d*) -->[ \t]*$/;
/** A rule with a title, which no Markdown becomes. */
const RULE = 'hr[title]';

/** Writes such a line as a rule with a title, until {@link showPlaces}. All other HTML is text, as without it. */
const PLACES: NonNullable<Options['htmlExtensions']>[number] = {
  exit: {
    htmlFlowData(token) {
      const text = this.sliceSerialize(token);
      const [, kind = '', at] = MARK.exec(text) ?? [];
      if (kind === '') this.raw(this.encode(text));
      else this.raw(`<hr title="${placeText(kind, Number(at))}">`);
    },
  },
};

/** The place of a text of Markdown among files: what it refers to without naming a server. */
export interface MarkdownPlace {
  /** Returns the address within the dashboard of what a link leads to; null where it leads nowhere. */
  link: (to: string) => string | null;
  /** Returns the address of a picture on this server; null where it has none. */
  image: (of: string) => string | null;
}

/**
 * HTML in the text is escaped and links to scripts are emptied, as micromark does by default. An image stays the link that it is
 * written as, but where the place has it: nothing is loaded from elsewhere.
 */
const EXTENSIONS = [gfm()];
const WITHOUT_IMAGES = [gfm(), { disable: { null: ['labelStartImage'] } }];
const HTML = { htmlExtensions: [gfmHtml(), PLACES] };
/** The elements that Markdown makes, and nothing else. */
const ALLOWED = {
  ALLOWED_TAGS: (
    'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li strong em del code pre a img ' +
    'table thead tbody tr th td'
  ).split(' '),
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'align'],
  // An address without a scheme leads to the place, or nowhere.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|(?![a-z][a-z\d+.-]*:|[/\\]{2}))/i,
  RETURN_DOM_FRAGMENT: true as const,
};

/**
 * Returns the elements of a text of Markdown, with headings that stand below the `level` of their place. Those of the top have the
 * numbers of their lines: `data-line` and `data-last-line`.
 */
export function markdownElements(
  text: string,
  level: number,
  place?: MarkdownPlace,
): DocumentFragment {
  const extensions = place === undefined ? WITHOUT_IMAGES : EXTENSIONS;
  const events = postprocess(
    parse({ extensions })
      .document()
      .write(preprocess()(text, undefined, true)),
  );
  const blocks = blocksOf(events);
  const found = DOMPurify.sanitize(compile(HTML)(events), ALLOWED);
  const elements = withoutPlaces(found);
  for (const [index, { from, to }] of blocks.entries()) {
    const element = elements[index];
    element?.setAttribute('data-line', String(from));
    element?.setAttribute('data-last-line', String(to));
  }
  showPlaces(found);
  for (const image of found.querySelectorAll('img')) putImage(image, place);
  for (const link of found.querySelectorAll('a')) putLink(link, place);
  const headings = [...found.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  // Levels that the text leaves out are left out here: a reader of headings finds none missing.
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].toSorted();
  for (const heading of headings) {
    const depth = levels.indexOf(heading.tagName) + 1 + level;
    const lower = document.createElement(`h${Math.min(6, depth)}`);
    for (const { name, value } of heading.attributes) lower.setAttribute(name, value);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
  return found;
}

/** Shows a picture of the place; any other one stays a link to it. */
function putImage(image: HTMLImageElement, place: MarkdownPlace | undefined): void {
  const of = image.getAttribute('src') ?? '';
  const address = hasScheme(of) ? null : (place?.image(of) ?? null);
  if (address !== null) {
    image.src = address;
    image.loading = 'lazy';
    return;
  }
  const link = document.createElement('a');
  link.textContent = image.alt || of;
  if (of !== '') link.setAttribute('href', of);
  image.replaceWith(link);
}

function putLink(link: HTMLAnchorElement, place: MarkdownPlace | undefined): void {
  const to = link.getAttribute('href') ?? '';
  if (!hasScheme(to)) {
    const address = to === '' ? null : (place?.link(to) ?? null);
    if (address === null) link.removeAttribute('href');
    else {
      link.setAttribute('href', address);
      link.setAttribute('data-own', '');
    }
    return;
  }
  link.rel = 'noopener noreferrer nofollow';
  link.target = '_blank';
  const host = link.host;
  if (host !== '' && !(link.textContent ?? '').includes(host)) link.after(` (${host})`);
}

function hasScheme(address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address);
}

/** Returns the elements of the top that are none of {@link PLACES}, in their order. */
function withoutPlaces(found: DocumentFragment): Element[] {
  return [...found.children].filter((element) => !element.matches(RULE));
}

/** Shows where pages, slides and sheets begin. */
function showPlaces(found: DocumentFragment): void {
  for (const rule of found.querySelectorAll(RULE)) {
    const shown = document.createElement('p');
    shown.className = 'place-mark';
    shown.textContent = rule.getAttribute('title');
    rule.replaceWith(shown);
  }
}
