import { descendants, parseXml } from '../input/xml.js';
import { type ZipArchive } from '../input/zip.js';
import { type Block } from '../tree.js';
import { mark } from './marks.js';

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/i;
const TREE = /<p:spTree(?:\s[^<>]*)?>/;
const PAGE = /<draw:page(?:\s[^<>]*)?>/g;

/** Returns slides in the order of the presentation if it gives one, else by their numbers. */
export function slideNames(zip: ZipArchive): string[] {
  const names = zip.names
    .filter((name) => SLIDE.test(name))
    .toSorted((a, b) => Number(SLIDE.exec(a)?.[1]) - Number(SLIDE.exec(b)?.[1]));
  const order = parseXml(zip.read('ppt/presentation.xml')?.toString('utf8') ?? '');
  const links = parseXml(zip.read('ppt/_rels/presentation.xml.rels')?.toString('utf8') ?? '');
  if (order === undefined || links === undefined) return names;
  const targets = new Map(
    descendants(links, 'Relationship').map(({ attribs }) => [
      attribs['Id'],
      `ppt/${attribs['Target']}`,
    ]),
  );
  const listed = descendants(order, 'sldId').flatMap(({ attribs }) => {
    const name = targets.get(attribs['r:id'] ?? '');
    return name !== undefined && names.includes(name) ? [name] : [];
  });
  return [...new Set([...listed, ...names])];
}

/** Puts the number of a slide before what is on it, as a box of text. */
export function numberedSlide(xml: string, number: number): string {
  const box = `<p:sp><p:nvSpPr><p:cNvPr id="2147483000" name=""/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${placeText(number)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  return xml.replace(TREE, (tree) => (tree.endsWith('/>') ? tree : `${tree}${box}`));
}

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
