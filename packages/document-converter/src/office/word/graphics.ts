// Pictures, shapes, charts and diagrams in Word texts, in DrawingML and the older VML.
import { quoted } from '../../input/losses.js';
import { safeUrl } from '../../input/urls.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, type Inline, text } from '../../tree.js';
import { readAltText, withAlternative } from '../alternatives.js';
import { chartBlocks, diagramBlocks } from '../drawing/charts.js';
import { drawingLines } from '../drawing/paragraphs.js';
import { relationId } from '../parts.js';
import { officeTexts } from '../visible.js';
import { createStory, type WordStory } from './context.js';
import { isOn } from './styles.js';

/** The content of a drawing: inlines of the paragraph, and blocks below it. */
export interface Graphic {
  inlines: Inline[];
  blocks: Block[];
}

/** Returns the content of a `w:drawing`. */
export function readDrawing(drawing: XmlNode, story: WordStory): Graphic {
  const out: Graphic = { inlines: [], blocks: [] };
  for (const frame of drawing.elements) {
    const properties = frame.child('docPr');
    if (isHidden(properties)) reportHidden(frame, story);
    else {
      const data = frame.at('graphic', 'graphicData') ?? frame;
      const part = withAlt(readAltText(properties), story, (alt) => readShapes(data, alt, story));
      const url = findShapeLink(properties, story);
      out.inlines.push(
        ...(url !== undefined && part.inlines.length > 0
          ? [{ kind: 'link' as const, url, content: part.inlines }]
          : part.inlines),
      );
      out.blocks.push(...part.blocks);
    }
  }
  return out;
}

export function isHidden(properties: XmlNode | undefined): boolean {
  const hidden = properties?.attribute('hidden');
  return hidden !== undefined && isOn(hidden);
}

function reportHidden(node: XmlNode, { document }: WordStory): void {
  const said = officeTexts(node);
  const value = said.join(' ').trim() || readAltText(node.descendants('docPr')[0]);
  if (value !== '') document.losses.add('Hidden shapes were left out', () => quoted(value), said);
}

function findShapeLink(properties: XmlNode | undefined, { links }: WordStory): string | undefined {
  const relation = links.get(relationId(properties?.child('hlinkClick'), 'id'));
  return relation?.external === true ? safeUrl(relation.target) : undefined;
}

function withAlt(alt: string, { document }: WordStory, read: (alt: string) => Graphic): Graphic {
  return withAlternative(read(alt), alt, document.losses.words);
}

function readShapes(parent: XmlNode, alt: string, story: WordStory): Graphic {
  const out: Graphic = { inlines: [], blocks: [] };
  for (const node of parent.elements) {
    const part = readShape(node, alt, story);
    out.inlines.push(...part.inlines);
    out.blocks.push(...part.blocks);
  }
  return out;
}

function readShape(node: XmlNode, outer: string, story: WordStory): Graphic {
  const { parts } = story.document;
  const properties = node.elements.find(({ name }) => /^(?:cNvPr|nv\w*Pr)$/.test(name));
  const own = properties?.name === 'cNvPr' ? properties : properties?.child('cNvPr');
  if (isHidden(own)) {
    reportHidden(node, story);
    return { inlines: [], blocks: [] };
  }
  const named = readAltText(own) || outer;
  switch (node.name) {
    case 'pic': {
      const blip = node.at('blipFill', 'blip');
      const relation =
        story.links.get(relationId(blip, 'embed')) ?? story.links.get(relationId(blip, 'link'));
      return { inlines: parts.picture(relation, named), blocks: [] };
    }
    case 'chart': {
      const path = story.links.get(relationId(node, 'id'))?.target ?? '';
      return { inlines: [], blocks: chartBlocks(parts, path, named) };
    }
    case 'relIds':
      return { inlines: [], blocks: readDiagram(node, named, story) };
    case 'txbxContent':
      return {
        inlines: [],
        blocks: story.document.read(node, createStory(story.document, story.links)),
      };
    case 'txBody':
      return {
        inlines: [],
        blocks: drawingLines(node, { losses: story.document.losses, links: story.links }).map(
          (content) => ({ kind: 'paragraph', content }),
        ),
      };
    case 'AlternateContent':
      return firstThatShows(node, (choice) => readShapes(choice, outer, story));
    default:
      return own === undefined
        ? readShapes(node, outer, story)
        : withAlt(readAltText(own), story, () => readShapes(node, outer, story));
  }
}

