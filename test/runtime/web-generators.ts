import { listed, type Random } from '../support/fuzz/random.js';

/** Returns code whose JSON value must be equal in an isolate and in Node. */
export type Generator = (random: Random) => string;

/** Returns an integer between `least` and `most`, inclusive. */
function integer(random: Random, least: number, most: number): number {
  return least + random.below(most - least + 1);
}

const quoted = (value: unknown): string => JSON.stringify(value);

const URL_PARTS =
  listed(`http:// · HTTPS:// · file:/// · mailto: · // · / · .. · . · ? · # · @ · : · :80 · :443 · a · Ä · xn-- · %20 · %zz ·   · \t · [::1] · 0x7f.1 ·
  user:pa ss · \\ · 日本 · 😀 · \ud800 · &b=c · = · + · | · "`);
const TEXT_PARTS = listed(
  `a · Z ·   · \n · \r\n · ä · € · 😀 · \ud83d · \udc00 · \u0000 · " · = · ; · ,`,
);

function text(random: Random, parts: readonly string[], most: number): string {
  return Array.from({ length: integer(random, 0, most) }, () => random.pick(parts)).join('');
}

function bytes(random: Random, most: number): number[] {
  const special = [
    0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xed, 0xa0, 0xff, 0xfe, 0xc0, 0x1b, 0x24, 0x42, 0x8f,
  ];
  return Array.from({ length: integer(random, 0, most) }, () =>
    integer(random, 0, 3) === 0 ? random.pick(special) : integer(random, 0, 255),
  );
}

const array = (values: readonly number[]): string => `new Uint8Array(${quoted(values)})`;

export const url: Generator = (random) => {
  const base =
    integer(random, 0, 1) === 0 ? '' : `, ${quoted(`http://h/${text(random, URL_PARTS, 4)}`)}`;
  const setter = random.pick(
    listed('host · port · pathname · search · hash · protocol · username'),
  );
  return `const u = new URL(${quoted(text(random, URL_PARTS, 6))}${base}); const before = u.href;
    u.${setter} = ${quoted(text(random, URL_PARTS, 3))}; return [before, u.href, u.origin, u.host, [...u.searchParams]];`;
};

export const searchParams: Generator = (random) => {
  const name = quoted(text(random, TEXT_PARTS, 2));
  return `const p = new URLSearchParams(${quoted(text(random, URL_PARTS, 8))}); p.append(${name}, ${quoted(text(random, TEXT_PARTS, 3))});
    const all = p.getAll(${name}); ${random.pick(['p.sort();', `p.delete(${name});`, `p.set(${name}, 'x');`, ''])}
    return [String(p), [...p], all, p.size, p.has(${name})];`.replaceAll('%zz', '%41');
};

export const LABELS =
  listed(`utf-8 · UTF8 · utf-16le · utf-16be · utf-16 · latin1 · ascii · ibm866 · koi8-r · koi8-u · macintosh · iso-8859-2 · iso-8859-3 · iso-8859-4 ·
  iso-8859-5 · iso-8859-6 · iso-8859-7 · iso-8859-8 · iso-8859-8-i · iso-8859-10 · iso-8859-13 · iso-8859-14 · iso-8859-15 · iso-8859-16 · windows-874 ·
  windows-1250 · windows-1251 · windows-1252 · windows-1253 · windows-1254 · windows-1255 · windows-1256 · windows-1257 · windows-1258 · x-mac-cyrillic ·
  gbk · gb2312 · gb18030 · big5 · euc-jp · iso-2022-jp · shift_jis · sjis · euc-kr · ks_c_5601-1987 · replacement · x-user-defined · nope ·  Latin1 `);

export const textDecoder: Generator = (random) => {
  const fatal = integer(random, 0, 3) === 0;
  const parts = Array.from({ length: integer(random, 1, 3) }, () => array(bytes(random, 12)));
  return `const d = new TextDecoder(${quoted(random.pick(LABELS))}, { fatal: ${fatal}, ignoreBOM: ${integer(random, 0, 1) === 0} });
    let t = ''; for (const part of [${parts.join(', ')}]) t += d.decode(part, { stream: true }); return [d.encoding, t + d.decode()];`;
};

