import { child, childElements, localName, parseXml } from '../input/xml.js';

/** Returns the ids of Word's styles of which the text is hidden, by themselves or by the style that they are based on. */
export function hiddenStyles(styles: Buffer | undefined): Set<string> {
  const hidden = new Set<string>();
  if (styles?.includes('<w:vanish') !== true) return hidden;
  const root = parseXml(styles.toString('utf8'));
  const bases = new Map<string, string>();
  const shown = new Set<string>();
  for (const style of root === undefined ? [] : childElements(root)) {
    const id = style.attribs['w:styleId'];
    if (localName(style) !== 'style' || id === undefined) continue;
    const base = child(style, 'basedOn')?.attribs['w:val'];
    if (base !== undefined) bases.set(id, base);
    const properties = child(style, 'rPr');
    const vanish = properties && child(properties, 'vanish');
    if (vanish !== undefined) (isOn(vanish.attribs['w:val']) ? hidden : shown).add(id);
  }
  for (const id of bases.keys()) {
    const seen = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !seen.has(at) && !hidden.has(at) && !shown.has(at)) {
      seen.add(at);
      at = bases.get(at);
    }
    if (at !== undefined && hidden.has(at) && !shown.has(id)) hidden.add(id);
  }
  return hidden;
}

/** Returns whether a property of Word that is written is set. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off|none)$/i.test(value);
}
