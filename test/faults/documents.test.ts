import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MetarunError } from '../../src/base/kernel/errors.js';
import {
  readCpuMs,
  readResidentBytes,
  listProcessTree,
} from '../../src/sandbox/runtime/process-tree.js';
import { type LocalServer, serve } from '../support/local-server.js';
import {
  closeConverters,
  convertWithMedia,
  createDocument,
  IGNORE_MEDIA,
  makeConverter,
  type TestConverter,
} from '../support/conversion/converters.js';
import { BOMBS, TWISTED } from '../support/conversion/hostile-documents.js';
import { docx, par, run } from '../support/documents/docx.js';
import { openDocument } from '../support/documents/open-document.js';
import { requireSample } from '../support/documents/samples.js';
import { relationships } from '../support/documents/zip.js';
import { Random } from '../support/fuzz/random.js';
import { allEnd, listDescendants, type ProcessMark } from '../support/processes.js';
import { sized } from '../support/size.js';

/**
 * A lower CPU limit than the server's, so that exceeding it does not take a minute. The default limit of elapsed time
 * stays, as a busy machine may need all of it.
 */
const LIMITS = { cpuMs: 6_000 };
const MIB = 1024 * 1024;
/** Memory limit plus what can be allocated between two measurements, in bytes. */
const MOST_MEMORY = (2048 + 256) * MIB;
/** CPU limit plus what can be used between two measurements, in ms. */
const MOST_CPU_MS = 2 * LIMITS.cpuMs;
/** Interval between two listings of processes, the slowest of the measurements, in ms. */
const PROCESSES_MS = 250;
const LOOK_MS = 50;
const HOST_DETAIL = /node_modules|\.m?[jt]s:\d|\/(tmp|work|home|root|usr|proc)\//;

const before = new Set(listDescendants(process.pid).map(({ pid }) => pid));
let converter: TestConverter;
beforeAll(() => {
  converter = makeConverter({ limits: LIMITS });
});
afterEach(async () => {
  const { markdown } = await converter.convert(
    createDocument('a.txt', 'Still here.'),
    IGNORE_MEDIA,
  );
  expect(markdown).toBe('Still here.\n');
});
afterAll(async () => {
  const marks = processes();
  expect(marks.length).toBeGreaterThan(0);
  await closeConverters();
  await allEnd(marks);
});

function processes(): ProcessMark[] {
  return listDescendants(process.pid).filter(({ pid }) => !before.has(pid));
}

interface End {
  markdown: string;
  /** Null if there is Markdown. */
  error: MetarunError | null;
}

/** Converts a document; throws if it ends in a way that no document may. */
async function convertAndCheck(name: string, bytes: Buffer): Promise<End> {
  try {
    const { conversion, media } = await convertWithMedia(converter, createDocument(name, bytes));
    const { markdown } = conversion;
    expect(markdown.endsWith('\n')).toBe(true);
    for (const one of media) expect(one.name).not.toMatch(/[/\\\0]|^\.\.?$/);
    return { markdown, error: null };
  } catch (error) {
    if (!(error instanceof MetarunError)) throw error;
    expect(['unreadable_document', 'unsupported_document']).toContain(error.code);
    expect(error.message.length).toBeGreaterThan(10);
    expect(error.message).not.toMatch(HOST_DETAIL);
    return { markdown: '', error };
  }
}

/** Returns the ids of the converter's processes, which is cheaper than returning their marks. */
function ownPids(): number[] {
  return listProcessTree(process.pid).filter((pid) => pid !== process.pid && !before.has(pid));
}

/** Returns the peak memory (bytes) and CPU time (ms) of a converter process during `work`. */
async function peaksDuring(
  work: () => Promise<unknown>,
): Promise<{ memory: number; cpuMs: number }> {
  const peak = { memory: 0, cpuMs: 0 };
  let pids = ownPids();
  let at = performance.now();
  const began = new Map(pids.map((pid) => [pid, readCpuMs(pid) ?? 0]));
  const look = setInterval(() => {
    if (performance.now() - at > PROCESSES_MS) {
      pids = ownPids();
      at = performance.now();
    }
    for (const pid of pids) {
      peak.memory = Math.max(peak.memory, readResidentBytes(pid) ?? 0);
      peak.cpuMs = Math.max(peak.cpuMs, (readCpuMs(pid) ?? 0) - (began.get(pid) ?? 0));
    }
  }, LOOK_MS);
  try {
    await work();
  } finally {
    clearInterval(look);
  }
  return peak;
}

