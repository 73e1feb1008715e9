import { type Losses, placeAfter } from '../../input/losses.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { ommlFormula } from '../../math/omml.js';
import { type Inline, plainText, text } from '../../tree.js';

/** Adds one or more formulas, with spaces that separate them from their neighbours. */
export function addFormulas(node: XmlNode, out: Inline[], losses: Losses): void {
  if (node.name !== 'oMath') {
    for (const each of node.elements)
      if (/^(?:oMath|oMathPara|m|r)$/.test(each.name)) addFormulas(each, out, losses);
    return;
  }
  const formula = ommlFormula(node);
  if (formula === undefined) return;
  if ('text' in formula) {
    losses.words.own(formula.text);
    losses.add('A formula has no form in TeX; its signs were kept', () =>
      placeAfter(plainText(out)),
    );
  }
  const content: Inline =
    'tex' in formula ? { kind: 'math', tex: formula.tex } : text(formula.text);
  out.push(text(' '), content, text(' '));
}
