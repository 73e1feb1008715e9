// Uploads Word documents of 50 kB to a knowledge base, 20 at a time: `npm run bench -- documents`. Measures the uploads
// per second, the time of each, and the peak memory of the server, then repeats this with every second document
// hostile. The reference is an upload of the same bytes to a workspace without conversion. `--quick` only shows that
// the benchmark works; `--json` prints JSON.
import { randomUUID } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { createServer } from './server.mjs';
import { clock, spread } from './statistics.mjs';

const quick = process.argv.includes('--quick');
const asJson = process.argv.includes('--json');
// In the second run, every second document is hostile in one of four ways.
const COUNT = quick ? 8 : 400;
const AT_ONCE = 20;
const WARM_UP = quick ? 1 : AT_ONCE;
const BYTES = 50_000;
/** Interval at which memory is sampled, in ms. */
const LOOK_MS = 25;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** Builds a zip archive. Entries that are not text are already compressed: `{packed, size, crc}`. */
function zip(parts) {
  const pieces = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const { packed, size, crc } =
      typeof content === 'string'
        ? {
            packed: deflateRawSync(content),
            size: Buffer.byteLength(content),
            crc: crc32(Buffer.from(content)),
          }
        : content;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    pieces.push(Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, place, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, central, end]);
}

function docx(body) {
  return zip({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': RELATIONS,
    'word/document.xml':
      typeof body === 'string'
        ? `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`
        : body,
  });
}

/** Builds a unique document whose words compress badly, so that the file has the intended size. */
function ordinary() {
  let body = '';
  for (let bytes = 0; bytes < BYTES * 1.75; bytes = body.length) {
    const text = Array.from({ length: 4 }, () => randomUUID()).join(' ');
    body += `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  }
  return docx(body);
}

/**
 * 600 MiB of spaces, built by repeating a compressed MiB, since the whole text would exhaust the memory of this
 * process.
 */
const BOMB = (() => {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  const pieces = Array(600).fill(deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH }));
  const packed = Buffer.concat([...pieces, deflateRawSync('')]);
  return { packed, size: pieces.length * piece.length };
})();

/** Builders of hostile documents. Each document is unique, so that no result is cached. */
const HOSTILE = [
  () => ordinary().subarray(0, 20_000),
  () => docx({ ...BOMB, crc: Math.floor(Math.random() * 2 ** 32) }),
  () => docx(`${'<w:p><w:r>'.repeat(50_000)}${randomUUID()}${'</w:r></w:p>'.repeat(50_000)}`),
  () => {
    const bytes = ordinary();
    for (let n = 0; n < 200; n += 1) bytes[Math.floor(Math.random() * bytes.length)] ^= 0xff;
    return bytes;
  },
];

async function call(server, path, init) {
  const headers = { Authorization: `Bearer ${server.apiKey}`, ...init.headers };
  const response = await fetch(`${server.url}${path}`, { ...init, headers });
  return { status: response.status, body: await response.json() };
}

/** Uploads documents. Returns the times of the `ordinary` ones and the number of responses of each kind. */
async function upload(server, ws, documents) {
  const times = [];
  const answers = {};
  let peak = 0;
  const base = server.memory().server;
  const looking = setInterval(() => (peak = Math.max(peak, server.memory().server)), LOOK_MS);
  let next = 0;
  const began = clock();
  const one = async () => {
    for (let n = next++; n < documents.length; n = next++) {
      const { bytes, harmless } = documents[n];
      const form = new FormData();
      form.append('file', new Blob([bytes]), `${n}.docx`);
      form.append('dir_path', `/${randomUUID()}`);
      form.append('ws', ws);
      const sent = clock();
      const { status } = await call(server, '/external/v1/projects/default/files/upload', {
        method: 'POST',
        body: form,
      });
      answers[status] = (answers[status] ?? 0) + 1;
      if (harmless) times.push(clock() - sent);
      if (harmless && status !== 201) throw new Error(`an ordinary document: HTTP ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const seconds = (clock() - began) / 1000;
  clearInterval(looking);
  return {
    documents: documents.length,
    perSecond: documents.length / seconds,
    ...spread(times),
    answers,
    serverMiB: { before: base, peak },
  };
}

// Each upload waits for the result of its conversion, however slow the machine is.
const server = await createServer({ env: { METARUN_CONVERSION_WAIT_SECONDS: '3600' } });
try {
  await server.start();
  const make = async (name, kind) => {
    const { body } = await call(server, '/projects/default/workspaces', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${server.adminToken}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name, kind }),
    });
    return body.id;
  };
  const plain = await make('plain', 'files');
  const kb = await make('kb', 'knowledge_base');
  const all = () => Array.from({ length: COUNT }, () => ({ bytes: ordinary(), harmless: true }));
  const mixed = () =>
    all().map((document, n) =>
      n % 2 === 0
        ? document
        : { bytes: HOSTILE[((n - 1) / 2) % HOSTILE.length](), harmless: false },
    );
  // The first conversions start the converter processes.
  await upload(server, plain, all().slice(0, WARM_UP));
  await upload(server, kb, all().slice(0, WARM_UP));
  const result = {
    reference: await upload(server, plain, all()),
    converted: await upload(server, kb, all()),
    hostile: await upload(server, kb, mixed()),
  };
  if (asJson) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else process.stdout.write(shown(result));
} finally {
  await server.remove();
}

function shown({ reference, converted, hostile }) {
  const row = (name, one) =>
    [
      name.padEnd(44),
      one.perSecond.toFixed(1).padStart(8),
      one.p50.toFixed(1).padStart(9),
      one.p95.toFixed(1).padStart(9),
      (one.perSecond / reference.perSecond).toFixed(2).padStart(7),
      `${one.serverMiB.before.toFixed(0)} -> ${one.serverMiB.peak.toFixed(0)}`.padStart(13),
      `  ${JSON.stringify(one.answers)}`,
    ].join('');
  return `${COUNT} documents of ${BYTES / 1000} kB, ${AT_ONCE} at a time; times in ms, of ordinary documents
${''.padEnd(44)}${'a second'.padStart(8)}${'p50'.padStart(9)}${'p95'.padStart(9)}${'ratio'.padStart(7)}${'server MiB'.padStart(13)}  answers
${row('stored as they are (reference)', reference)}
${row('converted', converted)}
${row('converted, every second one hostile', hostile)}
`;
}
