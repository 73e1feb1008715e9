import { DomUtils } from 'htmlparser2';
import { parseXml } from './xml.js';

/**
 * Returns the same elements and text as well-formed XML, closing open elements with their parents. Undefined if
 * nothing is left.
 */
export function repairXml(xml: string): string | undefined {
  const root = parseXml(xml);
  if (root === undefined) return undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>${DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' })}`;
}