const NAMES = listed(`a · A · x-b · Cookie · cookie · set-cookie · content-type · bad name ·  · ä`);
const VALUES = ['1', ' 2 ', 'a, b', 'x=y', '', 'ä', '€', 'a\nb', '\t3'];

export const headers: Generator = (random) => {
  const pairs = Array.from({ length: integer(random, 0, 5) }, () => [
    integer(random, 0, 9) === 0 ? random.pick(NAMES) : random.pick(NAMES.slice(0, 7)),
    integer(random, 0, 9) === 0 ? random.pick(VALUES) : random.pick(VALUES.slice(0, 5)),
  ]);
  const name = quoted(random.pick(NAMES.slice(0, 7)));
  return `const h = new Headers(${quoted(pairs)}); const found = h.get(${name}); ${random.pick([`h.delete(${name});`, `h.set(${name}, 'z');`, `h.append(${name}, 'q');`])}
    return [found, [...h], h.has(${name}), h.getSetCookie()];`;
};

export const requests: Generator = (random) => {
  const method = random.pick(['get', 'POST', 'put', 'Patch', 'HEAD', 'TRACE', 'x y']);
  const body = random.pick([
    '',
    `body: ${quoted(text(random, TEXT_PARTS, 6))},`,
    `body: ${array(bytes(random, 6))},`,
    `body: new URLSearchParams(${quoted(text(random, URL_PARTS, 4))}),`,
    `body: new Blob([${quoted(text(random, TEXT_PARTS, 3))}], { type: 'Text/X' }),`,
  ]);
  const status = random.pick([200, 201, 204, 304, 404, 99, 600]);
  return integer(random, 0, 1) === 0
    ? `const r = new Request('http://h/' + ${quoted(text(random, URL_PARTS, 3))}, { method: ${quoted(method)}, ${body} headers: { a: 'b' } });
       const c = r.clone(); return [r.url, r.method, [...r.headers], await r.text(), [...(await c.bytes())], r.bodyUsed];`
    : `const r = new Response({ ${body} }.body, { status: ${status} }); const c = r.clone();
       return [r.status, r.ok, [...r.headers], await r.text(), await c.${random.pick(['text', 'json', 'bytes'])}()].map((v) => (v instanceof Uint8Array ? [...v] : v));`;
};

export const formData: Generator = (random) => {
  const fields = Array.from(
    { length: integer(random, 0, 4) },
    () =>
      `f.append(${quoted(text(random, TEXT_PARTS, 2))}, ${random.pick([quoted(text(random, TEXT_PARTS, 3)), `new File([${array(bytes(random, 5))}], ${quoted(`n${text(random, ['a', '.', 'ä', ' '], 4)}`)}, { type: 'a/b' })`])});`,
  );
  return `const f = new FormData(); ${fields.join(' ')} const back = await new Response(f).formData();
    const shown = []; for (const [name, value] of back) shown.push([name, typeof value === 'string' ? value : [value.name, value.type, [...(await value.bytes())]]]); return shown;`;
};

/** Returns code for a value that can be cloned. */
function value(random: Random, depth: number): string {
  const simple = listed(
    `1 · -0 · NaN · 10n · 'ä' · null · undefined · true · new Date(5) · /a/gi · new Error("x") · new RangeError("r") · Object("s") · new Uint16Array([1, 2]) · new ArrayBuffer(3) · () => 1 · Symbol()`,
  );
  const kind = depth > 2 ? 0 : integer(random, 0, 4);
  const inner = (): string => value(random, depth + 1);
  if (kind === 1) return `[${inner()}, ${inner()}]`;
  if (kind === 2) return `{ a: ${inner()}, b: ${inner()} }`;
  if (kind === 3) return `new Map([[${inner()}, ${inner()}]])`;
  if (kind === 4) return `new Set([${inner()}])`;
  return integer(random, 0, 9) === 0 ? random.pick(simple) : random.pick(simple.slice(0, -2));
}

