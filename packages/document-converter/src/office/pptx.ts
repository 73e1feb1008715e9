import { posix } from 'node:path';
import { Losses, placeAfter, quoted } from '../input/losses.js';
import { type Edits, escapeXml, type OpenElement, rewriteXml } from '../input/rewrite-xml.js';
import { parseNodes } from '../input/xml-nodes.js';
import { ommlFormula } from '../math/omml.js';
import { mark } from './marks.js';
import { markPositions } from './positions.js';

const TEXTS = /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/;
const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;

/** Returns the parts of a presentation with what its engine does not read written as text that it does. */
export function preparePptx(parts: Map<string, Buffer>, warnings: string[]): Map<string, Buffer> {
  const losses = new Losses();
  const out = new Map(parts);
  for (const [name, part] of parts) {
    if (!TEXTS.test(name)) continue;
    const xml = part.toString('utf8');
    if (SLIDE.test(name) && /<p:sld\s[^<>]*\sshow="(?:0|false)"/.test(xml))
      losses.add('Slides that are hidden in a presentation were kept', () =>
        quoted(titleOf(xml, name)),
      );
    const readable = rewriteXml(xml, new SlideRewriter(name, losses));
    out.set(name, Buffer.from(markPositions(readable, 'a:r'), 'utf8'));
  }
  for (const name of mastersOf(parts)) reportMaster(parts.get(name)?.toString('utf8'), losses);
  losses.report(warnings);
  return out;
}

/** Returns the layouts of the slides, and the masters of those: a presentation has more that it does not use. */
function mastersOf(parts: ReadonlyMap<string, Buffer>): string[] {
  const linked = (links: string, kind: string) =>
    [...(parts.get(links)?.toString('utf8') ?? '').matchAll(/\sTarget\s*=\s*"([^"]*)"/g)]
      .map(([, target = '']) => posix.join('ppt/slides', target))
      .filter((target) => target.startsWith(`ppt/${kind}/`));
  const linksOf = (name: string) => name.replace(/[^/]+$/, '_rels/$&.rels');
  const slides = [...parts.keys()].filter((name) => SLIDE.test(name));
  const layouts = new Set(slides.flatMap((name) => linked(linksOf(name), 'slideLayouts')));
  const masters = new Set([...layouts].flatMap((name) => linked(linksOf(name), 'slideMasters')));
  return [...masters, ...layouts];
}

/** Reports text that a master shows on each of its slides; its placeholders only say what belongs there. */
function reportMaster(xml: string | undefined, losses: Losses): void {
  for (const [shape] of (xml ?? '').matchAll(/<p:sp[\s>][^]*?<\/p:sp>/g)) {
    const text = [...shape.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, t]) => t).join('');
    if (text.trim() !== '' && !shape.includes('<p:ph'))
      losses.add('Text of slide masters was left out', () => quoted(text));
  }
}

function titleOf(xml: string, name: string): string {
  return /<a:t>([^<]+)<\/a:t>/.exec(xml)?.[1] ?? name;
}

/** Where older programs are offered something else, the engine reads that: of formulas only a picture. */
class SlideRewriter {
  #formula: OpenElement | undefined;
  readonly #withFormula = new Set<OpenElement>();
  readonly #hidden = new Set<OpenElement>();
  #text = '';

  constructor(
    private readonly part: string,
    private readonly losses: Losses,
  ) {}

  open(element: OpenElement, parents: readonly OpenElement[]): void {
    if (element.name === 'p:sp' || element.name === 'p:graphicFrame') this.#text = '';
    if (element.name === 'a:p') this.#text = '';
    if (element.name === 'm:oMath') {
      this.#formula ??= element;
      for (const each of parents) this.#withFormula.add(each);
    }
    if (element.name === 'p:cNvPr' && /^(?:1|true)$/.test(element.attribs['hidden'] ?? '')) {
      const shape = parents.at(-2);
      if (shape !== undefined) this.#hidden.add(shape);
    }
  }

  text(value: string, _from: number, _to: number, parents: readonly OpenElement[]): void {
    if (parents.at(-1)?.name === 'a:t') this.#text += value;
  }

  close(element: OpenElement, to: number, parents: readonly OpenElement[], edits: Edits): void {
    const { name, from, inside } = element;
    if (this.#hidden.has(element)) {
      const source = edits.source.slice(from, to);
      const text = [...source.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, t]) => t).join(' ');
      edits.replace(from, to, '');
      if (text.trim() !== '')
        this.losses.add('Hidden shapes were left out', () => `in ${quoted(this.part)}`);
    } else if (name === 'm:oMath' && this.#formula === element)
      this.#writeFormula(element, to, edits);
    else if (name === 'a14:m' || name === 'm:oMathPara') {
      edits.replaceTags(from, inside, to);
    } else if (name === 'm:oMathParaPr') edits.replace(from, to, '');
    else if (name === 'mc:Fallback' && this.#isChosen(parents.at(-1))) edits.replace(from, to, '');
    else if (name === 'mc:Choice' && this.#withFormula.has(element))
      edits.replaceTags(from, inside, to);
    else if (name === 'mc:AlternateContent' && this.#withFormula.has(element))
      edits.replaceTags(from, inside, to);
  }

  #isChosen(alternatives: OpenElement | undefined): boolean {
    return alternatives !== undefined && this.#withFormula.has(alternatives);
  }

  #writeFormula(element: OpenElement, to: number, edits: Edits): void {
    this.#formula = undefined;
    const root = parseNodes(edits.source.slice(element.from, to));
    const formula = root && ommlFormula(root);
    if (formula !== undefined && 'text' in formula)
      this.losses.add('A formula has no form in TeX; its signs were kept', () =>
        placeAfter(this.#text),
      );
    const value =
      formula === undefined ? '' : 'tex' in formula ? mark('math', formula.tex) : formula.text;
    edits.replace(
      element.from,
      to,
      value === '' ? '' : `<a:r><a:t> ${escapeXml(value)} </a:t></a:r>`,
    );
  }
}
