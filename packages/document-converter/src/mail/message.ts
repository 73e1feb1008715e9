import { namedFormat } from '../endings.js';
import { type Source } from '../formats/port.js';
import { safeUrl } from '../input/urls.js';
import { type Resolver } from '../html/context.js';
import { readHtml } from '../html/html.js';
import {
  type Block,
  type DocumentTree,
  heading,
  type Inline,
  isEmpty,
  type Note,
  paragraph,
  text,
} from '../tree.js';
import { extractRest } from '../count/alternatives.js';

/** Name endings by media type, for attachments whose names have no known ending. */
const TYPES: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'message/global': 'eml',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/xhtml+xml': 'xhtml',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/markdown': 'md',
  'text/rtf': 'rtf',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/json': 'json',
};
/** Media types of texts and server reports that are shown unchanged, such as contact cards. */
const AS_IT_IS = /^(?:text|message)\/(?!x-amp|watch)/;

const UNTITLED = 'Message without a subject';
const ATTACHMENTS = 'Attachments';
const ONLY_IN_TEXT = 'Only in the plain text of the mail:';

export interface Attachment {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Description in addition to the name. */
  description?: string;
  /** Content id without angle brackets, to which `cid:` in the HTML refers. */
  contentId?: string;
}

/** A mail in any file format. */
export interface Message {
  /** Body in another form, if it has neither text nor HTML. */
  body?: DocumentTree | undefined;
  subject: string;
  /** Labels and values, such as `["From", "Ada <ada@example.com>"]`, in display order. */
  fields: (readonly [string, string])[];
  /** Parts of the body in order. */
  parts: BodyPart[];
  attachments: Attachment[];
}

/** A text in two forms, either of which may be empty. */
export interface BodyPart {
  html: string;
  text: string;
}

/** Returns the header, the formatted body, and the attachments, which are stored beside the Markdown. */
export async function messageTree(message: Message, source: Source): Promise<DocumentTree> {
  const { media } = source;
  const urls = new Map<Attachment, string | undefined>();
  const keep = (attachment: Attachment): string | undefined => {
    if (!urls.has(attachment))
      urls.set(attachment, media.add(attachment.name, attachment.mediaType, attachment.bytes));
    return urls.get(attachment);
  };
  const links = createLinkResolver(message, keep);
  const parts = message.parts.flatMap((part) => bodyBlocks(part, links, source));
  const body = isEmpty(parts) ? (message.body?.blocks ?? []) : parts;
  // Attachments are stored before the files inside them, so that they keep their names.
  const listed = attachmentBlocks(message.attachments, keep, source);
  const inner = await convertedAttachments(message.attachments, source);
  const fields = message.fields.filter(([, value]) => value.trim() !== '');
  for (const [name] of fields) source.words.own(name);
  const title = message.subject.trim();
  if (title === '') source.words.own(UNTITLED);
  return {
    blocks: [
      heading(1, title || UNTITLED),
      { kind: 'paragraph', content: fields.flatMap(fieldInlines) },
      ...body,
      ...listed,
      ...inner.blocks,
    ],
    notes: [...(message.body?.notes ?? []), ...inner.notes],
  };
}

/** Returns a part of the body from the HTML, followed by the text that only the plain form contains. */
function bodyBlocks(
  { html, text: plain }: BodyPart,
  links: Pick<Resolver, 'link' | 'image'>,
  source: Source,
): Block[] {
  const { words } = source;
  words.source('the text of the mail', () => [plain]);
  const blocks = html.trim() === '' ? [] : readHtml(html, links, source, 'the mail');
  if (isEmpty(blocks)) return textBlocks(plain);
  const { lines, known, isRest } = extractRest(plain, blocks);
  for (const each of known) words.know(each);
  if (lines.length === 0) return blocks;
  const rest = textBlocks(lines.join('\n'));
  // The HTML contains only a picture.
  if (!isRest) return [...blocks, ...rest];
  words.own(ONLY_IN_TEXT);
  return [...blocks, paragraph(text(ONLY_IN_TEXT, { bold: true })), ...rest];
}