const SHOW = `const show = (v) => v instanceof Map ? ['Map', [...v].map(show)] : v instanceof Set ? ['Set', [...v].map(show)] : Array.isArray(v) ? v.map(show)
  : v instanceof Error ? [v.name, v.message] : v instanceof Date ? ['Date', +v] : ArrayBuffer.isView(v) ? [v.constructor.name, ...v] : v instanceof ArrayBuffer ? ['Buffer', v.byteLength]
  : v instanceof RegExp ? String(v) : typeof v === 'object' && v !== null ? (v instanceof String ? ['String', String(v)] : Object.entries(v).map(show)) : Object.is(v, -0) ? '-0' : typeof v + String(v);`;

export const clones: Generator = (random) =>
  `${SHOW} const v = ${value(random, 0)}; return show(structuredClone(v));`;

export const base64: Generator = (random) =>
  integer(random, 0, 1) === 0
    ? `return btoa(${quoted(text(random, TEXT_PARTS, 6))});`
    : `return atob(${quoted(text(random, ['QQ', '=', '==', 'Y', 'WJj', ' ', '\n', '-', 'ä', '+/'], 6))});`;

/** Generates streams whose readers wait for their queues. */
export const streams: Generator = (random) => {
  const chunks = quoted(Array.from({ length: integer(random, 0, 6) }, () => bytes(random, 8)));
  const mark = integer(random, 0, 3);
  const fails = integer(random, 0, 4) === 0;
  const format = random.pick(['gzip', 'deflate', 'deflate-raw']);
  const head = `const seen = []; let n = 0; const chunks = ${chunks}.map((c) => new Uint8Array(c));
    const source = new ReadableStream({ pull(c) { seen.push(c.desiredSize); if (n === chunks.length) ${fails ? "c.error(new RangeError('end'))" : 'c.close()'}; else c.enqueue(chunks[n++]); } }, { highWaterMark: ${mark} });`;
  return `${head} ${random.pick([
    `const reader = source.getReader(); const all = []; for (let r = await reader.read(); !r.done; r = await reader.read()) { all.push([...r.value]); await null; } return [all, seen];`,
    `const [a, b] = source.tee(); const left = await new Response(a).text(); return [left, await new Response(b).text()];`,
    `const sink = []; await source.pipeTo(new WritableStream({ async write(c) { await null; sink.push([...c]); } }, new CountQueuingStrategy({ highWaterMark: ${mark + 1} }))); return [sink, source.locked];`,
    `return [...(await new Response(source.pipeThrough(new CompressionStream('${format}')).pipeThrough(new DecompressionStream('${format}'))).bytes())];`,
    `const out = []; for await (const t of source.pipeThrough(new TextDecoderStream(${quoted(random.pick(['utf-8', 'utf-16le', 'shift_jis']))}))) out.push(t); return out.join('');`,
    `await source.cancel('why'); return [seen.length <= ${mark}, await source.getReader().read()];`,
  ])}`;
};

export const damaged: Generator = (random) => {
  const format = random.pick(['gzip', 'deflate', 'deflate-raw']);
  const cut = integer(random, 0, 3);
  return `const packed = await new Response(new Blob([${array(bytes(random, 30))}]).stream().pipeThrough(new CompressionStream('${format}'))).bytes();
    const given = ${cut === 0 ? 'packed.slice(0, -1)' : cut === 1 ? 'new Uint8Array([...packed, 1])' : cut === 2 ? `packed.with(0, packed[0] ^ ${integer(random, 1, 255)})` : 'packed'};
    return [...(await new Response(new Blob([given]).stream().pipeThrough(new DecompressionStream('${format}'))).bytes())];`;
};

const hashName = (random: Random): string =>
  random.pick(['SHA-1', 'sha-256', 'SHA-384', 'SHA-512']);

