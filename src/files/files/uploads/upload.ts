import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { invalidField, MetarunError, getErrorMessage } from '../../../base/kernel/errors.js';
import type { StoredBlob } from '../../../platform/storage/blob-store.js';
import { HIDDEN_CHARACTERS } from '../../../base/kernel/hidden-characters.js';
import { Slots } from '../../../base/kernel/slots.js';
import type { NewBlobs } from '../blobs/new-blobs.js';
import { parseCharset } from '../documents/charset.js';
import { pathInDirectory, ROOT } from '../tree/file-path.js';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';

/** Number of bytes of a body after which their buffers are freed. */
const FREED_EVERY = 2 * 1024 * 1024;

let collect: (() => void) | undefined;
let unfreed = 0;

/**
 * Counts the bytes read from a request's body. Each read has a buffer outside of the JavaScript heap, which hardly
 * grows meanwhile, so that V8 would collect only after some 60 MB of them: a minor collection of 1 ms keeps the growth
 * of memory during an upload of 100 MiB at a quarter of that.
 */
function countRead(bytes: number): void {
  unfreed += bytes;
  if (unfreed < FREED_EVERY) return;
  unfreed = 0;
  collect ??= minorCollection();
  collect();
}

/** Returns V8's collector, which is exposed by a flag that is read when a context is created. */
function minorCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => void gc({ type: 'minor' }) : () => undefined;
}

export interface UploadedFile {
  blob: StoredBlob;
  /** Name as the client sent it, checked to be a single name. */
  fileName: string;
}

export interface Upload {
  /** At least one, in the order of the parts. */
  files: UploadedFile[];
  dirPath: string | undefined;
  ws: string | undefined;
  /** False to store the valid files even if others fail. */
  atomic: boolean;
  /** Charset of the texts among the files; undefined: detected. */
  charset: string | undefined;
  /** Longest wait for conversions; undefined: the setting applies. */
  waitSeconds: number | undefined;
  /** Name of the folder sync that sends the files. */
  syncedAs: string | undefined;
}

/** Maximum number of files per request. */
export const MAX_FILES = 1_000;
/** Maximum total size of a request's files, as a multiple of that of a single one. */
const MAX_TOTAL = 10;
/** Number of files stored at the same time; the following parts wait in the socket. */
const STORED_AT_ONCE = 8;
/** Size of a multipart body besides its files: boundaries, part headers, fields. */
const ENVELOPE_BYTES = 64 * 1024;
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_FIELDS = 8;
const FIELDS: readonly string[] = [
  'dir_path',
  'ws',
  'atomic',
  'charset',
  'wait_seconds',
  'synced_as',
];
/** Replacement character for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/**
 * Reads a multipart/form-data body with parts in any order; the files go straight to the blob store, each of at most
 * `maxBytes`. Throws MetarunError at the first error; the HTTP server then discards the rest of the body.
 */
export async function readUpload(
  request: IncomingMessage,
  blobs: NewBlobs,
  maxBytes: number,
): Promise<Upload> {
  const parser = openParser(request);
  // The parser may fail before and after the listener below; without this one, its error would end the process.
  parser.on('error', () => undefined);
  assertSize(Number(request.headers['content-length'] ?? 0), maxBytes);
  const fields = new Map<string, string>();
  const files: { name: string; stored: Promise<StoredBlob> }[] = [];
  const slots = new Slots(STORED_AT_ONCE);
  let total = 0;
  /** Number of files whose storing has ended. */
  let ended = 0;
  /** True once a file is refused: waiting files are then not stored. */
  let refused = false;
  try {
    if (request.destroyed) throw cutOff('the connection ended early');
    await new Promise<void>((done, fail) => {
      parser.on('field', (name: string | undefined, value, info) => {
        try {
          readField(fields, name ?? '', value, info.valueTruncated);
        } catch (error) {
          fail(error);
        }
      });
      parser.on('file', (name: string | undefined, stream, { filename }: { filename?: string }) => {
        // A part that the parser abandons ends with an error, which may have no other listener.
        stream.on('error', () => undefined);
        try {
          const file = fileName(name ?? '', filename);
          const stored = slots.run(() => {
            if (refused) throw cutOff('it was refused');
            return storePart(stream, blobs, maxBytes);
          });
          files.push({ name: file, stored });
          // The parser would buffer small parts in memory, so that the rest waits in the socket.
          if (files.length - ended > STORED_AT_ONCE) request.unpipe(parser);
          stored
            .then(({ size }) => {
              ended += 1;
              total += size;
              assertSize(total, maxBytes);
              if (files.length - ended === STORED_AT_ONCE && !parser.destroyed)
                request.pipe(parser);
            })
            .catch(fail);
        } catch (error) {
          stream.resume();
          fail(error);
        }
      });
      parser.on('fieldsLimit', () => fail(invalidField('', `has more than ${MAX_FIELDS} fields`)));
      parser.on('filesLimit', () =>
        fail(
          invalidField('/file', `has more than ${MAX_FILES} files; send the others by themselves`),
        ),
      );
      parser.on('error', (error) => fail(cutOff(getErrorMessage(error))));
      parser.on('close', done);
      request.on('close', () => {
        if (!request.complete) parser.destroy(new Error('the connection ended early'));
      });
      request.on('data', ({ length }: Buffer) => countRead(length));
      request.pipe(parser);
    });
    if (files.length === 0)
      throw invalidField(
        '/file',
        'is missing: send the file as a part of this name, with a filename',
      );
    const stored = await Promise.all(
      files.map(async (file) => ({ fileName: file.name, blob: await file.stored })),
    );
    assertSize(
      stored.reduce((bytes, { blob }) => bytes + blob.size, 0),
      maxBytes,
    );
    return {
      files: stored,
      dirPath: fields.get('dir_path'),
      ws: fields.get('ws'),
      atomic: flag(fields, 'atomic', true),
      charset: charsetIn(fields),
      waitSeconds: waitIn(fields),
      syncedAs: syncIn(fields),
    };
  } catch (error) {
    refused = true;
    request.unpipe(parser);
    parser.destroy();
    request.resume();
    await Promise.allSettled(files.map(({ stored }) => stored));
    throw error;
  }
}