function readDiagram(node: XmlNode, alt: string, { document, links }: WordStory): Block[] {
  const data = links.get(relationId(node, 'dm'))?.target;
  const root = document.parts.nodes(data);
  const drawn = root?.descendants('dataModelExt')[0]?.attribute('relId') ?? '';
  return diagramBlocks(document.parts, data, links.get(drawn)?.target, alt);
}

/** Returns the first alternative that shows anything; the later ones are for older programs. */
export function firstThatShows(node: XmlNode, read: (choice: XmlNode) => Graphic): Graphic {
  for (const choice of node.elements) {
    const graphic = read(choice);
    if (graphic.inlines.length > 0 || graphic.blocks.length > 0) return graphic;
  }
  return { inlines: [], blocks: [] };
}

/** Returns the label and value of a control if they are readable; reports a control in binary form. */
function readActiveX(node: XmlNode, { document, links }: WordStory): Graphic {
  const part = document.parts.nodes(links.get(relationId(node, 'id'))?.target);
  const said = (part?.elements ?? [])
    .filter((each) => /^(?:Caption|Value|Text)$/.test(each.attribute('name') ?? ''))
    .map((each) => (each.attribute('value') ?? '').trim())
    .filter((value) => !/^(?:|-?[01]|true|false)$/i.test(value));
  if (said.length === 0)
    document.losses.add('Controls of forms were left out', () =>
      quoted(node.attribute('name') ?? ''),
    );
  const value = said.join(' ');
  document.losses.words.own(value);
  return { inlines: value === '' ? [] : [text(value)], blocks: [] };
}

/** Returns the content of a `w:pict` or `w:object`. */
export function readVml(parent: XmlNode, story: WordStory, alt = ''): Graphic {
  const out: Graphic = { inlines: [], blocks: [] };
  const add = (part: Graphic) => {
    out.inlines.push(...part.inlines);
    out.blocks.push(...part.blocks);
  };
  for (const node of parent.elements) {
    const named = (node.attribute('alt') ?? '').trim();
    if (/visibility\s*:\s*hidden/i.test(node.attribute('style') ?? '')) {
      reportHidden(node, story);
      continue;
    }
    switch (node.name) {
      case 'imagedata': {
        const relation = story.links.get(relationId(node, 'id', 'relid', 'href'));
        const title = alt || (node.attribute('title') ?? '').trim();
        add({ inlines: story.document.parts.picture(relation, title), blocks: [] });
        break;
      }
      case 'textpath': {
        const value = node.attribute('string') ?? '';
        story.document.losses.words.own(value);
        if (value.trim() !== '')
          add({ inlines: [], blocks: [{ kind: 'paragraph', content: [text(value)] }] });
        break;
      }
      case 'txbxContent':
        add({
          inlines: [],
          blocks: story.document.read(node, createStory(story.document, story.links)),
        });
        break;
      case 'AlternateContent':
        add(firstThatShows(node, (choice) => readVml(choice, story, alt)));
        break;
      case 'drawing':
        add(readDrawing(node, story));
        break;
      case 'control':
        add(readActiveX(node, story));
        break;
      default: {
        const isRule = node.attribute('hr');
        if (isRule !== undefined && isOn(isRule.replace(/^f$/, 'false')))
          out.blocks.push({ kind: 'rule' });
        else add(withAlt(named, story, () => readVml(node, story, named || alt)));
      }
    }
  }
  return out;
}
