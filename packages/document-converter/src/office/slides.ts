import { type Block } from '../tree.js';
import { mark } from './marks.js';

const PAGE = /<draw:page(?:\s[^<>]*)?>/g;

/** Puts the numbers of the slides of OpenDocument before what is on them. */
export function numberedPages(xml: string): string {
  let number = 0;
  return xml.replaceAll(PAGE, (page) => {
    number += 1;
    const box = `<draw:frame><draw:text-box><text:p>${placeText(number)}</text:p></draw:text-box></draw:frame>`;
    return page.endsWith('/>') ? page : `${page}${box}`;
  });
}

/** Puts the place of a slide before its title where the engine has taken that first, as it does with most documents, but not all. */
export function placesFirst(blocks: Block[]): Block[] {
  const isHeading = (at: number) => blocks[at]?.kind === 'heading';
  const places = blocks.flatMap(({ kind }, at) => (kind === 'place' ? [at] : []));
  const behind = places.filter((at) => isHeading(at - 1)).length;
  if (behind < places.filter((at) => isHeading(at + 1)).length) return blocks;
  const out: Block[] = [];
  for (const block of blocks) {
    const before = block.kind === 'place' ? out.at(-1) : undefined;
    if (before?.kind === 'heading') out.splice(-1, 1, block, before);
    else out.push(block);
  }
  return out;
}

function placeText(number: number): string {
  return mark('place', `slide ${number}`);
}
