import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { decodeText, guessed } from '../input/charset.js';
import { codePage } from '../office/rtf/charsets.js';
import { type DocumentTree } from '../tree.js';
import { formatPerson } from './eml.js';
import { type Attachment, messageTree } from './message.js';
import { takeUuencoded } from './uuencoded.js';

// Node wraps the default export of this CommonJS package in another one.
const MsgReader = msgReader.default;

const MAIL = 'application/vnd.ms-outlook';
const BYTES = 'application/octet-stream';

/** Type of a property whose text is in the code page of the mail [MS-OXCDATA]. */
const STRING8 = 0x1e;

interface Parsed {
  fields: Partial<FieldsData>;
  attachments: Attachment[];
  /** Texts of the mail that are in a code page, except for ASCII. */
  coded: Buffer[];
}

function parse({ buffer, byteOffset, byteLength }: Buffer, encoding: string | undefined): Parsed {
  const coded: Buffer[] = [];
  const reader = new MsgReader(new DataView(buffer, byteOffset, byteLength));
  reader.parserConfig = {
    ...(encoding !== undefined && { ansiEncoding: encoding }),
    propertyObserver: (_, tag, raw) => {
      if ((tag & 0xffff) === STRING8 && raw !== null && raw.some((byte) => byte > 127))
        coded.push(Buffer.from(raw));
    },
  };
  const fields = sound(reader.getFileData());
  const attachments = (fields.attachments ?? []).map(sound).map((each, index) => {
    const content = reader.getAttachment(index);
    return {
      name: sound(content).fileName ?? each.fileName ?? each.name ?? `attachment-${index + 1}`,
      mediaType: each.attachMimeTag ?? (each.innerMsgContent === true ? MAIL : BYTES),
      bytes: content.content,
      ...(each.pidContentId !== undefined && { contentId: each.pidContentId }),
    };
  });
  return { fields, attachments, coded };
}

const isBytes = (value: unknown): boolean => value instanceof Uint8Array;
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isTextOrFlag = (value: unknown): boolean => /^(?:string|boolean)$/.test(typeof value);
/** Properties that are neither texts nor flags, with their checks. */
const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  html: isBytes,
  compressedRtf: isBytes,
  messageCodepage: isNumber,
  internetCodepage: isNumber,
  attachments: Array.isArray,
  recipients: Array.isArray,
};

/** Returns the properties of the expected type: a damaged mail may have any value under any name. */
function sound<Properties extends object>(properties: Properties): Partial<Properties> {
  const kept = Object.entries(properties).filter(([name, value]) =>
    (KINDS[name] ?? isTextOrFlag)(value),
  );
  return Object.fromEntries(kept) as Partial<Properties>;
}

/** Parses the mail with its declared code page, or with the most likely one. */
function parseInItsCharset({ bytes, charset, warnings }: Source): Parsed {
  const parsed = parse(bytes, undefined);
  if (parsed.coded.length === 0) return parsed;
  const { messageCodepage, internetCodepage } = parsed.fields;
  const stated = [messageCodepage, internetCodepage].map((page) => codePage(page ?? 0));
  const encoding =
    charset ??
    stated.find((page) => page !== undefined) ??
    guessed(Buffer.concat(parsed.coded), warnings);
  return parse(bytes, encoding);
}

/** Reads a mail in Outlook's format. */
export async function readMsg(source: Source): Promise<DocumentTree> {
  let fields: Partial<FieldsData>;
  let attachments: Attachment[];
  try {
    ({ fields, attachments } = parseInItsCharset(source));
  } catch {
    throw new DocumentError('unreadable', 'The mail is damaged: its content cannot be read.');
  }
  if (fields.error !== undefined)
    throw new DocumentError('unreadable', 'The mail is damaged: its content cannot be read.');
  const html =
    fields.html === undefined
      ? (fields.bodyHtml ?? '')
      : decodeText(
          Buffer.from(fields.html),
          source.warnings,
          findCharset(fields.html) ?? codePage(fields.internetCodepage ?? 0),
        );
  const { text, files } = takeUuencoded(fields.body ?? '');
  const shown = [
    [
      'From',
      formatPerson(fields.senderName ?? '', fields.senderSmtpAddress ?? smtp(fields.senderEmail)),
    ],
    ['To', recipients(fields, 'to')],
    ['Cc', recipients(fields, 'cc')],
    ['Bcc', recipients(fields, 'bcc')],
    ['Date', isoDate(fields.clientSubmitTime ?? fields.messageDeliveryTime)],
  ] as const;
  source.words.source('the header', () => [fields.subject ?? '', ...shown.map(([, each]) => each)]);
  const rich =
    html.trim() === '' && text.trim() === '' ? await richBody(fields, source) : undefined;
  return messageTree(
    {
      subject: fields.subject ?? '',
      fields: [...shown],
      parts: [{ html, text }],
      body: rich,
      attachments: [...attachments, ...files],
    },
    source,
  );
}

/** Returns the body of a mail that has only compressed RTF. */
async function richBody(
  { compressedRtf }: Partial<FieldsData>,
  source: Source,
): Promise<DocumentTree | undefined> {
  if (compressedRtf === undefined) return undefined;
  let bytes: Buffer;
  try {
    bytes = Buffer.from(decompressRTF([...compressedRtf]));
  } catch {
    source.warnings.push('The text of the mail is damaged and was left out.');
    return undefined;
  }
  const tree = await source.readInner({ name: 'body.rtf', bytes }, 1);
  return tree && { ...tree, blocks: tree.blocks.slice(1) };
}

function findCharset(html: Uint8Array): string | undefined {
  const head = Buffer.from(html.subarray(0, 4096)).toString('latin1');
  return /charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
}

/** Returns '' for a directory name (`/O=…`), which senders within an organisation have instead of an address. */
function smtp(address: string | undefined): string {
  return address?.includes('@') === true ? address : '';
}

function recipients(fields: Partial<FieldsData>, kind: 'to' | 'cc' | 'bcc'): string {
  return (fields.recipients ?? [])
    .map(sound)
    .filter((each) => (each.recipType ?? 'to') === kind)
    .map((each) => formatPerson(each.name ?? '', each.smtpAddress ?? smtp(each.email)))
    .filter((each) => each !== '')
    .join(', ');
}

function isoDate(value: string | undefined): string {
  const date = new Date(value ?? '');
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
