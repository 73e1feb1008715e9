// Engines refuse XML that is not well-formed, or leave out the whole part without a word.
import { DomUtils } from 'htmlparser2';
import { parseXml } from './xml.js';

const NAME = /[^\s/>]+/y;
/** What begins no entity and no character reference. */
const LOOSE_AMPERSAND = /&(?!#\d+;|#x[\da-f]+;|[a-z_][\w.-]*;)/i;

/** Whether every element that is opened is closed, in the order of XML. */
export function isBalanced(xml: string): boolean {
  const open: string[] = [];
  for (let at = xml.indexOf('<'); at >= 0;) {
    const end = endOfMarkup(xml, at);
    if (end < 0) return false;
    const next = xml[at + 1];
    if (next === '/') {
      if (open.pop() !== nameAt(xml, at + 2)) return false;
    } else if (next !== '?' && next !== '!') {
      const name = nameAt(xml, at + 1);
      if (name === '') return false;
      if (xml[end - 2] !== '/') open.push(name);
    }
    at = xml.indexOf('<', end);
  }
  return open.length === 0 && !LOOSE_AMPERSAND.test(xml);
}

/** Where a tag, comment or instruction ends, after its `>`; -1 where it does not, or another begins within it. */
function endOfMarkup(xml: string, at: number): number {
  const closing = xml.startsWith('<!--', at)
    ? '-->'
    : xml.startsWith('<![CDATA[', at)
      ? ']]>'
      : '>';
  const end = xml.indexOf(closing, at);
  if (end < 0) return -1;
  if (closing === '>' && xml[at + 1] !== '!' && xml.lastIndexOf('<', end) > at) return -1;
  return end + closing.length;
}

function nameAt(xml: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(xml)?.[0] ?? '';
}

/** The same elements and text, well-formed: what is open is closed where its parent is. Undefined if nothing is left. */
export function repairXml(xml: string): string | undefined {
  const root = parseXml(xml);
  if (root === undefined) return undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>${DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' })}`;
}
