import { MathMLToLaTeX } from 'mathml-to-latex';
import { type Element } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { localName, parseXml } from '../input/xml.js';
import { quietly } from '../input/quiet.js';
import { isBalancedTex, keepsSigns } from './kept-signs.js';

/** Maximum length of a formula; of a longer one, only the text is kept. */
const MAX_LENGTH = 100_000;
/** Elements with the characters of a formula. */
const TOKENS = new Set(['mi', 'mn', 'mo', 'mtext', 'ms', 'ci', 'cn', 'csymbol']);
const UNREAD = new Set(['annotation', 'annotation-xml', 'mphantom']);

export type Formula = { tex: string } | { text: string };

/** Returns a MathML formula as TeX, or its characters with spaces between them if TeX would lose any. */
export function mathmlFormula(source: string): Formula {
  const root = source.length > MAX_LENGTH ? undefined : parseXml(source);
  if (root === undefined) return { text: plainText(source) };
  const written = findTex(root);
  if (written !== undefined && written !== '') return { tex: written };
  const signs = collectSigns(root);
  const tex = toTex(source);
  return tex !== '' && isBalancedTex(tex) && keepsSigns(tex, signs)
    ? { tex }
    : { text: signs.join(' ') };
}

function toTex(source: string): string {
  try {
    return quietly(() => MathMLToLaTeX.convert(source.replaceAll('&nbsp;', '&#160;'))).trim();
  } catch {
    return '';
  }
}

/** Returns the TeX source of a formula, if it is included. */
function findTex(root: Element): string | undefined {
  const found = DomUtils.findOne(
    (each) => localName(each) === 'annotation' && each.attribs['encoding'] === 'application/x-tex',
    [root],
  );
  return found === null ? undefined : DomUtils.textContent(found).trim();
}

/** Returns the characters in order, without recursion, since the author controls the depth. */
function collectSigns(root: Element): string[] {
  const signs: string[] = [];
  const waiting: (Element | string)[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') signs.push(next);
    else if (UNREAD.has(localName(next))) continue;
    else if (TOKENS.has(localName(next))) signs.push(DomUtils.textContent(next).trim());
    else
      for (const child of next.children.toReversed()) {
        if ('data' in child && child.data.trim() !== '') waiting.push(child.data.trim());
        else if ('attribs' in child) waiting.push(child);
      }
  }
  return signs.filter((sign) => sign !== '');
}

function plainText(source: string): string {
  return source
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
