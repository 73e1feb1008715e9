import { parse } from 'parse5';
import { decodeDataUrl, type MediaStore } from '../input/media.js';
import { safeUrl } from '../input/urls.js';
import { type Block } from '../tree.js';
import { type Resolver } from './context.js';
import { readBlocks } from './walk.js';

/** The blocks of an HTML document or a part of one. */
export function readHtml(source: string, resolver: Resolver): Block[] {
  return readBlocks(parse(source), { style: {}, depth: 0, resolver, read: readBlocks });
}

/** Links as they are; pictures of the web as they are; pictures that are written out beside the Markdown. */
export function webResolver(media: MediaStore): Resolver {
  return {
    link: safeUrl,
    image: (src) => {
      const data = decodeDataUrl(src);
      if (data !== undefined) return media.add('image', data.mediaType, data.bytes);
      return safeUrl(src);
    },
  };
}
