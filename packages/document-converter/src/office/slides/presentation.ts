// Presentations of PresentationML, slide by slide.
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { Losses, quoted } from '../../input/losses.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { ZipArchive } from '../../input/zip.js';
import { type Block, type DocumentTree, paragraph, place, plainText } from '../../tree.js';
import { DocumentParts, relationId } from '../parts.js';
import { commentAuthors, readComments } from './comments.js';
import { keptOfMasters } from '../masters.js';
import { isPrompt, OFFICE, officeTexts } from '../visible.js';
import { SlideLayouts } from './layouts.js';
import { ShapeReader } from './shapes.js';

const MAIN = /^ppt\/presentation\.xml$/i;
const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/i;

export function readPptx(source: Source): DocumentTree {
  const losses = new Losses(source.words);
  const { warnings, media } = source;
  const parts = new DocumentParts(new ZipArchive(source.bytes), warnings, losses, media, OFFICE);
  const layouts = new SlideLayouts(parts);
  const main = parts.find('ppt/presentation.xml') ?? parts.mainIfAny(MAIN);
  if (main === undefined) parts.reportDamage();
  const authors = commentAuthors(parts, main);
  const blocks = listSlides(parts, main).flatMap((path, index) => {
    const root = parts.nodes(path);
    const content =
      root === undefined
        ? []
        : [...slideBlocks(root, path, parts, layouts), ...readComments(parts, path, authors)];
    return [place('slide', index + 1), ...content];
  });
  if (blocks.length === 0)
    throw new DocumentError('unreadable', 'The document is damaged: a part of it is missing.');
  const shown = masterTexts(layouts);
  const isBare = blocks.every(({ kind }) => kind === 'place');
  // If slides have no text, the document consists of what all slides show.
  const kept = keptOfMasters(shown, isBare, losses).map((each) => paragraph(each));
  if (main !== undefined) parts.countRest(main);
  losses.report(warnings);
  return { blocks: [...blocks, ...kept], notes: [] };
}

/** Returns the slides in the order of the presentation, or by number if it defines none. */
function listSlides(parts: DocumentParts, main: string | undefined): string[] {
  const names = parts.list(SLIDE);
  const order = parts.nodes(main)?.child('sldIdLst')?.elements ?? [];
  const links = parts.links(main ?? '');
  const listed = order.flatMap((each) => {
    const name = parts.find(links.get(relationId(each, 'id'))?.target ?? '');
    return name === undefined ? [] : [name];
  });
  if (listed.length === 0) return names;
  for (const name of names.filter((each) => !listed.includes(each))) {
    parts.passOver(name);
    parts.losses.add('Slides that the presentation does not show were left out', () =>
      quoted(name),
    );
  }
  return [...new Set(listed)];
}

function slideBlocks(
  root: XmlNode,
  path: string,
  parts: DocumentParts,
  layouts: SlideLayouts,
): Block[] {
  const reader = new ShapeReader(parts, path, layouts);
  reader.addAll(root.at('cSld', 'spTree'));
  reader.addAll(root.at('cSld', 'controls'));
  const { title, body, ends } = reader.slide;
  if (/^(?:0|false)$/.test(root.attribute('show') ?? ''))
    parts.losses.add('Slides that are hidden in a presentation were kept', () =>
      quoted(plainText(title).trim() || (root.descendants('t')[0]?.text ?? '') || path),
    );
  const heading: Block[] =
    plainText(title).trim() === '' ? [] : [{ kind: 'heading', level: 2, content: title }];
  return [...heading, ...body, ...ends, ...readSpeakerNotes(path, parts, layouts)].filter(isSaid);
}

function isSaid(block: Block): boolean {
  return (
    block.kind !== 'paragraph' ||
    block.content.some((each) => each.kind !== 'text' || each.text.trim() !== '')
  );
}

/** Returns the speaker's notes as a quote. */
function readSpeakerNotes(slide: string, parts: DocumentParts, layouts: SlideLayouts): Block[] {
  return parts.linked(slide, 'notesSlide').flatMap((path) => {
    const root = parts.nodes(path);
    if (root === undefined) return [];
    const reader = new ShapeReader(parts, path, layouts);
    reader.addAll(root.at('cSld', 'spTree'));
    for (const end of reader.slide.ends) {
      const said = 'content' in end ? plainText(end.content) : '';
      // Text that is only a number is the page number.
      if (/\p{L}/u.test(said))
        parts.losses.add('Headers and footers of notes were left out', () => quoted(said), [said]);
      else parts.losses.words.know(said);
    }
    const blocks = reader.slide.body.filter(isSaid);
    return blocks.length === 0 ? [] : [{ kind: 'quote', blocks } as const];
  });
}

/** Returns the texts that masters show on their slides, without placeholder prompts. */
function masterTexts(layouts: SlideLayouts): string[] {
  return layouts.used.flatMap((root) => collectShapeTexts(root));
}

function collectShapeTexts(parent: XmlNode): string[] {
  return parent.elements.flatMap((shape) => {
    if (isPrompt(shape)) return [];
    if (!/^(?:sp|cxnSp|graphicFrame)$/.test(shape.name)) return collectShapeTexts(shape);
    const said = officeTexts(shape).join('');
    return said.trim() === '' ? [] : [said];
  });
}
