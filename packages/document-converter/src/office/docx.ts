import { Losses, quoted } from '../input/losses.js';
import { escapeXml } from '../input/rewrite-xml.js';
import { readableWord, type WordContext } from './docx-text.js';
import { hiddenStyles } from './hidden-styles.js';
import { mark } from './marks.js';
import { markPositions } from './positions.js';

/** Parts of a Word document with text; the main one first. */
const TEXTS = /^word\/(?:document\d*|footnotes|endnotes|comments)\.xml$/;
const RUNNING = /^word\/(header|footer)\d*\.xml$/;

/** Returns the parts of a Word document with what its engine does not read written as text that it does. */
export function prepareDocx(parts: Map<string, Buffer>, warnings: string[]): Map<string, Buffer> {
  const losses = new Losses();
  const hidden = hiddenStyles(parts.get('word/styles.xml'));
  const out = new Map(parts);
  for (const [name, part] of parts) {
    if (RUNNING.test(name)) reportRunning(name, part.toString('utf8'), losses);
    if (!TEXTS.test(name)) continue;
    const context: WordContext = { hidden, losses, fragments: new Map() };
    const xml = readableWord(part.toString('utf8'), context);
    out.set(name, Buffer.from(markPositions(markComments(xml), 'w:r'), 'utf8'));
    const links = name.replace(/^word\//, 'word/_rels/').concat('.rels');
    const known = parts.get(links);
    if (context.fragments.size > 0 && known !== undefined)
      out.set(links, Buffer.from(withFragments(known.toString('utf8'), context), 'utf8'));
  }
  losses.report(warnings);
  return out;
}

/** Adds a note where a comment ends. */
function markComments(xml: string): string {
  return xml.replaceAll(
    /<w:commentReference\s[^<>]*?w:id="(\d+)"[^<>]*?\/>/g,
    (_, id: string) => `<w:t>${mark('note', `comment-${id}`)}</w:t>`,
  );
}

/** Adds a relationship for each link with a fragment: the one of its id, and the fragment. */
function withFragments(relationships: string, { fragments }: WordContext): string {
  const tags = new Map(
    [...relationships.matchAll(/<Relationship\s[^<>]*>/g)].map(([tag]) => [
      /\sId\s*=\s*"([^"]*)"/.exec(tag)?.[1] ?? '',
      tag,
    ]),
  );
  const added = [...fragments].flatMap(([key, { id, fragment }]) => {
    const tag = tags.get(id);
    if (tag === undefined) return [];
    const renamed = tag.replace(/(\sId\s*=\s*)"[^"]*"/, `$1"${escapeXml(key)}"`);
    return [
      renamed.replace(/(\sTarget\s*=\s*"[^"]*)"/, (_, target: string) =>
        target.includes('#')
          ? `${target}"`
          : `${target}#${encodeURI(fragment.replaceAll('&amp;', '&')).replaceAll('&', '&amp;').replaceAll('"', '%22')}"`,
      ),
    ].map((each) => (each.endsWith('/>') ? each : `${each}</Relationship>`));
  });
  return relationships.replace('</Relationships>', `${added.join('')}</Relationships>`);
}

function reportRunning(name: string, xml: string, losses: Losses): void {
  const text = [...xml.matchAll(/<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>/g)].map(([, t]) => t).join('');
  if (text.trim() === '') return;
  const kind = name.includes('header') ? 'Headers' : 'Footers';
  losses.add(`${kind} of pages were left out`, () => quoted(text));
}
