import iconv from 'iconv-lite';
import PostalMime, { type Address, addressParser, decodeWords, type Email } from 'postal-mime';
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { type DocumentTree } from '../tree.js';
import { type Attachment, messageTree } from './message.js';
import { takeUuencoded } from './uuencoded.js';

const MAX_NESTING = 50;
/** Bytes of the header, of which half are zeros in UTF-16. */
const HEAD = 64;

/** Reads a mail as it is sent: RFC 5322 and MIME. */
export async function readEml(source: Source): Promise<DocumentTree> {
  let email: Email;
  try {
    email = await PostalMime.parse(withoutZeros(source.bytes), {
      maxNestingDepth: MAX_NESTING,
      rfc822Attachments: true,
    });
  } catch {
    throw new DocumentError(
      'unreadable',
      'The mail is damaged or its parts are too deeply nested.',
    );
  }
  if (email.headers.length === 0)
    throw new DocumentError('unreadable', 'The file is no mail: it has no header.');
  const { words } = source;
  const subject = email.subject ?? '';
  const all = FIELDS.map(([label, key, kind]) => [label, valueOf(email, key, kind)] as const);
  const from = all[0]?.[1] ?? '';
  const isSame = ([label, value]: (typeof all)[number]) => label === 'Sender' && value === from;
  const fields = all.filter((field) => !isSame(field));
  if (fields.length < all.length) words.know(from);
  words.source('the header', () => headerTexts(email));
  for (const [label, value] of fields) if (label.endsWith('Date')) words.own(value);
  const { text, files } = takeUuencoded(email.text ?? '');
  // The HTML of a mail with a file in its text has that as text.
  const html = files.length > 0 && /begin [0-7]{3}/.test(email.html ?? '') ? '' : email.html;
  return messageTree(
    {
      subject,
      fields,
      html: html ?? '',
      text,
      attachments: [...email.attachments.map(attachmentOf), ...files],
    },
    source,
  );
}

/** The fields that readers of mail are shown (RFC 5322); the others are those of servers and programs. */
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

function valueOf({ headers }: Email, key: string, kind: (typeof FIELDS)[number][2]): string {
  const values = headers.filter((each) => each.key === key).map(({ value }) => value);
  if (kind === 'addresses') return addresses(values.flatMap((value) => addressParser(value)));
  if (kind === 'text') return values.map((value) => decodeWords(value)).join(', ');
  return values.map(isoDate).join(', ');
}

function isoDate(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/** Returns what the fields say, as they stand in the mail. */
function headerTexts({ headers }: Email): string[] {
  const shown = new Set<string>(FIELDS.flatMap(([, key, kind]) => (kind === 'date' ? [] : [key])));
  return headers
    .filter(({ key }) => shown.has(key) || key === 'subject')
    .map(({ value }) => decodeWords(value));
}

/** Returns a mail that a program has saved in UTF-16 as it was sent: in one byte for each character. */
function withoutZeros(bytes: Buffer): Buffer {
  const zeros = bytes.subarray(0, HEAD).filter((byte) => byte === 0).length;
  return zeros < HEAD / 4 ? bytes : Buffer.from(iconv.decode(bytes, 'utf16'), 'utf8');
}

function attachmentOf(part: Email['attachments'][number], index: number): Attachment {
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
      return personOf(each.name, each.address);
    })
    .join(', ');
}

/** Returns a name and an address as a reader expects them. */
export function personOf(name: string, address: string): string {
  if (name === '' || name === address) return address;
  return address === '' ? name : `${name} <${address}>`;
}
