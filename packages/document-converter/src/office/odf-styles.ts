export interface OdfStyle {
  hidden: boolean;
  position?: 'sub' | 'sup' | undefined;
}

const STYLE = /<style:style\s([^<>]*?)(?:\/>|>([^]*?)<\/style:style>)/g;

/** Returns the styles of an OpenDocument file that hide, raise or lower text, by their names, from parts in which they are. */
export function odfStyles(parts: readonly string[]): Map<string, OdfStyle> {
  const own = new Map<string, Partial<OdfStyle>>();
  const bases = new Map<string, string>();
  for (const xml of parts)
    for (const [, attributes = '', inner = ''] of xml.matchAll(STYLE)) {
      const name = attribute(attributes, 'style:name');
      if (name === undefined) continue;
      const base = attribute(attributes, 'style:parent-style-name');
      if (base !== undefined) bases.set(name, base);
      const properties = /<style:text-properties\s([^<>]*)>/.exec(inner)?.[1] ?? '';
      own.set(name, { ...hiddenOf(properties), ...positionOf(properties) });
    }
  const styles = new Map<string, OdfStyle>();
  for (const name of own.keys()) {
    const style = inherited(name, own, bases);
    if (style.hidden || style.position !== undefined) styles.set(name, style);
  }
  return styles;
}

function inherited(
  name: string,
  own: ReadonlyMap<string, Partial<OdfStyle>>,
  bases: ReadonlyMap<string, string>,
): OdfStyle {
  let style: Partial<OdfStyle> = {};
  const seen = new Set<string>();
  for (let at: string | undefined = name; at !== undefined && !seen.has(at); at = bases.get(at)) {
    seen.add(at);
    style = { ...own.get(at), ...style };
  }
  return { hidden: false, ...style };
}

function hiddenOf(properties: string): Partial<OdfStyle> {
  const display = attribute(properties, 'text:display');
  return display === undefined ? {} : { hidden: display === 'none' };
}

function positionOf(properties: string): Partial<OdfStyle> {
  const value = attribute(properties, 'style:text-position')?.trim();
  if (value === undefined) return {};
  const [shift = ''] = value.split(/\s/);
  if (shift === 'super' || /^[1-9]/.test(shift)) return { position: 'sup' };
  if (shift === 'sub' || /^-[1-9]/.test(shift)) return { position: 'sub' };
  return { position: undefined };
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];
}
