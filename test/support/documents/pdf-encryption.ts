/** PDFs that are encrypted with an empty password, like those that may be read but not printed. */
import { createCipheriv, createHash } from 'node:crypto';
import { type PdfObject, streamBody, parseStream } from './pdf-writer.js';

export type PdfCipher = 'RC4 40' | 'RC4 128' | 'AES 128' | 'AES 256';

const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);
const ID = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const PERMISSIONS = -4;
const VECTOR = Buffer.alloc(16, 7);

/** Returns encrypted objects, with the encryption dictionary appended, and the entries of the trailer for it. */
export function encrypted(
  objects: readonly PdfObject[],
  cipher: PdfCipher,
): { objects: PdfObject[]; trailer: string } {
  const { key, dictionary } = cipher === 'AES 256' ? newest() : older(cipher);
  const number = Math.max(...objects.map((object) => object.number)) + 1;
  const done = objects.map((object) => {
    const stream = parseStream(object);
    if (stream === undefined) return object;
    const data = encryptedData(stream.data, object.number, key, cipher);
    const body = stream.dictionary.replace(/\/Length \d+/, `/Length ${data.length}`);
    return { ...object, body: streamBody(body, data) };
  });
  const id = `<${ID.toString('hex')}>`;
  return {
    objects: [...done, { number, body: Buffer.from(dictionary) }],
    trailer: `/Encrypt ${number} 0 R /ID [${id} ${id}] `,
  };
}

function encryptedData(data: Buffer, number: number, key: Buffer, cipher: PdfCipher): Buffer {
  if (cipher === 'AES 256') return aes('aes-256-cbc', key, data);
  const salt = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0]);
  const tail = Buffer.from(cipher === 'AES 128' ? 'sAlT' : '');
  const own = md5(key, salt, tail).subarray(0, Math.min(16, key.length + 5));
  return cipher === 'AES 128' ? aes('aes-128-cbc', own, data) : rc4(own, data);
}

function aes(name: string, key: Buffer, data: Buffer): Buffer {
  const coder = createCipheriv(name, key, VECTOR);
  return Buffer.concat([VECTOR, coder.update(data), coder.final()]);
}

interface Scheme {
  key: Buffer;
  dictionary: string;
}

function older(cipher: PdfCipher): Scheme {
  const revision = cipher === 'RC4 40' ? 2 : cipher === 'RC4 128' ? 3 : 4;
  const length = revision === 2 ? 5 : 16;
  const rounds = revision === 2 ? 0 : 50;
  const repeated = (first: Buffer) =>
    Array.from({ length: rounds }).reduce<Buffer>((hash) => md5(hash.subarray(0, length)), first);
  const owner = rc4Turns(repeated(md5(PADDING)).subarray(0, length), PADDING, revision);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = repeated(md5(PADDING, owner, permissions, ID)).subarray(0, length);
  const user =
    revision === 2
      ? rc4(key, PADDING)
      : Buffer.concat([rc4Turns(key, md5(PADDING, ID), revision), Buffer.alloc(16)]);
  const filters =
    revision < 4
      ? ''
      : ' /CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> /StmF /StdCF /StrF /StdCF';
  const version = revision === 2 ? 1 : revision === 3 ? 2 : 4;
  return {
    key,
    dictionary: `<< /Filter /Standard /V ${version} /R ${revision} /Length ${length * 8} /P ${PERMISSIONS} /O ${hex(owner)} /U ${hex(user)}${filters} >>`,
  };
}

/** Returns the encryption scheme of PDF 2.0. */
function newest(): Scheme {
  const key = Buffer.alloc(32, 5);
  const [check, salt] = [Buffer.alloc(8, 1), Buffer.alloc(8, 2)];
  const user = Buffer.concat([hardHash(check), check, salt]);
  const userKey = wrapped(hardHash(salt), key);
  const owner = Buffer.concat([hardHash(check, user), check, salt]);
  const ownerKey = wrapped(hardHash(salt, user), key);
  const permissions = Buffer.alloc(16, 0xff);
  permissions.writeInt32LE(PERMISSIONS);
  permissions.write('Tadb', 8, 'latin1');
  const coder = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const sealed = Buffer.concat([coder.update(permissions), coder.final()]);
  return {
    key,
    dictionary: `<< /Filter /Standard /V 5 /R 6 /Length 256 /P ${PERMISSIONS} /O ${hex(owner)} /U ${hex(user)} /OE ${hex(ownerKey)} /UE ${hex(userKey)} /Perms ${hex(sealed)} /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF >>`,
  };
}

/** Returns the PDF 2.0 hash of an empty password. */
function hardHash(salt: Buffer, user: Buffer = Buffer.alloc(0)): Buffer {
  let hash = createHash('sha256').update(salt).update(user).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([hash, user])));
    const coder = createCipheriv('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32));
    const coded = coder.setAutoPadding(false).update(repeated);
    const rest = coded.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hash = createHash(['sha256', 'sha384', 'sha512'][rest] ?? '')
      .update(coded)
      .digest();
    last = coded.at(-1) ?? 0;
  }
  return hash.subarray(0, 32);
}

function wrapped(key: Buffer, data: Buffer): Buffer {
  const coder = createCipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([coder.update(data), coder.final()]);
}

function rc4Turns(key: Buffer, data: Buffer, revision: number): Buffer {
  const turns = Array.from({ length: revision === 2 ? 1 : 20 }, (_, turn) => turn);
  return turns.reduce<Buffer>(
    (coded, turn) =>
      rc4(
        key.map((byte) => byte ^ turn),
        coded,
      ),
    data,
  );
}

/** Encrypts data by RC4, which Node's OpenSSL no longer includes. */
function rc4(key: Uint8Array, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (a: number, b: number) => {
    [state[a & 255], state[b & 255]] = [at(b), at(a)];
  };
  let j = 0;
  for (let i = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  j = 0;
  return Buffer.from(
    data.map((byte, index) => {
      j = (j + at(index + 1)) & 255;
      swap(index + 1, j);
      return byte ^ at(at(index + 1) + at(j));
    }),
  );
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

function hex(bytes: Buffer): string {
  return `<${bytes.toString('hex')}>`;
}
