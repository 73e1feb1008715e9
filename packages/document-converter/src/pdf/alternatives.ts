// Replacement texts of tags: descriptions of pictures and formulas, and the actual text of glyphs.
import { type FoundText } from './found-text.js';
import { type Box, isInside } from './layout/boxes.js';
import { type Picture, type Tag } from './layout/pieces.js';

/** A tag with its replacement text. */
export interface WordedTag extends Tag {
  altText?: string;
  actualText?: string;
  children: readonly WordedTag[];
}

/** A picture of a page with a marked content id. */
export interface MarkedPicture extends Box {
  mark: number;
}

/** Tags of pictures and formulas. */
const DRAWN = /^(?:Figure|Formula)$/;
/** Tags that group blocks, whose text is never replaced as a whole. */
const GROUP =
  /^(?:Document|DocumentFragment|Part|Art|Sect|Div|Aside|L|Table|TR|THead|TBody|TFoot)$/;

export interface Alternatives {
  texts: FoundText[];
  pictures: Picture[];
  /** Descriptions of objects that are neither pictures nor text on the page. */
  described: string[];
}

/** Returns the texts and pictures of a page with the replacement texts of its tags. */
export function withAlternatives(
  texts: readonly FoundText[],
  pictures: readonly Picture[],
  marked: readonly MarkedPicture[],
  tags: readonly WordedTag[],
): Alternatives {
  const worded = tags.flatMap(flattenTag).flatMap((tag) => {
    const words = readReplacementText(tag);
    if (words === '') return [];
    const marks = new Set(flattenTag(tag).flatMap(({ markedContentIds }) => markedContentIds));
    return [{ words, marks, isDrawn: DRAWN.test(tag.type) }];
  });
  if (worded.length === 0) return { texts: [...texts], pictures: [...pictures], described: [] };
  const byMark = Map.groupBy(texts, ({ mark }) => mark);
  const words = new Map<FoundText, string>();
  for (const each of worded) {
    if (each.isDrawn) continue;
    const own = [...each.marks].flatMap((mark) => byMark.get(mark) ?? []);
    if (joinLetters(own) === letters(each.words)) continue;
    // The first text is replaced and the others are removed.
    for (const [at, text] of own.entries()) words.set(text, at === 0 ? each.words : '');
  }
  const read = texts.flatMap((text) => {
    const instead = words.get(text);
    return instead === '' ? [] : [instead === undefined ? text : { ...text, text: instead }];
  });
  const found: Alternatives = { texts: read, pictures: [...pictures], described: [] };
  const all = joinLetters(texts);
  for (const { words: description, marks, isDrawn } of worded) {
    const areas = marked.filter(({ mark }) => isDrawn && marks.has(mark));
    const at = found.pictures.findIndex((each) => areas.some((area) => isInside(each, area)));
    const picture = found.pictures[at];
    if (picture !== undefined) found.pictures[at] = { ...picture, alt: description };
    else if (isDrawn && !all.includes(letters(description))) found.described.push(description);
  }
  return found;
}

function flattenTag(tag: WordedTag): WordedTag[] {
  return [tag, ...tag.children.flatMap(flattenTag)];
}

function readReplacementText({ type, altText = '', actualText = '' }: WordedTag): string {
  const words = DRAWN.test(type)
    ? altText.trim() || actualText
    : GROUP.test(type)
      ? ''
      : actualText;
  return words.replaceAll(/\s+/g, ' ').trim();
}

function joinLetters(texts: readonly FoundText[]): string {
  return letters(texts.map(({ text }) => text).join(''));
}

function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
