// Engines refuse XML that is not well-formed, or silently leave out the whole part.
import { DomUtils } from 'htmlparser2';
import { parseXml } from './xml.js';

const TAG = /<[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>/y;
const NAME = /[^\s/>]+/y;
/** Sections where an ampersand is literal; searched only once each of them is known to end. */
const LITERAL = /<!\[CDATA\[.*?\]\]>|<!--.*?-->/gs;
/** An ampersand that begins no entity and no character reference. */
const LOOSE_AMPERSAND = /&(?!#\d+;|#x[\da-f]+;|[a-z_][\w.-]*;)/i;

/** Returns whether every opened element is closed, in the order of XML. */
export function isBalanced(xml: string): boolean {
  const open: string[] = [];
  for (let at = xml.indexOf('<'); at >= 0;) {
    const end = endOfMarkup(xml, at);
    if (end < 0) return false;
    const next = xml[at + 1];
    if (next === '/') {
      const name = open.pop();
      if (name === undefined || !xml.startsWith(name, at + 2)) return false;
      if (!/[\s/>]/.test(xml.charAt(at + 2 + name.length))) return false;
    } else if (next !== '?' && next !== '!') {
      const name = nameAt(xml, at + 1);
      if (name === '') return false;
      if (xml[end - 2] !== '/') open.push(name);
    }
    at = xml.indexOf('<', end);
  }
  return open.length === 0 && !LOOSE_AMPERSAND.test(xml.replaceAll(LITERAL, ''));
}

/** Returns the end of a tag, comment or instruction, after its `>`; -1 if it has none, or if another begins within it. */
function endOfMarkup(xml: string, at: number): number {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at);
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at);
  if (xml[at + 1] === '!' || xml[at + 1] === '?') return after(xml, '>', at);
  TAG.lastIndex = at;
  return TAG.test(xml) ? TAG.lastIndex : -1;
}

function after(xml: string, closing: string, at: number): number {
  const end = xml.indexOf(closing, at);
  return end < 0 ? -1 : end + closing.length;
}

function nameAt(xml: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(xml)?.[0] ?? '';
}

/** Returns the same elements and text, well-formed: an open element is closed where its parent is. Undefined if nothing is left. */
export function repairXml(xml: string): string | undefined {
  const root = parseXml(xml);
  if (root === undefined) return undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>${DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' })}`;
}
