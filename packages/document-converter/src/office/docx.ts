import { parseXml } from '../input/xml.js';
import { ommlToTex } from './omml.js';
import { mark } from './marks.js';
import { markPositions } from './positions.js';

/** Parts of a Word document with text; the main one first. */
export const DOCX_TEXTS = /^word\/(?:document\d*|footnotes|endnotes)\.xml$/;

const NAMESPACES =
  'xmlns:m="m" xmlns:w="w" xmlns:r="r" xmlns:mc="mc" xmlns:wp="wp" xmlns:a="a" xmlns:w14="w14"';

/** Marks what the engine does not read: formulas, raised or lowered text, positions of comments. */
export function markDocx(xml: string): string {
  return markPositions(markComments(markFormulas(xml)), 'w:r');
}

/** Replaces each formula by a run of text. */
function markFormulas(xml: string): string {
  if (!xml.includes('<m:oMath')) return xml;
  let out = '';
  let from = 0;
  for (;;) {
    const start = xml.indexOf('<m:oMath>', from);
    const other = xml.indexOf('<m:oMath ', from);
    const begin = start < 0 || (other >= 0 && other < start) ? other : start;
    const end = begin < 0 ? -1 : xml.indexOf('</m:oMath>', begin);
    if (end < 0) return out + xml.slice(from);
    const next = end + '</m:oMath>'.length;
    out += xml.slice(from, begin) + runOf(formula(xml.slice(begin, next)));
    from = next;
  }
}

function formula(omml: string): string {
  const element = parseXml(omml.replace(/^<m:oMath/, `<m:oMath ${NAMESPACES}`));
  const tex = element === undefined ? '' : ommlToTex(element);
  // A space separates the formula from its neighbours.
  return tex === '' ? '' : ` ${mark('math', tex)} `;
}

/** Adds a note where a comment ends. */
function markComments(xml: string): string {
  return xml.replaceAll(
    /<w:commentReference\s[^<>]*?w:id="(\d+)"[^<>]*?\/>/g,
    (_, id: string) => `<w:t>${mark('note', `comment-${id}`)}</w:t>`,
  );
}

function runOf(value: string): string {
  if (value === '') return '';
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<w:r><w:t xml:space="preserve">${escaped}</w:t></w:r>`;
}

/** Returns whether a heading's first run is a number that Word counts, and not text of the author. */
export function isCounted(label: string, xml: string): boolean {
  if (!/^(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[A-Za-z][.)]|[IVXLCivxlc]{1,7}[.)]|§\s?\d+)\s$/.test(label))
    return false;
  return !xml.includes(`>${label}</w:t>`) && !xml.includes(`>${label.trimEnd()}</w:t>`);
}
