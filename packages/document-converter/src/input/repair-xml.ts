// Engines refuse XML that is not well-formed, or silently leave out the whole part.
import { DomUtils } from 'htmlparser2';
import { parseXml } from './xml.js';

const TAG = /<[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>/y;
/** Sections where an ampersand is literal; searched only once each of them is known to end. */
const LITERAL = /<!\[CDATA\[.*?\]\]>|<!--.*?-->/gs;
/** An ampersand that begins no entity and no character reference. */
const LOOSE_AMPERSAND = /&(?!#\d+;|#x[\da-f]+;|[a-z_][\w.-]*;)/i;

/** Returns whether every opened element is closed, in the order of XML. */
export function isBalanced(xml: string): boolean {
  const open: string[] = [];
  for (let at = xml.indexOf('<'); at >= 0;) {
    const next = xml[at + 1];
    const name = next === '/' ? open.pop() : undefined;
    // Nearly all elements end with their name alone.
    const closed = name === undefined ? -1 : at + 2 + name.length;
    const isPlain = closed >= 0 && xml[closed] === '>';
    const end = isPlain ? closed + 1 : endOfMarkup(xml, at);
    if (end < 0) return false;
    if (next === '/') {
      if (name === undefined || !xml.startsWith(name, at + 2)) return false;
      if (!isPlain && !/[\s/>]/.test(xml.charAt(closed))) return false;
    } else if (next !== '?' && next !== '!') {
      const opened = nameAt(xml, at + 1);
      if (opened === '') return false;
      if (xml[end - 2] !== '/') open.push(opened);
    }
    at = xml.indexOf('<', end);
  }
  return (
    open.length === 0 &&
    !LOOSE_AMPERSAND.test(xml.includes('<!') ? xml.replaceAll(LITERAL, '') : xml)
  );
}

/** Returns the end of a tag, comment or instruction, after its `>`; -1 if it has none, or if another begins within it. */
function endOfMarkup(xml: string, at: number): number {
  if (xml[at + 1] !== '!' && xml[at + 1] !== '?') {
    TAG.lastIndex = at;
    return TAG.test(xml) ? TAG.lastIndex : -1;
  }
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at);
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at);
  return after(xml, '>', at);
}

function after(xml: string, closing: string, at: number): number {
  const end = xml.indexOf(closing, at);
  return end < 0 ? -1 : end + closing.length;
}

function nameAt(xml: string, at: number): string {
  let end = at;
  while (end < xml.length && !isNameEnd(xml.charCodeAt(end))) end += 1;
  return xml.slice(at, end);
}

/** Returns whether it is white space, `/` or `>`; white space beyond ASCII is none in XML. */
function isNameEnd(code: number): boolean {
  return code <= 0x20 || code === 0x2f || code === 0x3e;
}

/** Returns the same elements and text, well-formed: an open element is closed where its parent is. Undefined if nothing is left. */
export function repairXml(xml: string): string | undefined {
  const root = parseXml(xml);
  if (root === undefined) return undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>${DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' })}`;
}
