import { CDATA, Element, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { extractRest } from '../count/alternatives.js';
import { decodeXml } from '../input/charset.js';
import { child, childElements, descendants, localName, parseXml, xmlText } from '../input/xml.js';
import { readHtml, webResolver } from '../html/html.js';
import { asHtml } from '../html/xhtml.js';
import { textsOfPage } from '../html/visible.js';
import { safeUrl } from '../input/urls.js';
import { type Block, heading, isEmpty, paragraph, text } from '../tree.js';
import { type Outcome, type Source } from './port.js';

/** Elements that may contain an entry's text, the usually longest first. */
const CONTENTS = ['encoded', 'content', 'description', 'summary', 'subtitle'];

/** Returns RSS and Atom as one article for each entry, and other XML unchanged. */
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
  const { words } = source;
  words.source('the feed', () => collectTexts(root));
  const channel = kind === 'feed' ? root : (child(root, 'channel') ?? root);
  const entries = descendants(root, kind === 'feed' ? 'entry' : 'item');
  const title = child(channel, 'title');
  return [
    buildHeading(1, title, 'Feed', source),
    ...contentBlocks(channel, source),
    ...fieldBlocks(channel, [title, ...entries], source),
    ...entries.flatMap((entry) => entryBlocks(entry, source)),
  ];
}

function buildHeading(level: number, title: Element | undefined, other: string, source: Source) {
  const said = xmlText(title);
  if (said === '') source.words.own(other);
  return heading(level, said || other);
}

function entryBlocks(entry: Element, source: Source): Block[] {
  const title = child(entry, 'title');
  const date = ['pubDate', 'published', 'updated', 'date']
    .map((name) => child(entry, name))
    .find((each) => xmlText(each) !== '');
  const url = safeUrl(findEntryLink(entry));
  const blocks: Block[] = [buildHeading(2, title, 'Untitled', source)];
  if (date !== undefined) blocks.push(field('Published', xmlText(date), source));
  if (url !== undefined) {
    source.words.own(url);
    blocks.push(paragraph({ kind: 'link', url, content: [text(url)] }));
  }
  return [...blocks, ...fieldBlocks(entry, [title, date], source), ...contentBlocks(entry, source)];
}

/** Returns the longest text of a feed or entry, and the content that only the others have. */
function contentBlocks(parent: Element, source: Source): Block[] {
  let best: Block[] = [];
  const rest: Block[] = [];
  const contents = CONTENTS.flatMap((name) =>
    childElements(parent).filter((each) => localName(each) === name),
  );
  for (const content of contents) {
    if (isEmpty(best)) {
      best = readHtmlBlocks(content, source);
      continue;
    }
    const { lines } = extractRest(textsOfPage(readMarkup(content)).join('\n'), best);
    for (const line of lines) source.words.own(line);
    rest.push(...lines.map((line) => paragraph(line)));
  }
  return [...best, ...rest];
}

/** Returns the fields of a feed or entry that are not already shown. */
function fieldBlocks(
  parent: Element,
  shown: readonly (Element | undefined)[],
  source: Source,
): Block[] {
  return childElements(parent)
    .filter((each) => !shown.includes(each) && isText(each))
    .map((each) => [localName(each), collectTexts(each).join(' ').trim()] as const)
    .filter(([, said]) => said !== '')
    .map(([name, said]) => field(name.charAt(0).toUpperCase() + name.slice(1), said, source));
}

function field(name: string, said: string, { words }: Source): Block {
  words.own(name);
  return paragraph(text(`${name}:`, { bold: true }), ` ${said}`);
}

/** Elements with addresses or content for programs. */
const NO_TEXT = new Set(
  'link id guid url uri ttl docs generator cloud skipHours skipDays icon logo items'.split(' '),
);
const PARENTS = /^(?:channel|feed|item|entry|RDF)$/;

/** Returns whether the text of an element counts here; HTML content is counted separately. */
function isText(element: Element): boolean {
  const { parent } = element;
  const isContent = parent instanceof Element && PARENTS.test(localName(parent));
  const name = localName(element);
  return !NO_TEXT.has(name) && !(isContent && CONTENTS.includes(name));
}

/** Returns the texts within an element; Atom categories have theirs in attributes. */
function collectTexts(element: Element): string[] {
  if (localName(element) === 'category' && element.children.length === 0)
    return [element.attribs['label'] ?? element.attribs['term'] ?? ''];
  return element.children.flatMap((node) => {
    if (node instanceof Text) return [node.data];
    if (node instanceof CDATA) return [xmlText(node)];
    return node instanceof Element && isText(node) ? collectTexts(node) : [];
  });
}

function findEntryLink(entry: Element): string {
  const links = childElements(entry).filter((each) => localName(each) === 'link');
  const best = links.find(({ attribs }) => (attribs['rel'] ?? 'alternate') === 'alternate');
  return best === undefined ? '' : (best.attribs['href'] ?? xmlText(best));
}

function readHtmlBlocks(element: Element, source: Source): Block[] {
  const html = readMarkup(element);
  return html === '' ? [] : readHtml(html, webResolver(source.media), source);
}

/** Returns the HTML that an element contains as text or, in Atom, as elements. */
function readMarkup(element: Element): string {
  if (childElements(element).length === 0) return xmlText(element);
  const inner = DomUtils.getInnerHTML(element, { xmlMode: true });
  return asHtml(inner.replaceAll(/<(\/?)[\w-]+:(?=[A-Za-z])/g, '<$1'));
}
