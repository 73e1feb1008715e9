import { type Element } from 'domhandler';
import { decodeXml } from '../input/charset.js';
import { child, childElements, descendants, localName, parseXml, xmlText } from '../input/xml.js';
import { readHtml, webResolver } from '../html/html.js';
import { safeUrl } from '../input/urls.js';
import { type Block, heading, isEmpty, paragraph, text } from '../tree.js';
import { type Outcome, type Source } from './port.js';

/** Elements that may contain an entry's text, the longest kind first. */
const CONTENTS = ['encoded', 'content', 'description', 'summary'];

/** Returns RSS and Atom as an article for each entry; other XML as it is. */
export function readXml(source: Source): Outcome {
  const xml = decodeXml(source.bytes, source.warnings, source.charset);
  const root = /<(?:rss|feed|rdf:RDF)[\s>]/.test(xml.slice(0, 4096)) ? parseXml(xml) : undefined;
  const feed = root === undefined ? [] : feedBlocks(root, source);
  if (feed.length > 0) return { blocks: feed, notes: [] };
  return { blocks: [{ kind: 'code', language: 'xml', text: xml }], notes: [] };
}

function feedBlocks(root: Element, source: Source): Block[] {
  const kind = localName(root);
  if (kind !== 'rss' && kind !== 'feed' && kind !== 'RDF') return [];
  const channel = kind === 'feed' ? root : (child(root, 'channel') ?? root);
  const entries = descendants(root, kind === 'feed' ? 'entry' : 'item');
  const about = htmlOf(child(channel, 'description') ?? child(channel, 'subtitle'), source);
  return [
    heading(1, xmlText(child(channel, 'title')) || 'Feed'),
    ...about,
    ...entries.flatMap((entry) => entryBlocks(entry, source)),
  ];
}

function entryBlocks(entry: Element, source: Source): Block[] {
  const date = ['pubDate', 'published', 'updated', 'date']
    .map((name) => xmlText(child(entry, name)))
    .find((value) => value !== '');
  const url = safeUrl(linkOf(entry));
  const contents = CONTENTS.map((name) => htmlOf(child(entry, name), source));
  const blocks: Block[] = [heading(2, xmlText(child(entry, 'title')) || 'Untitled')];
  if (date !== undefined) blocks.push(paragraph(text('Published:', { bold: true }), ` ${date}`));
  if (url !== undefined) blocks.push(paragraph({ kind: 'link', url, content: [text(url)] }));
  return [...blocks, ...(contents.find((each) => !isEmpty(each)) ?? [])];
}

function linkOf(entry: Element): string {
  const links = childElements(entry).filter((each) => localName(each) === 'link');
  const best = links.find(({ attribs }) => (attribs['rel'] ?? 'alternate') === 'alternate');
  return best === undefined ? '' : (best.attribs['href'] ?? xmlText(best));
}

function htmlOf(element: Element | undefined, source: Source): Block[] {
  const html = xmlText(element);
  return html === '' ? [] : readHtml(html, webResolver(source.media), source);
}