export const subtle: Generator = (random) => {
  const data = array(bytes(random, 40));
  const key = array(
    Array.from({ length: random.pick([16, 24, 32]) }, () => integer(random, 0, 255)),
  );
  const iv = array(Array.from({ length: 16 }, () => integer(random, 0, 255)));
  const hash = quoted(hashName(random));
  const list = 'const list = (b) => [...new Uint8Array(b)];';
  const usage = integer(random, 0, 9) === 0 ? "['decrypt']" : "['encrypt', 'decrypt']";
  return `${list} const s = crypto.subtle; ${random.pick([
    `return list(await s.digest(${integer(random, 0, 9) === 0 ? "'MD5'" : hash}, ${data}));`,
    `const k = await s.importKey('raw', ${key}, { name: 'HMAC', hash: ${hash} }, true, ['sign', 'verify']); const m = await s.sign('HMAC', k, ${data}); return [list(m), await s.verify('hmac', k, m, ${data}), k.algorithm, await s.exportKey('jwk', k)];`,
    `const k = await s.importKey('raw', ${key}, ${quoted(random.pick(['AES-CBC', 'AES-GCM', 'aes-ctr']))}, false, ${usage}); const a = { name: k.algorithm.name, iv: ${iv}, counter: ${iv}, length: ${random.pick([64, 128])}, additionalData: ${data}, tagLength: ${random.pick([96, 128])} };
     const c = await s.encrypt(a, k, ${data}); return [list(c), list(await s.decrypt(a, k, c)), k.extractable, k.usages, await s.exportKey('raw', k).catch((e) => e.name)];`,
    `const k = await s.importKey('raw', ${key}, 'HKDF', false, ['deriveBits', 'deriveKey']); const a = { name: 'HKDF', hash: ${hash}, salt: ${data}, info: ${iv} };
     const d = await s.deriveKey(a, k, { name: 'AES-GCM', length: 256 }, true, ['encrypt']); return [list(await s.deriveBits(a, k, ${random.pick([8, 128, 256, 7])})), list(await s.exportKey('raw', d)), d.algorithm];`,
    `const k = await s.importKey('raw', ${data}, 'PBKDF2', false, ['deriveBits']); return list(await s.deriveBits({ name: 'PBKDF2', hash: ${hash}, salt: ${iv}, iterations: ${integer(random, 1, 20)} }, k, 128));`,
    `const k = await s.importKey('raw', ${key}, 'AES-KW', true, ['wrapKey', 'unwrapKey']); const inner = await s.importKey('raw', ${key}, 'AES-CBC', true, ['encrypt']);
     const w = await s.wrapKey('raw', inner, k, 'AES-KW'); const back = await s.unwrapKey('raw', w, k, 'AES-KW', 'AES-CBC', true, ['decrypt']); return [list(w), back.usages, list(await s.exportKey('raw', back))];`,
    `const p = await s.generateKey({ name: 'ECDSA', namedCurve: ${quoted(random.pick(['P-256', 'P-384', 'P-521']))} }, false, ['sign', 'verify']); const m = await s.sign({ name: 'ECDSA', hash: ${hash} }, p.privateKey, ${data});
     const pub = await s.importKey('spki', await s.exportKey('spki', p.publicKey), p.publicKey.algorithm, true, ['verify']); return [m.byteLength, await s.verify({ name: 'ECDSA', hash: ${hash} }, pub, m, ${data}), p.privateKey.usages, pub.algorithm, await s.exportKey('pkcs8', p.privateKey).catch((e) => e.name)];`,
    `const a = await s.generateKey({ name: ${quoted(random.pick(['X25519', 'X25519']))} }, true, ['deriveBits']); const b = await s.generateKey('X25519', true, ['deriveBits']);
     const one = list(await s.deriveBits({ name: 'X25519', public: b.publicKey }, a.privateKey, 256)); return String(one) === String(list(await s.deriveBits({ name: 'X25519', public: a.publicKey }, b.privateKey, 256)));`,
    `const p = await s.generateKey('Ed25519', true, ['sign', 'verify']); const j = await s.exportKey('jwk', p.privateKey); const back = await s.importKey('jwk', j, 'Ed25519', true, ['sign']); return [j.crv, j.key_ops, await s.verify('Ed25519', p.publicKey, await s.sign('Ed25519', back, ${data}), ${data})];`,
  ])}`;
};

export const GENERATORS: Record<string, Generator> = {
  url,
  searchParams,
  textDecoder,
  headers,
  requests,
  formData,
  clones,
  base64,
  streams,
  damaged,
  subtle,
};
