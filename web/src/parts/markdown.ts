import DOMPurify from 'dompurify';
import { compile, parse, postprocess, preprocess, type Options } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { collectBlocks } from './markdown-blocks.js';
import { placeText } from '../texts/en/places.js';

/** Comment by which the document converters mark the start of a page, slide or sheet. */
const MARK = /^[ \t]*<!-- (page|slide|sheet) ([1-9]\d*) -->[ \t]*$/;
/** Rule with a title, which no Markdown produces. */
const RULE = 'hr[title]';

/**
 * Renders such a comment as a rule with a title, which {@link showPlaces} replaces. Any other HTML is escaped, as by
 * default.
 */
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

/** Resolver of links and images without a scheme, relative to the location of a Markdown file. */
export interface MarkdownPlace {
  /** Returns the dashboard URL for a link; null if its target does not exist. */
  link: (to: string) => string | null;
  /** Returns the URL of an image on this server; null if it does not exist. */
  image: (of: string) => string | null;
}

/**
 * HTML is escaped and script links are emptied, as micromark does by default. An image that the place does not resolve
 * becomes a link, so nothing is loaded from other servers.
 */
const EXTENSIONS = [gfm()];
const WITHOUT_IMAGES = [gfm(), { disable: { null: ['labelStartImage'] } }];
const HTML = { htmlExtensions: [gfmHtml(), PLACES] };
/** The only elements and attributes that Markdown may produce. */
const ALLOWED = {
  ALLOWED_TAGS: (
    'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li strong em del code pre a img ' +
    'table thead tbody tr th td'
  ).split(' '),
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'align'],
  // A URL without a scheme is resolved by the place, or removed.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|(?![a-z][a-z\d+.-]*:|[/\\]{2}))/i,
  RETURN_DOM_FRAGMENT: true as const,
};

/**
 * Renders Markdown, with headings nested below `level`. The top-level elements carry their line numbers in `data-line`
 * and `data-last-line`.
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
  const blocks = collectBlocks(events);
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
  // Skipped heading levels are closed up, so that screen readers find no gaps.
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

/** Shows an image that the place resolves, and turns any other image into a link. */
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

/** Returns the top-level elements that do not come from {@link PLACES}, in order. */
function withoutPlaces(found: DocumentFragment): Element[] {
  return [...found.children].filter((element) => !element.matches(RULE));
}

/** Turns the rules of pages, slides and sheets into visible marks. */
function showPlaces(found: DocumentFragment): void {
  for (const rule of found.querySelectorAll(RULE)) {
    const shown = document.createElement('p');
    shown.className = 'place-mark';
    shown.textContent = rule.getAttribute('title');
    rule.replaceWith(shown);
  }
}
