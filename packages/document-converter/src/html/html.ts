import { parse } from 'parse5';
import { type Source } from '../formats/port.js';
import { decodeDataUrl, type MediaStore } from '../input/media.js';
import { Losses } from '../input/losses.js';
import { safeUrl } from '../input/urls.js';
import { type Block } from '../tree.js';
import { type Resolver } from './context.js';
import { unfolded } from './unfold.js';
import { altsWithin, eachText, PARSING, textsOfPage } from './visible.js';
import { readBlocks, readOne } from './walk.js';

type Links = Pick<Resolver, 'link' | 'image'>;

/**
 * Returns the blocks of an HTML document or fragment.
 * @param place name of the document in warnings
 */
export function readHtml(
  source: string,
  links: Links,
  { warnings, words }: Pick<Source, 'warnings' | 'words'>,
  place = 'the page',
): Block[] {
  const html = withoutPrefix(source);
  const losses = new Losses(words);
  const resolver = { ...links, losses, pictures: new Set<string>() };
  const page = parse(html, PARSING);
  words.place(place, () => textsOfPage(html));
  eachText(page, (said) => {
    words.collect(said);
  });
  const alts = altsWithin(page);
  if (alts.length > 0) words.once(place, () => alts);
  const shown = unfolded(page, html, losses);
  const blocks = readBlocks(shown, { style: {}, depth: 0, resolver, read: readBlocks, readOne });
  losses.report(warnings);
  return blocks;
}

/** Returns a resolver that keeps web links and pictures, and stores inline pictures beside the Markdown. */
export function webResolver(media: MediaStore): Links {
  return {
    link: safeUrl,
    image: (src) => {
      const data = decodeDataUrl(src);
      if (data !== undefined) return media.add('image', data.mediaType, data.bytes);
      return safeUrl(src);
    },
  };
}

const PREFIX =
  /\sxmlns:([\w-]+)\s*=\s*["']http:\/\/www\.w3\.org\/(?:1998\/Math\/MathML|1999\/xhtml)["']/g;
/** Maximum number of namespace prefixes that are removed; a page has at most two. */
const MAX_PREFIXES = 4;

/**
 * Removes namespace prefixes, such as in the `<m:math>` of books and the `<h:p>` of few pages, which an HTML parser
 * does not understand.
 */
function withoutPrefix(source: string): string {
  const prefixes = new Set<string>();
  for (const [, prefix = ''] of source.matchAll(PREFIX))
    if (prefixes.add(prefix).size >= MAX_PREFIXES) break;
  let page = source;
  for (const prefix of prefixes)
    page = page.replaceAll(new RegExp(`<(/?)${prefix}:(?=[a-z])`, 'g'), '<$1');
  return page;
}
