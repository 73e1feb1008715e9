import iconv from 'iconv-lite';
import PostalMime, { type Address, addressParser, decodeWords, type Email } from 'postal-mime';
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { type DocumentTree } from '../tree.js';
import { type Attachment, type BodyPart, messageTree } from './message.js';
import { takeUuencoded } from './uuencoded.js';

// Mails whose header declares parts without their boundary.

/** Content-Type field with its continuation lines. */
const CONTENT_TYPE = /^content-type:(.*(?:\r?\n[ \t].*)*)/im;
/** Boundary line, of which RFC 2046 allows 70 characters. */
const DELIMITER = /^--([^\s"\\]{1,70})[ \t]*\r?$/gm;
/** Maximum number of different lines that are considered as boundaries. */
const MAX_DELIMITERS = 16;

/** Returns a mail whose parts can be found: with the boundary that its body uses, or as a single text. */
function withBoundary(mail: Buffer, warnings: string[]): Buffer {
  const end = endOfHeader(mail);
  const header = mail.toString('latin1', 0, end);
  const value = CONTENT_TYPE.exec(header)?.[1] ?? '';
  if (!/^\s*multipart\//i.test(value) || /\bboundary\b/i.test(value)) return mail;
  const boundary = findBoundary(mail.toString('latin1', end));
  warnings.push(
    `The mail does not say what its parts begin with: ${boundary === undefined ? 'its body was read as text' : 'they were found by their lines'}.`,
  );
  const type = boundary === undefined ? 'text/plain' : `multipart/mixed; boundary="${boundary}"`;
  const sound = header.replace(CONTENT_TYPE, () => `Content-Type: ${type}`);
  return Buffer.concat([Buffer.from(sound, 'latin1'), mail.subarray(end)]);
}

function endOfHeader(mail: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map((blank) => mail.indexOf(blank)).filter((at) => at !== -1);
  return Math.min(mail.length, ...ends);
}

/** Returns the boundary of the parts, if a line also closes it. */
function findBoundary(body: string): string | undefined {
  let seen = 0;
  for (const [, boundary] of body.matchAll(DELIMITER)) {
    seen += 1;
    if (seen > MAX_DELIMITERS) return undefined;
    if (body.includes(`\n--${boundary}--`)) return boundary;
  }
  return undefined;
}

const MAX_NESTING = 50;
/** Maximum size of a header in bytes; mailing lists may have many recipients. */
const MAX_HEADER = 16 * 1024 * 1024;
/** Number of bytes of the header that are checked; half of them are zeros in UTF-16. */
const HEAD = 64;

/** Reads a mail in the format of RFC 5322 and MIME. */
export async function readEml(source: Source): Promise<DocumentTree> {
  let email: Email;
  // Attached mails are separate documents.
  const parser = new PostalMime({
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADER,
    forceRfc822Attachments: true,
  });
  try {
    email = await parser.parse(withBoundary(withoutZeros(source.bytes), source.warnings));
  } catch {
    throw new DocumentError(
      'unreadable',
      'The mail is damaged or its parts are too deeply nested.',
    );
  }
  if (email.headers.length === 0)
    throw new DocumentError('unreadable', 'The file is not an e-mail: it has no header.');
  const { words } = source;
  const subject = email.subject ?? '';
  const all = FIELDS.map(
    ([label, key, kind]) => [label, readHeaderValue(email, key, kind)] as const,
  );
  const from = all[0]?.[1] ?? '';
  const isSame = ([label, value]: (typeof all)[number]) => label === 'Sender' && value === from;
  const fields = all.filter((field) => !isSame(field));
  if (fields.length < all.length) words.know(from);
  words.source('the header', () => headerTexts(email));
  for (const [label, value] of fields) if (label.endsWith('Date')) words.own(value);
  const files: Attachment[] = [];
  const parts = listBodyParts(parser, email).map(({ html, text }) => {
    const taken = takeUuencoded(text);
    files.push(...taken.files);
    return { html, text: taken.text };
  });
  const attachments = [...email.attachments.map(toAttachment), ...files];
  return messageTree({ subject, fields, parts, attachments }, source);
}

/**
 * Returns the texts of a mail part by part. The parser's combined texts contain HTML made from plain text and vice
 * versa, which hides what only one of the two forms contains.
 */
function listBodyParts(parser: PostalMime, { html = '', text = '' }: Email): BodyPart[] {
  const parts: unknown = Reflect.get(parser, 'textMap');
  if (!(parts instanceof Map)) return [{ html, text }];
  return [...parts.values()].map((part: unknown) => ({
    html: readPartText(part, 'html'),
    text: readPartText(part, 'plain'),
  }));
}

function readPartText(part: unknown, form: string): string {
  const found: unknown = Reflect.get(Object(part), form);
  return (Array.isArray(found) ? found : [])
    .map((each: unknown) => String(Reflect.get(Object(each), 'value')))
    .join('\n');
}

/** Header fields shown to readers (RFC 5322); the others are for servers and programs. */
const FIELDS = [
  ['From', 'from', 'addresses'],
  ['Sender', 'sender', 'addresses'],
  ['Reply-To', 'reply-to', 'addresses'],
  ['To', 'to', 'addresses'],
  ['Cc', 'cc', 'addresses'],
  ['Bcc', 'bcc', 'addresses'],
  ['Date', 'date', 'date'],
  ['Resent-From', 'resent-from', 'addresses'],
  ['Resent-Sender', 'resent-sender', 'addresses'],
  ['Resent-To', 'resent-to', 'addresses'],
  ['Resent-Cc', 'resent-cc', 'addresses'],
  ['Resent-Bcc', 'resent-bcc', 'addresses'],
  ['Resent-Date', 'resent-date', 'date'],
  ['Comments', 'comments', 'text'],
  ['Keywords', 'keywords', 'text'],
] as const;

function readHeaderValue(
  { headers }: Email,
  key: string,
  kind: (typeof FIELDS)[number][2],
): string {
  const values = headers.filter((each) => each.key === key).map(({ value }) => value);
  if (kind === 'addresses') return addresses(values.flatMap((value) => addressParser(value)));
  if (kind === 'text') return values.map((value) => decodeWords(value)).join(', ');
  return values.map(isoDate).join(', ');
}

function isoDate(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/** Fields of RFC 5322 with text or addresses. */
const SAID = /^(?:(?:resent-)?(?:from|sender|to|cc|bcc)|reply-to|subject|comments|keywords)$/;

/** Returns the texts of the header fields. */
function headerTexts({ headers }: Email): string[] {
  return headers.filter(({ key }) => SAID.test(key)).map(({ value }) => decodeWords(value));
}

/** Converts a mail that was saved in UTF-16 back to one byte for each character. */
function withoutZeros(bytes: Buffer): Buffer {
  const zeros = bytes.subarray(0, HEAD).filter((byte) => byte === 0).length;
  return zeros < HEAD / 4 ? bytes : Buffer.from(iconv.decode(bytes, 'utf16'), 'utf8');
}

function toAttachment(part: Email['attachments'][number], index: number): Attachment {
  const bytes =
    typeof part.content === 'string'
      ? Buffer.from(part.content, 'utf8')
      : new Uint8Array(part.content);
  const contentId = part.contentId?.replaceAll(/^<|>$/g, '');
  return {
    name: part.filename ?? part.description ?? `attachment-${index + 1}`,
    mediaType: part.mimeType,
    bytes,
    ...(contentId !== undefined && { contentId }),
    ...(part.filename !== null &&
      part.description !== undefined && { description: part.description }),
  };
}

function addresses(list: Address[] | undefined): string {
  return (list ?? [])
    .map((each): string => {
      if (each.group !== undefined) return `${each.name}: ${addresses(each.group)}`;
      return formatPerson(each.name, each.address);
    })
    .join(', ');
}

/** Returns a name and an address in the usual notation. */
export function formatPerson(name: string, address: string): string {
  if (name === '' || name === address) return address;
  return address === '' ? name : `${name} <${address}>`;
}
