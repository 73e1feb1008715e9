import iconv from 'iconv-lite';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { type DocumentTree } from '../tree.js';
import { type Attachment, messageTree } from './message.js';

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
  return messageTree(
    {
      subject: email.subject ?? '',
      fields: [
        [
          'From',
          addresses(email.from === undefined ? email.sender && [email.sender] : [email.from]),
        ],
        ['To', addresses(email.to)],
        ['Cc', addresses(email.cc)],
        ['Bcc', addresses(email.bcc)],
        ['Date', email.date ?? ''],
      ],
      html: email.html ?? '',
      text: email.text ?? '',
      attachments: email.attachments.map((each, index) => attachmentOf(each, index)),
    },
    source,
  );
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
