// Frames and shapes of OpenDocument.
import { quoted } from '../../input/losses.js';
import { textsIn } from '../../count/node-texts.js';
import { safeUrl } from '../../input/urls.js';
import { type XmlNode, serialiseXml } from '../../input/xml-nodes.js';
import { type Formula, mathmlFormula } from '../../math/mathml.js';
import { type Block, type Inline, isEmpty, paragraph } from '../../tree.js';
import { alternative, withAlternative } from '../alternatives.js';
import { readChart } from './charts.js';
import { type OdfDocument } from './context.js';
import { controlText } from './forms.js';
import { odfTexts } from './visible.js';

/** Shapes that may contain text. */
export const SHAPES = new Set(
  'frame custom-shape rect ellipse circle line connector polyline polygon regular-polygon path caption measure g control text-box page-thumbnail scene object image'.split(
    ' ',
  ),
);

/** The content of a drawing: inlines of the paragraph, and blocks below it. */
export interface OdfGraphic {
  inlines: Inline[];
  blocks: Block[];
  formula?: Formula | undefined;
}

export function readGraphic(node: XmlNode, document: OdfDocument): OdfGraphic {
  if (node.attribute('draw:display') === 'none') {
    const texts = odfTexts(node);
    const said = texts.join(' ').trim();
    if (said !== '') document.losses.add('Hidden shapes were left out', () => quoted(said), texts);
    return { inlines: [], blocks: [] };
  }
  const alt = readAltText(node);
  const graphic =
    node.name === 'frame' ? readFrame(node, alt, document) : readShape(node, document);
  return withAlternative(graphic, alt, document.losses.words);
}

function readAltText(node: XmlNode): string {
  const title = node.child('title')?.text.trim() ?? '';
  const description = node.child('desc')?.text.trim() ?? '';
  return [...new Set([title, description])].filter((each) => each !== '').join(': ');
}

function readShape(node: XmlNode, document: OdfDocument): OdfGraphic {
  if (node.name === 'image')
    return { inlines: picture(node, readAltText(node), document), blocks: [] };
  if (node.name === 'object') return readObject(node, document) ?? { inlines: [], blocks: [] };
  if (node.name !== 'control') return { inlines: [], blocks: document.read(node, document) };
  const control = document.controls.get(node.attribute('control') ?? '');
  const said = controlText(control);
  // Most of the text is in attributes.
  for (const line of said) document.losses.words.own(line);
  for (const each of control === undefined ? [] : textsIn(control))
    document.losses.words.know(each);
  return { inlines: [], blocks: said.map((line) => paragraph(line)) };
}

/** Reads a frame, which contains one object in several forms, the best first; a table or chart also has a picture. */
function readFrame(frame: XmlNode, alt: string, document: OdfDocument): OdfGraphic {
  const out: OdfGraphic = { inlines: [], blocks: [] };
  for (const node of frame.elements) {
    const isFull = out.inlines.length + out.blocks.length > 0 || out.formula !== undefined;
    switch (node.name) {
      case 'image':
        if (!isFull) out.inlines.push(...picture(node, alt, document));
        break;
      case 'object':
      case 'object-ole': {
        const found = readObject(node, document);
        if (found === undefined) break;
        out.blocks.push(...found.blocks);
        out.formula = found.formula;
        break;
      }
      case 'math':
        out.formula = mathmlFormula(serialiseXml(node));
        break;
      case 'title':
      case 'desc':
      case 'event-listeners':
      case 'glue-point':
      case 'image-map':
        break;
      case 'table':
        out.blocks.push(...document.readOne(node, document));
        break;
      default:
        out.blocks.push(...document.read(node, document));
    }
  }
  return { ...out, blocks: out.blocks.filter((block) => !isEmpty([block])) };
}

function readObject(node: XmlNode, document: OdfDocument): OdfGraphic | undefined {
  const path = partName(node.attribute('href') ?? '');
  const inside = node.elements.find(({ name }) => name === 'document' || name === 'math');
  const root = inside ?? (path === '' ? undefined : document.parts.nodes(`${path}/content.xml`));
  const formula = root?.name === 'math' ? root : root?.descendants('math')[0];
  if (formula !== undefined)
    return { inlines: [], blocks: [], formula: mathmlFormula(serialiseXml(formula)) };
  const chart = root && readChart(root);
  if (chart !== undefined) return { inlines: [], blocks: chart };
  document.losses.add(
    'Embedded documents were left out',
    () => quoted(path),
    root === undefined ? [] : odfTexts(root),
  );
  return undefined;
}

function picture(node: XmlNode, alt: string, document: OdfDocument): Inline[] {
  const target = partName(node.attribute('href') ?? '');
  const data = node.child('binary-data');
  if (data !== undefined) {
    const url = document.media.add('', '', Buffer.from(data.text, 'base64'));
    if (url !== undefined) return [{ kind: 'image', alt, url }];
  }
  const external = /^[a-z][a-z\d+.-]*:/i.test(target);
  if (external && safeUrl(target) === undefined) return alternative(alt, document.losses.words);
  return document.parts.picture({ kind: 'image', target, external }, alt);
}

function partName(reference: string): string {
  return reference.replace(/^\.?\//, '').replace(/\/$/, '');
}
