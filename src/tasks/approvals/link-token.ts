import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

const ID_BYTES = 16;
const MAC_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** Returns the key that links are signed with. It is derived from the server's key; neither reveals the other. */
export function linkKey(secret: Buffer): Buffer {
  return createHmac('sha256', secret).update('metarun approval links v1').digest();
}

/** Returns the token of a link: its id and the id's signature (HMAC-SHA256), in base64url. */
export function linkToken(key: Buffer, linkId: string): string {
  const id = Buffer.from(parse(linkId));
  return Buffer.concat([id, signature(key, id)]).toString('base64url');
}

/** Returns the id in a token that was signed with this key, else null. */
export function verifyLinkToken(key: Buffer, token: string): string | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, ID_BYTES);
  const given = bytes.subarray(ID_BYTES);
  if (given.length !== MAC_BYTES || !timingSafeEqual(given, signature(key, id))) return null;
  return stringify(id);
}

function signature(key: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest();
}
