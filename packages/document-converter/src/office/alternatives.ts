// Alternative texts of pictures and shapes that are not shown themselves.
import { type WordCount } from '../count/word-count.js';
import { type XmlNode } from '../input/xml-nodes.js';
import { type Block, type Inline, plainText, text } from '../tree.js';

/** Returns the alternative text of a picture or shape, preceded by its title. */
export function readAltText(properties: XmlNode | undefined): string {
  const title = (properties?.attribute('title') ?? '').trim();
  const description = (properties?.attribute('descr') ?? '').trim();
  return [...new Set([title, description])].filter((each) => each !== '').join(': ');
}

/** Returns an alternative text as document text, separated from adjacent words. */
export function alternative(alt: string, words: WordCount): Inline[] {
  if (alt === '') return [];
  words.own(alt);
  return [text(' '), text(alt), text(' ')];
}

/** Adds an alternative text to the content of a shape unless that already contains it. */
export function withAlternative<Graphic extends { inlines: Inline[]; blocks: Block[] }>(
  graphic: Graphic,
  alt: string,
  words: WordCount,
): Graphic {
  if (alt === '' || says(graphic, alt)) return graphic;
  return { ...graphic, inlines: [...alternative(alt, words), ...graphic.inlines] };
}

function says({ inlines, blocks }: { inlines: Inline[]; blocks: Block[] }, value: string): boolean {
  const inLine = inlines.some((each) =>
    each.kind === 'image' ? each.alt.includes(value) : plainText([each]).includes(value),
  );
  return (
    inLine ||
    blocks.some((block) => block.kind === 'paragraph' && plainText(block.content).includes(value))
  );
}
