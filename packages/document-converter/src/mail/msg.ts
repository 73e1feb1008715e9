import msgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { decodeText } from '../input/charset.js';
import { type DocumentTree } from '../tree.js';
import { personOf } from './eml.js';
import { type Attachment, messageTree } from './message.js';

// A CommonJS package: Node wraps its default export in another.
const MsgReader = msgReader.default;

const MAIL = 'application/vnd.ms-outlook';
const BYTES = 'application/octet-stream';

/** Reads a mail as Outlook saves it. */
export async function readMsg(source: Source): Promise<DocumentTree> {
  const { bytes } = source;
  let fields: FieldsData;
  let attachments: Attachment[];
  try {
    const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    fields = reader.getFileData();
    attachments = (fields.attachments ?? []).map((each, index) => {
      const content = reader.getAttachment(index);
      return {
        name: content.fileName ?? each.fileName ?? each.name ?? `attachment-${index + 1}`,
        mediaType: each.attachMimeTag ?? (each.innerMsgContent === true ? MAIL : BYTES),
        bytes: content.content,
        ...(each.pidContentId !== undefined && { contentId: each.pidContentId }),
      };
    });
  } catch {
    throw new DocumentError('unreadable', 'The mail is damaged: its content cannot be read.');
  }
  if (fields.error !== undefined)
    throw new DocumentError('unreadable', 'The mail is damaged: its content cannot be read.');
  const html =
    fields.html === undefined
      ? (fields.bodyHtml ?? '')
      : decodeText(Buffer.from(fields.html), source.warnings, charsetOf(fields.html));
  return messageTree(
    {
      subject: fields.subject ?? '',
      fields: [
        [
          'From',
          personOf(fields.senderName ?? '', fields.senderSmtpAddress ?? smtp(fields.senderEmail)),
        ],
        ['To', recipients(fields, 'to')],
        ['Cc', recipients(fields, 'cc')],
        ['Bcc', recipients(fields, 'bcc')],
        ['Date', isoDate(fields.clientSubmitTime ?? fields.messageDeliveryTime)],
      ],
      html,
      text: fields.body ?? '',
      attachments,
    },
    source,
  );
}

function charsetOf(html: Uint8Array): string | undefined {
  const head = Buffer.from(html.subarray(0, 4096)).toString('latin1');
  return /charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
}

/** Returns '' for a directory name (`/O=…`), which senders within an organisation have in place of an address. */
function smtp(address: string | undefined): string {
  return address?.includes('@') === true ? address : '';
}

function recipients(fields: FieldsData, kind: 'to' | 'cc' | 'bcc'): string {
  return (fields.recipients ?? [])
    .filter((each) => (each.recipType ?? 'to') === kind)
    .map((each) => personOf(each.name ?? '', each.smtpAddress ?? smtp(each.email)))
    .filter((each) => each !== '')
    .join(', ');
}

function isoDate(value: string | undefined): string {
  const date = new Date(value ?? '');
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
