import { parse } from 'parse5';
import { decodeDataUrl, type MediaStore } from '../input/media.js';
import { Losses } from '../input/losses.js';
import { safeUrl } from '../input/urls.js';
import { type Block } from '../tree.js';
import { type Resolver } from './context.js';
import { readBlocks } from './walk.js';

/**
 * Returns the blocks of an HTML document or a part of one.
 * @param warnings where it says what was left out
 */
export function readHtml(
  source: string,
  links: Omit<Resolver, 'losses'>,
  warnings: string[],
): Block[] {
  const resolver = { ...links, losses: new Losses() };
  const blocks = readBlocks(parse(withoutPrefix(source)), {
    style: {},
    depth: 0,
    resolver,
    read: readBlocks,
  });
  resolver.losses.report(warnings);
  return blocks;
}

/** Returns a resolver that keeps links and pictures of the web, and stores inline pictures beside the Markdown. */
export function webResolver(media: MediaStore): Omit<Resolver, 'losses'> {
  return {
    link: safeUrl,
    image: (src) => {
      const data = decodeDataUrl(src);
      if (data !== undefined) return media.add('image', data.mediaType, data.bytes);
      return safeUrl(src);
    },
  };
}

/** Books write `<m:math>`, which is an element without a meaning to a parser of HTML. */
function withoutPrefix(source: string): string {
  const prefix = /\sxmlns:([\w-]+)\s*=\s*["']http:\/\/www\.w3\.org\/1998\/Math\/MathML["']/.exec(
    source,
  )?.[1];
  return prefix === undefined
    ? source
    : source.replaceAll(new RegExp(`<(/?)${prefix}:(?=[a-z])`, 'g'), '<$1');
}
