// DrawingML text of slides, shapes, charts and diagrams.
import { type Losses } from '../../input/losses.js';
import { safeUrl } from '../../input/urls.js';
import { isOn } from '../word/styles.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Relation } from '../../sheets/package.js';
import { type Inline, type Style, text } from '../../tree.js';
import { relationId } from '../parts.js';
import { addFormulas } from './formulas.js';

export interface DrawingContext {
  losses: Losses;
  links: ReadonlyMap<string, Relation>;
}

/** Returns the content of a paragraph. */
export function drawingInlines(paragraph: XmlNode, context: DrawingContext): Inline[] {
  const out: Inline[] = [];
  addInlines(paragraph, out, context);
  return out;
}

function addInlines(parent: XmlNode, out: Inline[], context: DrawingContext): void {
  for (const node of parent.elements)
    switch (node.name) {
      case 'pPr':
      case 'rPr':
      case 'endParaRPr':
        break;
      case 'r':
      case 'fld':
        addRun(node, out, context);
        break;
      case 't':
        out.push(text(node.text));
        break;
      case 'br':
        out.push({ kind: 'break' });
        break;
      case 'm':
      case 'oMath':
      case 'oMathPara':
        addFormulas(node, out, context.losses);
        break;
      case 'AlternateContent': {
        const before = out.length;
        const choices = [...node.elements].filter(({ name }) => /^(?:Choice|Fallback)$/.test(name));
        for (const choice of choices) {
          if (out.length === before) addInlines(choice, out, context);
        }
        break;
      }
      default:
        addInlines(node, out, context);
    }
}

function addRun(run: XmlNode, out: Inline[], context: DrawingContext): void {
  const value = run
    .descendants('t')
    .map((each) => each.text)
    .join('');
  if (value === '') return;
  const properties = run.child('rPr');
  const inline = text(value, properties === undefined ? {} : readRunStyle(properties));
  const link = context.links.get(relationId(properties?.child('hlinkClick'), 'id'));
  const url = link?.external === true ? safeUrl(link.target) : undefined;
  const last = out.at(-1);
  if (url === undefined) out.push(inline);
  else if (last?.kind === 'link' && last.url === url) last.content.push(inline);
  else out.push({ kind: 'link', url, content: [inline] });
}

function readRunStyle(properties: XmlNode): Style {
  const style: Style = {};
  const bold = properties.attribute('b');
  if (bold !== undefined && isOn(bold)) style.bold = true;
  const italic = properties.attribute('i');
  if (italic !== undefined && isOn(italic)) style.italic = true;
  if (/^(?:sng|dbl)/.test(properties.attribute('strike') ?? '')) style.strike = true;
  const raised = Number.parseInt(properties.attribute('baseline') ?? '0', 10);
  if (raised !== 0 && !Number.isNaN(raised)) style.position = raised > 0 ? 'sup' : 'sub';
  return style;
}

/** Returns the non-empty paragraphs within an element. */
export function drawingLines(node: XmlNode, context: DrawingContext): Inline[][] {
  return node
    .descendants('p')
    .map((each) => drawingInlines(each, context))
    .filter((line) => line.some((each) => each.kind !== 'text' || each.text.trim() !== ''));
}