/** Returns the contents of attachments, so that they can be searched; pictures and other files are only stored. */
async function convertedAttachments(
  attachments: readonly Attachment[],
  source: Source,
): Promise<DocumentTree> {
  const blocks: Block[] = [];
  const notes: Note[] = [];
  for (const [done, { name, mediaType, bytes }] of attachments.entries()) {
    source.progress?.(done, attachments.length, 'parts');
    if (bytes.length === 0 || /^(?:image\/(?!svg)|audio\/|video\/)/i.test(mediaType)) continue;
    const named = namedByType(name, mediaType);
    const inner = await source.readInner(
      { name: named, title: name, bytes: toBuffer(bytes), optional: true },
      3,
    );
    if (inner !== undefined) source.words.own(name);
    blocks.push(...(inner?.blocks ?? []));
    notes.push(...(inner?.notes ?? []));
  }
  return { blocks, notes };
}

/** Returns a name that indicates the format: some attachments have only a media type. */
function namedByType(name: string, mediaType: string): string {
  if (namedFormat(name) !== undefined) return name;
  const type = mediaType.toLowerCase();
  const ending = TYPES[type] ?? (AS_IT_IS.test(type) ? 'log' : undefined);
  return ending === undefined ? name : `${name}.${ending}`;
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function fieldInlines([name, value]: readonly [string, string], index: number): Inline[] {
  const field = [text(`${name}:`, { bold: true }), text(` ${value}`)];
  return index === 0 ? field : [{ kind: 'break' }, ...field];
}

/** Returns a resolver that keeps links and pictures of the HTML, including pictures that are attachments. */
function createLinkResolver(
  { attachments }: Message,
  keep: (attachment: Attachment) => string | undefined,
): Pick<Resolver, 'link' | 'image'> {
  const byId = new Map(attachments.map((each) => [each.contentId, each]));
  return {
    link: safeUrl,
    image: (src) => {
      if (!src.toLowerCase().startsWith('cid:')) return safeUrl(src);
      const attachment = byId.get(src.slice(4));
      return attachment === undefined ? undefined : keep(attachment);
    },
  };
}

/** Returns the paragraphs of a plain text mail; lines with `>` form a quote. */
export function textBlocks(body: string): Block[] {
  const lines = body.replaceAll(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const quoted = isQuoted(lines[at]);
    let end = at;
    while (end < lines.length && isQuoted(lines[end]) === quoted) end += 1;
    const part = lines.slice(at, end);
    if (quoted)
      blocks.push({
        kind: 'quote',
        blocks: paragraphs(part.map((line) => line.replaceAll(/^[>\s]+/g, ''))),
      });
    else blocks.push(...paragraphs(part));
    at = end;
  }
  return blocks;
}

function isQuoted(line: string | undefined): boolean {
  return line?.startsWith('>') === true;
}

function paragraphs(lines: string[]): Block[] {
  return lines
    .join('\n')
    .split(/\n[ \t]*\n/)
    .map((part) => part.split('\n').map((line) => line.trim()))
    .map((part) => part.filter((line) => line !== ''))
    .filter((part) => part.length > 0)
    .map((part): Block => ({
      kind: 'paragraph',
      content: part.flatMap((line, index): Inline[] =>
        index === 0 ? [text(line)] : [{ kind: 'break' }, text(line)],
      ),
    }));
}

function attachmentBlocks(
  attachments: Attachment[],
  keep: (attachment: Attachment) => string | undefined,
  { words }: Source,
): Block[] {
  if (attachments.length === 0) return [];
  words.own(ATTACHMENTS);
  const items = attachments.map((each) => {
    const url = keep(each);
    const name = text(each.name);
    const link: Inline = url === undefined ? name : { kind: 'link', url, content: [name] };
    const about = ` (${each.mediaType}, ${each.bytes.length} bytes)`;
    const more = each.description === undefined ? '' : `: ${each.description}`;
    for (const said of [each.name, about, more]) words.own(said);
    return { blocks: [paragraph(link, about + more)] };
  });
  return [heading(2, ATTACHMENTS), { kind: 'list', ordered: false, start: 1, items }];
}