describe.each([
  ['a document that grows', BOMBS],
  ['a document that is not what it says', TWISTED],
])('%s ends in Markdown or a reason, within time and memory:', (_, documents) => {
  it.each(Object.entries(documents))(
    'a hostile document is handled within CPU time and memory limits: %s',
    async (_title, { name, make }) => {
      const bytes = make(sized);
      const { memory, cpuMs } = await peaksDuring(() => convertAndCheck(name, bytes));
      // The processes have a low priority, so the duration depends on the machine.
      expect(cpuMs).toBeLessThan(MOST_CPU_MS);
      expect(memory).toBeLessThan(MOST_MEMORY);
    },
  );
});

/** Small valid documents by format. */
const SOUND = Object.fromEntries(
  'docx xlsx odt ods odp epub pdf rtf html csv tsv eml ipynb json xml txt'
    .split(' ')
    .map((format) => [format, requireSample(format).bytes]),
);

/** Number of damaged copies of a document, and of truncated ones. */
const COPIES = sized(40, 6);
const BEGINNINGS = sized(12, 4);

/** Yields copies of `sound` with one to eight flipped bits, and truncated copies. */
function* damaged(sound: Buffer, seed: number): Generator<Buffer> {
  const random = new Random(seed);
  for (let copy = 0; copy < COPIES; copy += 1) {
    const bytes = Buffer.from(sound);
    for (let flips = 1 + (copy % 8); flips > 0; flips -= 1) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
    yield bytes;
  }
  for (let part = 0; part < BEGINNINGS; part += 1)
    yield sound.subarray(0, Math.floor((sound.length * part) / BEGINNINGS));
}

describe('damage at many places ends in Markdown or a reason:', () => {
  it.each(Object.entries(SOUND))(
    'damaged and truncated copies of a %s file are converted or rejected with a reason',
    async (format, sound) => {
      let ends = 0;
      for (const bytes of damaged(sound, 5)) {
        await convertAndCheck(`a.${format}`, bytes);
        ends += 1;
      }
      expect(ends).toBe(COPIES + BEGINNINGS);
    },
  );

  it.each(Object.keys(SOUND))(
    'content of any format under the extension %s is converted or rejected with a reason',
    async (format) => {
      for (const content of Object.values(SOUND)) await convertAndCheck(`a.${format}`, content);
    },
  );
});

describe('what a document refers to', () => {
  const SECRET = 'a-secret-of-the-host';
  let folder: string;
  let server: LocalServer;
  let url: string;
  let asked = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'metarun-secret-'));
    writeFileSync(join(folder, 'secret.txt'), SECRET, { mode: 0o644 });
    server = await serve((_request, response) => {
      asked += 1;
      response.end(SECRET);
    });
    url = `${server.url}/secret.txt`;
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const entity = (target: string): string => `<!DOCTYPE a [<!ENTITY x SYSTEM "${target}">]>`;
  const KINDS: Record<string, (target: string) => [name: string, bytes: Buffer]> = {
    'an entity of a docx': (target) => [
      'a.docx',
      docx('<w:p><w:r><w:t>&x;</w:t></w:r></w:p>', {}, entity(target)),
    ],
    'an entity of XML': (target) => [
      'a.xml',
      Buffer.from(`<?xml version="1.0"?>${entity(target)}<a>&x;</a>`),
    ],
    'a picture elsewhere of a docx': (target) => [
      'a.docx',
      docx('<w:p><w:r><w:drawing><a:blip xmlns:a="x" r:link="rId9"/></w:drawing></w:r></w:p>', {
        'word/_rels/document.xml.rels': relationships([['rId9', 'image', target, true]]),
      }),
    ],
    'a template of a docx': (target) => [
      'a.docx',
      docx(par(run('x')), {
        'word/_rels/settings.xml.rels': relationships([['rId1', 'attachedTemplate', target, true]]),
      }),
    ],
    'a section of an odt': (target) => [
      'a.odt',
      openDocument(
        'text',
        `<text:section><text:section-source xlink:href="${target}"/></text:section>`,
      ),
    ],
    'all that HTML can load': (target) => [
      'a.html',
      Buffer.from(
        `<base href="${target}"><link rel=stylesheet href="${target}"><script src="${target}"></script><iframe src="${target}"></iframe><object data="${target}"></object><p>x</p>`,
      ),
    ],
    'a field of an rtf': (target) => [
      'a.rtf',
      Buffer.from(`{\\rtf1{\\field{\\*\\fldinst INCLUDETEXT "${target}"}}x}`),
    ],
  };

  it.each(Object.entries(KINDS))(
    'the converter reads nothing that a document refers to: %s',
    async (_, make) => {
      for (const target of [url, `file://${folder}/secret.txt`, `${folder}/secret.txt`]) {
        const { markdown } = await convertAndCheck(...make(target));
        expect(markdown).not.toContain(SECRET);
      }
      expect(asked).toBe(0);
    },
  );
});
