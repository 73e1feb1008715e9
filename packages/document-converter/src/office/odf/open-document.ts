// Text documents and presentations of OpenDocument, read while they are unpacked.
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { Losses } from '../../input/losses.js';
import { ZipArchive } from '../../input/zip.js';
import { type DocumentTree, paragraph } from '../../tree.js';
import { Flow } from '../flow.js';
import { tidyLists } from '../lists.js';
import { keptOfMasters } from '../masters.js';
import { DocumentParts } from '../parts.js';
import { addBlock, readBlocks, readOne, reportRunning } from './blocks.js';
import { type OdfDocument } from './context.js';
import { masterTexts, PageReader } from './pages.js';
import { OdfStyles } from './styles.js';
import { OPEN_DOCUMENT } from './visible.js';

const PASSED_ON = /^(?:document-content|body|text|presentation|drawing)$/;

export async function readOpenDocument(source: Source): Promise<DocumentTree> {
  const losses = new Losses(source.words);
  const { warnings, media } = source;
  const parts = new DocumentParts(
    new ZipArchive(source.bytes),
    warnings,
    losses,
    media,
    OPEN_DOCUMENT,
  );
  if (parts.bytes('META-INF/manifest.xml')?.includes('encryption-data') === true)
    throw new DocumentError('unreadable', 'The document is protected by a password.');
  if (parts.find('content.xml') === undefined)
    throw new DocumentError('unreadable', 'The document is damaged: a part of it is missing.');
  const styles = new OdfStyles();
  const pages = parts.nodes('styles.xml');
  styles.add(pages?.child('styles'));
  styles.add(pages?.child('automatic-styles'));
  const document: OdfDocument = {
    parts,
    styles,
    losses,
    media,
    notes: [],
    remarks: [],
    deletions: new Set(),
    controls: new Map(),
    read: readBlocks,
    readOne,
  };
  const flow = new Flow();
  const slides = new PageReader(document);
  await parts.pieces(
    'content.xml',
    ({ name }) => PASSED_ON.test(name),
    (node, parent) => {
      if (node.name === 'automatic-styles') styles.add(node);
      else if (parent.name === 'text') addBlock(node, flow, document);
      else if (parent.name === 'presentation' || parent.name === 'drawing') slides.add(node);
    },
  );
  slides.end();
  parts.countRest('content.xml');
  const masters = pages?.child('master-styles');
  reportRunning(masters, document);
  const shown = source.format === 'odp' ? masterTexts(masters) : [];
  const blocks = tidyLists([...flow.blocks, ...slides.blocks]);
  const isBare = blocks.every(({ kind }) => kind === 'place');
  // If slides have no text, the document consists of what all slides show.
  blocks.push(...keptOfMasters(shown, isBare, losses).map((each) => paragraph(each)));
  losses.report(warnings);
  if (blocks.length === 0 && parts.isDamaged)
    throw new DocumentError('unreadable', 'The document is damaged: its content cannot be read.');
  return { blocks, notes: [...document.notes, ...document.remarks] };
}
