// Word documents: the parts of WordprocessingML, read while they are unpacked.
import { posix } from 'node:path';
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { Losses, quoted } from '../../input/losses.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { ZipArchive } from '../../input/zip.js';
import { type Block, type DocumentTree, type Note, paragraph, text } from '../../tree.js';
import { Flow } from '../flow.js';
import { DocumentParts } from '../parts.js';
import { OFFICE, officeTexts } from '../visible.js';
import { addBlock, endStory, readBlocks } from './blocks.js';
import { BoundData } from './bound-data.js';
import { createStory, type WordDocument } from './context.js';
import { withChunks } from './chunks.js';
import { WordNumbering } from './numbering.js';
import { WordStyles } from './styles.js';

const MAIN = /^word\/document\d*\.xml$/i;
const RUNNING = /(?:^|\/)(header|footer)\d*\.xml$/i;

export async function readDocx(source: Source): Promise<DocumentTree> {
  const losses = new Losses(source.words);
  const { warnings, media } = source;
  const parts = new DocumentParts(new ZipArchive(source.bytes), warnings, losses, media, OFFICE);
  const main = parts.main(MAIN);
  const links = parts.links(main);
  const readPart = (kind: string) => parts.nodes(parts.linked(main, kind)[0] ?? beside(main, kind));
  const document: WordDocument = {
    parts,
    losses,
    styles: new WordStyles(readPart('styles')),
    numbering: new WordNumbering(readPart('numbering')),
    notes: new Set(),
    chunks: new Map(),
    data: new BoundData(parts),
    read: readBlocks,
  };
  const story = createStory(document, links);
  const flow = new Flow();
  await parts.pieces(
    main,
    ({ name }) => name === 'document' || name === 'body',
    (node, { name }) => {
      if (name === 'body') addBlock(node, flow, story);
    },
  );
  endStory(flow, story);
  const notes = [
    ...readNotes(main, 'footnote', document),
    ...readNotes(main, 'endnote', document),
    ...readComments(main, document),
  ];
  reportRunning(main, parts, losses);
  parts.countRest(main);
  const tree = { blocks: flow.blocks, notes };
  const whole = document.chunks.size === 0 ? tree : await withChunks(tree, document, source);
  losses.report(warnings);
  if (whole.blocks.length === 0 && parts.isDamaged)
    throw new DocumentError('unreadable', 'The document is damaged: its content cannot be read.');
  return whole;
}

/** Returns the usual path of a part without a relation. */
function beside(main: string, kind: string): string {
  return posix.join(posix.dirname(main), `${kind}.xml`);
}

/** Returns the referenced footnotes or endnotes in order and reports the others. */
function readNotes(main: string, kind: 'footnote' | 'endnote', document: WordDocument): Note[] {
  const { parts, losses, notes } = document;
  const path = parts.linked(main, `${kind}s`)[0] ?? beside(main, `${kind}s`);
  const found = new Map<string, XmlNode>();
  for (const node of parts.nodes(path)?.elements ?? []) {
    const id = `${kind}-${node.attribute('id') ?? ''}`;
    const type = node.attribute('type') ?? 'normal';
    if (node.name !== kind) continue;
    const said = officeTexts(node);
    // Other types are separators between notes and text.
    if (type !== 'normal' && said.join('').trim() !== '')
      losses.add(
        'Lines between notes and the text were left out',
        () => quoted(said.join('')),
        said,
      );
    else if (type !== 'normal') continue;
    else if (notes.has(id)) found.set(id, node);
    else if (said.join('').trim() !== '')
      losses.add('Notes that nothing refers to were left out', () => quoted(said.join('')), said);
  }
  const story = createStory(document, parts.links(path));
  return [...notes].flatMap((id) => {
    const node = found.get(id);
    return node === undefined ? [] : [{ id, blocks: readBlocks(node, story) }];
  });
}

function readComments(main: string, document: WordDocument): Note[] {
  const { parts } = document;
  const path = parts.linked(main, 'comments')[0] ?? beside(main, 'comments');
  const story = createStory(document, parts.links(path));
  return (parts.nodes(path)?.elements ?? [])
    .filter(({ name }) => name === 'comment')
    .map((node) => {
      const author = (node.attribute('author') ?? '').trim();
      const label = author === '' ? 'Comment:' : `Comment by ${author}:`;
      document.losses.words.own(label);
      const by = text(label, { bold: true });
      const blocks = readBlocks(node, story);
      const [first, ...rest] = blocks;
      const said: Block[] =
        first?.kind === 'paragraph'
          ? [paragraph(by, ' ', ...first.content), ...rest]
          : [paragraph(by), ...blocks];
      return { id: `comment-${node.attribute('id') ?? ''}`, blocks: said };
    });
}

/** Reports the headers and footers: those that the document references, and others at the usual path. */
function reportRunning(main: string, parts: DocumentParts, losses: Losses): void {
  const found = new Map(
    parts.list(RUNNING).map((name) => [name, RUNNING.exec(name)?.[1]?.toLowerCase() ?? '']),
  );
  for (const kind of ['header', 'footer'])
    for (const path of parts.linked(main, kind)) found.set(parts.find(path) ?? path, kind);
  for (const [name, kind] of found) {
    const root = parts.nodes(name, 'text');
    const written = root === undefined ? [] : officeTexts(root);
    // Watermarks are drawn in the header.
    const drawn = root?.descendants('textpath').map((each) => each.attribute('string') ?? '') ?? [];
    const value = [written.join(''), ...drawn].filter((each) => each.trim() !== '').join(' ');
    if (value.trim() !== '')
      losses.add(
        `${kind === 'header' ? 'Headers' : 'Footers'} of pages were left out`,
        () => quoted(value),
        written,
      );
  }
}
