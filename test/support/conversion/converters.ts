/** The real converter processes, created as the server creates them, in the sandbox of the test run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type {
  Conversion,
  ConversionOptions,
  Document,
  DocumentMedia,
} from '../../../src/sandbox/conversion/document-converter.js';
import type { ConverterPoolOptions } from '../../../src/sandbox/conversion/converter-pool.js';
import { converterGuest } from '../../../src/sandbox/conversion/converter-guest.js';
import { LIMITS } from '../../../src/sandbox/conversion/limits.js';
import { SandboxedDocumentConverter } from '../../../src/sandbox/conversion/sandboxed.document-converter.js';
import type { Sandbox } from '../../../src/sandbox/runtime/sandbox/sandbox.js';
import { makeSandbox } from '../../../src/sandbox/runtime/sandbox/sandboxes.js';
import { python, sandbox } from '../sandbox.js';

const ROOT = join(import.meta.dirname, '../../..');
export const CONVERSION_GUEST = join(ROOT, 'dist/runtimes/conversion');
/** A sandbox that applies resource limits only, wherever the tests run. */
export const NO_SANDBOX = makeSandbox('none', {
  bwrap: null,
  python: python.executable,
  launcher: join(ROOT, 'runtimes/sandbox/launch.py'),
});

const PREAMBLE = `
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
const channel = new Socket({ fd: 3, readable: true, writable: true });
channel.on('end', () => process.exit(1)).on('error', () => process.exit(1));
const say = (frame, body) => {
  channel.write(JSON.stringify(frame) + '\\n');
  if (body !== undefined) channel.write(body);
};
const ready = () => say({ type: 'ready', version: '0', formats: [] });
const converted = (id, text, more = {}) =>
  say({ type: 'converted', id, format: 'txt', warnings: [], bytes: Buffer.byteLength(text), ...more }, text);
// \`on(job, document)\` is called with the head of each document and all of its bytes.
const jobs = (on) => {
  let all = Buffer.alloc(0);
  channel.on('data', (chunk) => {
    all = Buffer.concat([all, chunk]);
    const end = all.indexOf(10);
    if (end === -1) return;
    const frame = JSON.parse(all.subarray(0, end).toString());
    if (all.length < end + 1 + frame.bytes) return;
    const document = all.subarray(end + 1, end + 1 + frame.bytes);
    all = all.subarray(end + 1 + frame.bytes);
    on(frame, document);
  });
};
`;

export type ConverterOptions = Partial<Omit<ConverterPoolOptions, 'command' | 'limits'>> & {
  limits?: Partial<ConverterPoolOptions['limits']>;
  sandbox?: Sandbox;
  /**
   * Code of a module that replaces the converter. It may use `say`, `ready`, `converted` and `jobs` of
   * {@link PREAMBLE}.
   */
  guest?: string;
};

export interface TestConverter extends SandboxedDocumentConverter {
  readonly warnings: string[];
}

const open: SandboxedDocumentConverter[] = [];
const folders: string[] = [];

/** Starts a converter; {@link closeConverters} ends it. */
export function makeConverter({
  guest: code,
  sandbox: walls = sandbox,
  limits,
  ...options
}: ConverterOptions = {}): TestConverter {
  let guest = converterGuest(process.execPath, CONVERSION_GUEST, walls);
  if (code !== undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'metarun-converter-'));
    folders.push(folder);
    const file = join(folder, 'guest.mjs');
    writeFileSync(file, PREAMBLE + code, { mode: 0o644 });
    guest = { ...guest, args: [file], readable: [...guest.readable, file] };
  }
  const warnings: string[] = [];
  const converter = new SandboxedDocumentConverter({
    command: walls.wrap(guest),
    maxProcesses: 1,
    idleMs: 600_000,
    surplusIdleMs: 600_000,
    onWarning: (message) => warnings.push(message),
    ...options,
    limits: { ...LIMITS, ...limits },
  });
  open.push(converter);
  return Object.assign(converter, { warnings });
}

/** Ends all processes of all converters and removes their folders. */
export async function closeConverters(): Promise<void> {
  await Promise.all(open.splice(0).map((converter) => converter.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Returns a document that is read in chunks of 64 KiB, as from a disk. */
export function createDocument(
  name: string,
  content: Uint8Array | string,
  projectId = 'p',
): Document {
  const bytes = Buffer.from(content);
  const stream = (): Readable => Readable.from(splitIntoChunks(bytes), { objectMode: false });
  return { name, size: bytes.length, projectId, open: () => Promise.resolve(stream()) };
}

function* splitIntoChunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

export const IGNORE_MEDIA: ConversionOptions = {
  mediaPath: 'a.media/',
  onMedia: () => Promise.resolve(),
};

export interface Kept {
  conversion: Conversion;
  media: DocumentMedia[];
}

export async function convertWithMedia(
  converter: SandboxedDocumentConverter,
  document: Document,
): Promise<Kept> {
  const media: DocumentMedia[] = [];
  const onMedia = (one: DocumentMedia): Promise<void> => Promise.resolve(void media.push(one));
  const conversion = await converter.convert(document, { mediaPath: 'a.media/', onMedia });
  return { conversion, media };
}
