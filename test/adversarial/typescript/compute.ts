import { atWholeSize, type HostileCase } from '../support/hostile-case.js';

const MUCH = { memory_mb: 256 };
const HOOK = `const compute = (globalThis as any)[Symbol.for('metarun.compute')];`;

const refused = (name: string, body: string): HostileCase => ({
  name,
  body,
  metaTask: MUCH,
  ends: ['script_error'],
});
const endless = (name: string, body: string): HostileCase => ({ name, body, ends: ['timeout'] });

/** Attacks through work on bytes, outside and inside the isolate. */
export const compute: HostileCase[] = [
  refused(
    'a digest of more than a call may bring',
    `return crypto.subtle.digest('SHA-256', new Uint8Array(40 * 2 ** 20));`,
  ),
  refused(
    'PBKDF2 with a billion rounds',
    `const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']);
     return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations: 1e9 }, key, 256);`,
  ),
  refused(
    'scrypt over a gigabyte',
    `${HOOK} return compute('node.scrypt', { password: new Uint8Array(1), salt: new Uint8Array(1), length: 32, cost: 2 ** 20, blockSize: 8, parallelization: 1 }, true);`,
  ),
  refused(
    'an RSA key of a million bits',
    `return crypto.subtle.generateKey({ name: 'RSA-PSS', modulusLength: 2 ** 20, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['sign', 'verify']);`,
  ),
  refused(
    'a request of odd parts',
    `${HOOK} for (const fields of [{ algorithm: { $: 5 } }, { algorithm: 'md5', data: { $: -1 } }, { algorithm: 'md5', data: { $: 'x' } }, { __proto__: { data: 1 }, algorithm: 'x'.repeat(2 ** 24) }, { get algorithm() { throw new Error('x'); } }, null])
       try { compute('hash', fields as any); return 1; } catch { }
     for (const op of ['constructor', '__proto__', 'subtle.constructor', '', 5, {}]) try { compute(op, {}, op !== ''); return 2; } catch { }
     throw new Error('all refused');`,
  ),
  refused(
    'a thousand texts decoded in parts',
    `const all = []; for (let n = 0; n < 1000; n += 1) { const one = new TextDecoder('gbk'); one.decode(new Uint8Array([0x81]), { stream: true }); all.push(one); }`,
  ),
  endless(
    'digests without end',
    `const bytes = new Uint8Array(2 ** 22); for (;;) await crypto.subtle.digest('SHA-512', bytes);`,
  ),
  endless(
    'as many rounds as are allowed, again and again',
    `const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']);
     for (;;) await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 1e7 }, key, 128);`,
  ),
  endless(
    'RSA keys without end',
    `for (;;) await crypto.subtle.generateKey({ name: 'RSA-PSS', modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['sign', 'verify']);`,
  ),
  {
    name: 'a zip bomb',
    body: `let bytes = new Uint8Array(2 ** 24);
     for (let n = 0; n < 2; n += 1) bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip') as any)).bytes();
     const bombs = new Blob(Array.from({ length: 1 }, () => bytes));
     const once = new Uint8Array(await new Response(bombs.stream().pipeThrough(new DecompressionStream('gzip') as any)).bytes());
     const all = []; for (;;) all.push(await new Response(new Blob([once]).stream().pipeThrough(new DecompressionStream('gzip') as any)).bytes());`,
    ends: ['out_of_memory', 'timeout'],
  },
  {
    name: 'a stream that is never read',
    body: `new ReadableStream({ start(controller) { for (;;) controller.enqueue(new Uint8Array(2 ** 20).fill(1)); } });`,
    ends: ['out_of_memory'],
  },
  ...atWholeSize(
    {
      name: 'messages without a reader',
      body: `const { port1 } = new MessageChannel(); for (;;) port1.postMessage('x'.repeat(1000) + Math.random());`,
      ends: ['out_of_memory', 'timeout'],
    },
    endless(
      'messages back and forth',
      `const { port1, port2 } = new MessageChannel(); port2.onmessage = () => port2.postMessage(1); port1.onmessage = () => port1.postMessage(1); port1.postMessage(1); await new Promise((done) => setTimeout(done, 1e6));`,
    ),
    endless(
      'patterns that backtrack',
      `const pattern = new URLPattern({ pathname: '/(a+)+b' }); for (;;) pattern.test('https://x/' + 'a'.repeat(60));`,
    ),
    endless(
      'legacy text without end',
      `const bytes = new Uint8Array(2 ** 23).fill(0x81); const decoder = new TextDecoder('gb18030'); for (;;) decoder.decode(bytes);`,
    ),
  ),
];
