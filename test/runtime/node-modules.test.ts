/** Node modules in bundles, compared with Node's own by running the same code on both. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundled, npmPackage } from '../support/author-project.js';
import { type Files, removeFolders } from '../support/folders.js';
import { requireResult } from '../support/outcome.js';
import { RecordingHost } from '../support/recording-host.js';
import { compile, run, runtime, start } from '../support/typescript-runs.js';

const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.same-code-'));

beforeAll(() => runtime.warm());
afterAll(async () => {
  removeFolders();
  rmSync(folder, { recursive: true });
  await runtime.close();
});

async function inIsolate(code: string, files: Files = {}): Promise<unknown> {
  const { script } = await bundled(code, files);
  return requireResult(await run(script));
}

async function inNode(code: string): Promise<unknown> {
  const file = join(folder, `${String(Math.random()).slice(2)}.mjs`);
  writeFileSync(file, code);
  const module = (await import(file)) as { default: () => unknown };
  return JSON.parse(JSON.stringify(await module.default()));
}

const CRYPTO = `
import crypto, { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
export default async () => {
  const hash = createHash('sha256').update('a');
  const copy = hash.copy().update('b').digest('base64');
  const tried = (action) => { try { return action(); } catch (error) { return [error.name, error.code ?? null]; } };
  const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'der' } });
  const ed = crypto.generateKeyPairSync('ed25519');
  const signed = crypto.createSign('RSA-SHA256').update('x').sign(privateKey);
  const pss = { key: privateKey, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  const key = Buffer.alloc(32, 1);
  const cbc = crypto.createCipheriv('aes-256-cbc', key, Buffer.alloc(16));
  const sealed = cbc.update('secret text', 'utf8', 'hex') + cbc.final('hex');
  const open = crypto.createDecipheriv('aes-256-cbc', key, Buffer.alloc(16));
  const gcm = crypto.createCipheriv('aes-256-gcm', key, Buffer.alloc(12)).setAAD(Buffer.from('more'));
  const body = Buffer.concat([gcm.update('x'), gcm.final()]);
  const back = crypto.createDecipheriv('aes-256-gcm', key, Buffer.alloc(12)).setAAD(Buffer.from('more')).setAuthTag(gcm.getAuthTag());
  const wrong = crypto.createDecipheriv('aes-256-gcm', key, Buffer.alloc(12)).setAuthTag(gcm.getAuthTag());
  const [one, other] = [crypto.createECDH('secp256k1'), crypto.createECDH('secp256k1')];
  one.generateKeys(); other.generateKeys();
  return [
    hash.digest('hex'), copy, tried(() => hash.update('c')), tried(() => createHash('nope')), tried(() => createHash('sha1').update(5)),
    ['md5', 'sha1', 'sha512', 'sha3-256', 'ripemd160'].map((name) => createHash(name).update('ä', 'utf8').digest('hex')),
    createHash('shake256', { outputLength: 7 }).update('a').digest('hex'),
    createHmac('sha256', 'k').update('a').update(Buffer.from('b')).digest('hex'),
    randomBytes(70_000).length, Number.isInteger(crypto.randomInt(5)), tried(() => randomBytes(-1)),
    timingSafeEqual(Buffer.from('a'), Buffer.from('a')), tried(() => timingSafeEqual(Buffer.from('a'), Buffer.from('ab'))),
    crypto.createVerify('RSA-SHA256').update('x').verify(publicKey, signed), crypto.createVerify('sha256').update('y').verify(publicKey, signed),
    crypto.verify('sha256', Buffer.from('x'), { ...pss, key: publicKey }, crypto.sign('sha256', Buffer.from('x'), pss)),
    crypto.verify('sha256', Buffer.from('x'), ec.publicKey, crypto.sign('sha256', Buffer.from('x'), { key: ec.privateKey, format: 'der', type: 'pkcs8' })),
    crypto.verify(null, Buffer.from('x'), ed.publicKey, crypto.sign(null, Buffer.from('x'), ed.privateKey)),
    sealed, open.update(sealed, 'hex', 'utf8') + open.final('utf8'),
    body.toString('hex'), gcm.getAuthTag().toString('hex'), back.update(body, null, 'utf8') + back.final('utf8'),
    tried(() => { wrong.update(body); wrong.final(); })[0], tried(() => crypto.createCipheriv('aes-256-cbc', 'short', Buffer.alloc(16)))[0],
    crypto.privateDecrypt(privateKey, crypto.publicEncrypt(publicKey, Buffer.from('rsa'))).toString(),
    one.computeSecret(other.getPublicKey()).equals(other.computeSecret(one.getPublicKey())),
    privateKey.asymmetricKeyType, publicKey.export({ format: 'jwk' }).e, crypto.createSecretKey(Buffer.from('abc')).export({ format: 'jwk' }),
    crypto.createPublicKey(privateKey).equals(publicKey),
    crypto.pbkdf2Sync('p', 's', 100, 20, 'sha512').toString('hex'), crypto.scryptSync('p', 's', 16, { N: 1024 }).toString('hex'),
    Buffer.from(crypto.hkdfSync('sha256', 'k', 's', 'i', 9)).toString('hex'),
    await new Promise((done) => crypto.pbkdf2('p', 's', 1, 4, 'sha1', (error, bytes) => done([error, bytes.toString('hex')]))),
    crypto.hash('sha1', 'a'), crypto.getHashes().includes('sha256'), crypto.webcrypto === globalThis.crypto,
  ];
};`;

const OTHERS = `
import zlib from 'node:zlib';
import util from 'node:util';
import path from 'node:path';
import os from 'node:os';
import { text } from 'node:stream/consumers';
import { Readable, Transform, pipeline } from 'node:stream';
import { EventEmitter } from 'node:events';
import { isatty } from 'node:tty';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
export default async () => {
  const tried = (action) => { try { return action(); } catch (error) { return error.code; } };
  const packed = zlib.gzipSync('x'.repeat(1000));
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_LARGE_WINDOW } = zlib.constants;
  const br = zlib.brotliCompressSync('y'.repeat(1000), { params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 16 } });
  const unpacked = [];
  await new Promise((done, fail) => pipeline(Readable.from([br.subarray(0, 5), br.subarray(5)]), zlib.createBrotliDecompress(),
    async function (source) { for await (const part of source) unpacked.push(part); }, (error) => (error ? fail(error) : done())));
  const brotli = [br.toString('hex'), Buffer.concat(unpacked).toString().length, zlib.brotliDecompressSync(br).toString().length,
    (await util.promisify(zlib.brotliCompress)('z')).toString('hex'), tried(() => zlib.brotliDecompressSync(Buffer.from('nope'))),
    tried(() => zlib.brotliDecompressSync(br, { maxOutputLength: 10 })), typeof BROTLI_PARAM_LARGE_WINDOW];
  const parts = [];
  await new Promise((done, fail) => pipeline(Readable.from([packed]), zlib.createGunzip(),
    new Transform({ transform(chunk, _, next) { parts.push(chunk.length); next(); } }), (error) => (error ? fail(error) : done())).resume());
  return [
    brotli, zlib.gunzipSync(packed).length, zlib.inflateRawSync(zlib.deflateRawSync('raw')).toString(), zlib.unzipSync(zlib.deflateSync('z')).toString(),
    tried(() => zlib.gunzipSync(Buffer.from('nope'))), parts.reduce((a, b) => a + b, 0),
    await util.promisify(zlib.deflate)('a').then((bytes) => zlib.inflateSync(bytes).toString()),
    path.join('a', '..', 'b'), path.extname('a.b.c'), os.EOL, typeof os.platform(), await text(Readable.from(['a', 'b'])),
    new EventEmitter().listenerCount('x'), isatty(1), typeof performance.now(), fileURLToPath('file:///a/b'), pathToFileURL('/a b').href,
    util.types.isDate(new Date()), util.isDeepStrictEqual({ a: [1] }, { a: [1] }), util.format('%s %d %j', 'a', 1, {}),
  ];
};`;

const CONTEXTS = `
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
const storage = new AsyncLocalStorage();
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const work = async (name) => storage.run(name, async () => {
  const seen = [storage.getStore()];
  await wait(1);
  seen.push(storage.getStore());
  await Promise.all([wait(1), (async () => { await null; seen.push(storage.getStore()); })()]);
  for await (const item of (async function* () { yield await storage.getStore(); })()) seen.push(item);
  await new Promise((done) => setImmediate(() => queueMicrotask(() => { seen.push(storage.getStore()); done(); })));
  storage.exit(() => seen.push(storage.getStore() ?? 'none'));
  const bound = AsyncResource.bind(() => storage.getStore());
  seen.push(storage.run('inner', () => bound()));
  return seen;
});
export default async () => [await Promise.all([work('a'), work('b')]), storage.getStore() ?? 'none'];`;

describe('in a bundle as in Node', () => {
  it.each([
    ['crypto', CRYPTO],
    ['zlib, streams and small ones', OTHERS],
    ['async_hooks', CONTEXTS],
  ])('bundled code returns the same results as in Node: %s', async (_, code) => {
    expect(await inIsolate(code)).toEqual(await inNode(code));
  });
});

it('an async context is kept in the function of a step, even when it is retried', async () => {
  const { script } = await bundled(`import { AsyncLocalStorage } from 'node:async_hooks';
const storage = new AsyncLocalStorage();
let calls = 0;
export default (_: unknown, reporter: any) => storage.run('kept', () => reporter.step('one', async () => {
  await null;
  if ((calls += 1) === 1) throw new Error(String(storage.getStore()));
  return [calls, storage.getStore()];
}, { attempts: 2, timeout: 60 }));`);
  const host = new RecordingHost(async (method) =>
    method === 'step.end' ? { state: 'success' } : { state: 'run', id: '1' },
  );
  const outcome = await start(await compile(script), { host }).outcome;
  expect(outcome).toEqual({ kind: 'success', result: [2, 'kept'] });
  expect(host.calls[1]?.args).toMatchObject({ message: 'kept' });
});

it('a module that needs a machine fails only when it is called, and names the alternative', async () => {
  const { script, notes } = await bundled(
    `import { tries } from 'p'; export default () => tries();`,
    npmPackage(
      'p',
      {},
      {
        'index.js': `
        const fs = require('fs'); const http = require('node:http'); const net = require('net');
        class Own extends http.Agent {}
        const agent = new Own();
        const tried = async (action) => { try { await action(); return 'done'; } catch (error) { return [error.message, error.code]; } };
        exports.tries = async () => [typeof agent, http.STATUS_CODES[404], fs.constants.F_OK, fs.existsSync('/'),
          await tried(() => fs.readFileSync('/a')), await tried(() => fs.promises.readFile('/a')), await tried(() => net.connect(1)),
          await tried(() => http.request('http://a/'))];`,
      },
    ),
  );
  const refused = (what: string, advice: string) => [
    `${what} needs a machine, which an isolate does not have: run the script on Node, with \`runtime: node\` in metatask.yaml, or ${advice}`,
    'ENOSYS',
  ];
  const files = 'read and write files with `reporter.files`';
  const requests = 'send requests with `fetch`';
  expect(requireResult(await run(script))).toEqual([
    'object',
    'Not Found',
    0,
    false,
    refused('fs.readFileSync', files),
    refused('fs.promises.readFile', files),
    refused('net.connect', requests),
    refused('http.request', requests),
  ]);
  expect(notes).toEqual([
    {
      message:
        '"p" uses what an isolate does not have: "fs", "http" and "net". The run fails where it gets there. If this script needs that, run the script on Node, with `runtime: node` in metatask.yaml',
      file: 'src/main.ts',
      line: 1,
      column: 23,
      chain: [],
    },
  ]);
});

it('a Node module that a package turns off is empty in a bundle', async () => {
  const files = npmPackage(
    'p',
    { browser: { stream: false } },
    { 'index.js': `exports.keys = Object.keys(require('stream'));` },
  );
  expect(await inIsolate(`import { keys } from 'p'; export default () => keys;`, files)).toEqual(
    [],
  );
});

it('pieces that a bundle writes to process.stdout are one line', async () => {
  const host = new RecordingHost();
  const { script } = await bundled(
    `export default () => {
      for (const piece of ['pi', 'e', new Uint8Array([0xc3]), new Uint8Array([0xa9, 10]), 'a\\nb']) process.stdout.write(piece);
    };`,
    {},
  );
  await run(script, { host });
  expect(host.logged('info')).toEqual(['pieé', 'a', 'b']);
});
