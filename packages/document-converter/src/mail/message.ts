import { type MediaStore } from '../input/media.js';
import { safeUrl } from '../input/urls.js';
import { readHtml } from '../html/html.js';
import { type Block, type DocumentTree, heading, type Inline, paragraph, text } from '../tree.js';

export interface Attachment {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Without angle brackets; what `cid:` in the HTML refers to. */
  contentId?: string;
}

/** A mail, whatever file it comes from. */
export interface Message {
  subject: string;
  /** Such as `["From", "Ada <ada@example.com>"]`, in the order in which they are shown. */
  fields: (readonly [string, string])[];
  html: string;
  text: string;
  attachments: Attachment[];
}

/** Returns a header, the body as it was formatted, and the attachments, which are stored beside it. */
export function messageTree(message: Message, media: MediaStore): DocumentTree {
  const urls = new Map<Attachment, string | undefined>();
  const keep = (attachment: Attachment): string | undefined => {
    if (!urls.has(attachment))
      urls.set(attachment, media.add(attachment.name, attachment.mediaType, attachment.bytes));
    return urls.get(attachment);
  };
  const body = message.html.trim() === '' ? textBlocks(message.text) : htmlBlocks(message, keep);
  const fields = message.fields.filter(([, value]) => value !== '');
  return {
    blocks: [
      heading(1, message.subject.trim() || 'Message without a subject'),
      { kind: 'paragraph', content: fields.flatMap(fieldInlines) },
      ...body,
      ...attachmentBlocks(message.attachments, keep),
    ],
    notes: [],
  };
}

function fieldInlines([name, value]: readonly [string, string], index: number): Inline[] {
  const field = [text(`${name}:`, { bold: true }), text(` ${value}`)];
  return index === 0 ? field : [{ kind: 'break' }, ...field];
}

function htmlBlocks(
  message: Message,
  keep: (attachment: Attachment) => string | undefined,
): Block[] {
  const byId = new Map(message.attachments.map((each) => [each.contentId, each]));
  return readHtml(message.html, {
    link: safeUrl,
    image: (src) => {
      if (!src.toLowerCase().startsWith('cid:')) return safeUrl(src);
      const attachment = byId.get(src.slice(4));
      return attachment === undefined ? undefined : keep(attachment);
    },
  });
}

/** Returns paragraphs of a mail in plain text; lines with `>` are a quote. */
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
): Block[] {
  if (attachments.length === 0) return [];
  const items = attachments.map((each) => {
    const url = keep(each);
    const name = text(each.name);
    const link: Inline = url === undefined ? name : { kind: 'link', url, content: [name] };
    return { blocks: [paragraph(link, ` (${each.mediaType}, ${each.bytes.length} bytes)`)] };
  });
  return [heading(2, 'Attachments'), { kind: 'list', ordered: false, start: 1, items }];
}
