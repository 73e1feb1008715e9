import { readFileSync } from 'node:fs';

/** The parts of the web platform that an isolate loads when a script first reads one of their globals. */
const NAMES = ['console', 'messages', 'pattern', 'streams', 'subtle'];
const sources = new Map<string, string>();

/** Returns the source of a part, an expression; '' for an unknown name. */
export function platformSource(name: string): string {
  if (!NAMES.includes(name)) return '';
  const known = sources.get(name);
  if (known !== undefined) return known;
  const source = readFileSync(new URL(`platform/${name}.js`, import.meta.url), 'utf8');
  sources.set(name, source);
  return source;
}
