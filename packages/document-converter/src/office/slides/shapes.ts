// Shapes of a slide.
import { quoted } from '../../input/losses.js';
import { safeUrl } from '../../input/urls.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Relation } from '../../sheets/package.js';
import { type Block, type Cell, type Inline, isEmpty, paragraph, plainText } from '../../tree.js';
import { readAltText } from '../alternatives.js';
import { Bullets } from '../drawing/bullets.js';
import { chartBlocks, diagramBlocks } from '../drawing/charts.js';
import { drawingInlines } from '../drawing/paragraphs.js';
import { Flow } from '../flow.js';
import { type DocumentParts, relationId } from '../parts.js';
import { buildTable } from '../table.js';
import { officeTexts } from '../visible.js';
import { isHidden } from '../word/graphics.js';
import { inheritedLevels, findPlaceholder, type SlideLayouts } from './layouts.js';

/** The parts of a slide in the order of the text. */
export interface Slide {
  title: Inline[];
  body: Block[];
  /** Dates, footers and slide numbers. */
  ends: Block[];
}

export class ShapeReader {
  readonly slide: Slide = { title: [], body: [], ends: [] };
  readonly #links: ReadonlyMap<string, Relation>;
  readonly #models: ReturnType<SlideLayouts['of']>;

  constructor(
    private readonly parts: DocumentParts,
    private readonly path: string,
    layouts: SlideLayouts,
  ) {
    this.#links = parts.links(path);
    this.#models = layouts.of(path);
  }

  addAll(parent: XmlNode | undefined): void {
    for (const shape of parent?.elements ?? []) this.#add(shape);
  }

  #add(shape: XmlNode): void {
    const named = shape.elements.find(({ name }) => name.startsWith('nv'))?.child('cNvPr');
    if (isHidden(named)) return this.#reportHidden(shape);
    const alt = readAltText(named);
    switch (shape.name) {
      case 'sp':
      case 'cxnSp':
        return this.#text(shape, alt);
      case 'pic': {
        const blip = shape.at('blipFill', 'blip');
        const relation =
          this.#links.get(relationId(blip, 'embed')) ?? this.#links.get(relationId(blip, 'link'));
        const content = this.parts.picture(relation, alt);
        const link = this.#links.get(relationId(named?.child('hlinkClick'), 'id'));
        const url = link?.external === true ? safeUrl(link.target) : undefined;
        const whole: Inline[] = url === undefined ? content : [{ kind: 'link', url, content }];
        return void this.slide.body.push({ kind: 'paragraph', content: whole });
      }
      case 'graphicFrame':
        return this.#frame(shape, alt);
      case 'grpSp':
        this.#addAlt(alt);
        return this.addAll(shape);
      case 'AlternateContent':
        return this.#alternatives(shape);
      default:
        return this.addAll(shape);
    }
  }

  /** Reads the first alternative of a shape that shows anything; the later ones are for older programs. */
  #alternatives(node: XmlNode): void {
    const { title, body, ends } = this.slide;
    const count = () => title.length + body.filter((each) => !isEmpty([each])).length + ends.length;
    const before = count();
    for (const choice of node.elements) if (count() === before) this.addAll(choice);
  }

  #reportHidden(shape: XmlNode): void {
    const said = officeTexts(shape);
    if (said.join('').trim() === '' && readAltText(shape.descendants('cNvPr')[0]) === '') return;
    this.parts.losses.add('Hidden shapes were left out', () => `in ${quoted(this.path)}`, said);
  }

  #text(shape: XmlNode, alt: string): void {
    const { title, body, ends } = this.slide;
    const placeholder = findPlaceholder(shape);
    const content = shape.child('txBody');
    const levels = inheritedLevels(placeholder, this.#models);
    const blocks = content === undefined ? [] : this.textBlocks(content, levels);
    const said = blocks.some((block) => 'content' in block && plainText(block.content) === alt);
    if (!said) this.#addAlt(alt);
    const type = placeholder?.attribute('type') ?? '';
    if (type === 'title' || type === 'ctrTitle')
      for (const each of content?.elements ?? []) {
        if (each.name !== 'p') continue;
        if (title.length > 0) title.push({ kind: 'break' });
        title.push(...this.#inlines(each));
      }
    else (/^(?:dt|ftr|sldNum|hdr)$/.test(type) ? ends : body).push(...blocks);
  }

  #addAlt(alt: string): void {
    if (alt === '') return;
    this.parts.losses.words.own(alt);
    this.slide.body.push(paragraph(alt));
  }

  #inlines(node: XmlNode): Inline[] {
    return drawingInlines(node, { losses: this.parts.losses, links: this.#links });
  }

  /** Returns the paragraphs and lists of a text body. */
  textBlocks(content: XmlNode, levels: readonly (XmlNode | undefined)[] = []): Block[] {
    const flow = new Flow();
    const bullets = new Bullets([content.child('lstStyle'), ...levels]);
    for (const each of content.elements) {
      if (each.name !== 'p') continue;
      const block: Block = { kind: 'paragraph', content: this.#inlines(each) };
      if (isEmpty([block])) continue;
      const marker = bullets.next(each.child('pPr'));
      if (marker === undefined) flow.add(block);
      else flow.addItem(marker, [block]);
    }
    return flow.blocks;
  }

  #frame(frame: XmlNode, alt: string): void {
    const { body } = this.slide;
    for (const node of frame.at('graphic', 'graphicData')?.elements ?? []) {
      if (node.name === 'tbl') {
        if (alt !== '') body.push(paragraph(alt));
        body.push(...this.#table(node));
      } else if (node.name === 'chart') {
        const path = this.#links.get(relationId(node, 'id'))?.target ?? '';
        body.push(...chartBlocks(this.parts, path, alt));
      } else if (node.name === 'relIds') body.push(...this.#diagram(node, alt));
      else {
        this.#addAlt(alt);
        this.#add(node);
      }
    }
  }

  #diagram(node: XmlNode, alt: string): Block[] {
    const data = this.#links.get(relationId(node, 'dm'))?.target;
    const root = this.parts.nodes(data);
    const drawn = root?.descendants('dataModelExt')[0]?.attribute('relId') ?? '';
    return diagramBlocks(this.parts, data, this.#links.get(drawn)?.target, alt);
  }

  #table(table: XmlNode): Block[] {
    const rows = table.elements
      .filter(({ name }) => name === 'tr')
      .map((row) =>
        row.elements.filter(({ name }) => name === 'tc').map((cell) => this.#cell(cell)),
      );
    return buildTable(rows);
  }

  #cell(cell: XmlNode): Cell {
    const content = cell.child('txBody');
    return { blocks: content === undefined ? [] : this.textBlocks(content) };
  }
}