/**
 * Refuses a body by its length: for one file, it shows at once whether that is too large; for several, whether all are.
 */
function assertSize(bytes: number, maxBytes: number): void {
  if (bytes > MAX_TOTAL * maxBytes + ENVELOPE_BYTES)
    throw new MetarunError(
      'too_large',
      `The files of one request may have at most ${MAX_TOTAL * maxBytes} bytes together, and each at most ${maxBytes} (METARUN_LIMITS.upload_bytes).`,
    );
}

function openParser(request: IncomingMessage): busboy.Busboy {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new MetarunError('unsupported_media_type', 'Send the file as multipart/form-data.');
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // Otherwise directories in a name would be dropped silently.
      preservePath: true,
      limits: { files: MAX_FILES, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
    });
  } catch (error) {
    throw new MetarunError(
      'malformed_request',
      `The multipart body cannot be read: ${getErrorMessage(error)}.`,
    );
  }
}

function readField(
  fields: Map<string, string>,
  name: string,
  value: string,
  truncated: boolean,
): void {
  if (name === 'file')
    throw invalidField('/file', 'must be a file part, with a filename in its Content-Disposition');
  if (!FIELDS.includes(name))
    throw invalidField(`/${name}`, `is not a known field; there are file, ${FIELDS.join(', ')}`);
  if (fields.has(name)) throw invalidField(`/${name}`, 'is there twice');
  if (truncated) throw invalidField(`/${name}`, 'is too long');
  if (value.includes(REPLACEMENT)) throw invalidField(`/${name}`, 'is not valid UTF-8');
  fields.set(name, value);
}

function charsetIn(fields: ReadonlyMap<string, string>): string | undefined {
  const given = fields.get('charset') ?? '';
  return given === '' ? undefined : parseCharset(given, '/charset');
}

function waitIn(fields: ReadonlyMap<string, string>): number | undefined {
  const given = fields.get('wait_seconds') ?? '';
  if (given === '') return undefined;
  if (!/^\d{1,4}$/.test(given))
    throw invalidField('/wait_seconds', 'must be a whole number of seconds');
  return Number(given);
}

function syncIn(fields: ReadonlyMap<string, string>): string | undefined {
  const given = (fields.get('synced_as') ?? '').normalize('NFC');
  if (given === '') return undefined;
  if (given.length > MAX_NAME_LENGTH || given.search(HIDDEN_CHARACTERS) !== -1)
    throw invalidField(
      '/synced_as',
      `must be a name of at most ${MAX_NAME_LENGTH} characters, all of them visible`,
    );
  return given;
}

function flag(fields: ReadonlyMap<string, string>, name: string, otherwise: boolean): boolean {
  const value = fields.get(name);
  if (value === undefined || value === '') return otherwise;
  if (value !== 'true' && value !== 'false')
    throw invalidField(`/${name}`, 'must be true or false');
  return value === 'true';
}

function fileName(part: string, name: string | undefined): string {
  if (part !== 'file')
    throw invalidField(`/${part}`, 'is not a known file part; files are sent as "file"');
  if (name === undefined)
    throw invalidField('/file', 'needs a filename in its Content-Disposition');
  if (name.includes(REPLACEMENT))
    throw invalidField('/file', 'has a filename that is not valid UTF-8');
  pathInDirectory(ROOT, name, '/file');
  return name;
}

async function storePart(stream: Readable, blobs: NewBlobs, maxBytes: number): Promise<StoredBlob> {
  try {
    return await blobs.store(stream, maxBytes);
  } catch (error) {
    throw error instanceof MetarunError || systemError(error)
      ? error
      : cutOff(getErrorMessage(error));
  }
}

/** Returns whether an error comes from the disk rather than from the parser. */
function systemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

function cutOff(reason: string): MetarunError {
  return new MetarunError('malformed_request', `The multipart body is not whole: ${reason}.`);
}
