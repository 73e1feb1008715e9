import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import {
  closeConverters,
  convertWithMedia,
  createDocument,
  IGNORE_MEDIA,
  makeConverter,
  NO_SANDBOX,
  type TestConverter,
} from '../support/conversion/converters.js';
import { allEnd, listDescendants } from '../support/processes.js';
import { until } from '../support/until.js';

const HELLO = createDocument('a.txt', 'hello');

/**
 * Returns a guest that answers in order, except for documents whose name begins with `bad`; for them it runs this code
 * with `job` and `document`.
 */
function unless(bad: string): string {
  return `
jobs(async (job, document) => {
  const { id } = job;
  if (!job.name.startsWith('bad')) return converted(id, document.toString() + '\\n');
  ${bad}
});
ready();`;
}

const BAD_TEXT = 'x'.repeat(100_000);
const BAD = createDocument('bad.txt', BAD_TEXT);
const CRASH = 'It made its converter end: it is damaged, or was made to do that.';

/** Actions of a converter that a document has taken over, with the resulting message about the document. */
const HOSTILE: Record<string, { does: string; says: string }> = {
  'ends in the middle': { does: 'process.exit(0);', says: CRASH },
  'is ended by a signal': { does: 'process.abort();', says: CRASH },
  'closes its channel': { does: 'channel.end();', says: CRASH },
  'answers with no JSON': { does: "channel.write('what?\\n');", says: CRASH },
  'answers with JSON that is not an object': { does: "channel.write('[1]\\n');", says: CRASH },
  'answers to another document': { does: "converted(id + 1, 'forged\\n');", says: CRASH },
  'answers with an unknown kind': { does: "say({ type: 'ready', id });", says: CRASH },
  'names an unknown format': {
    does: "converted(id, 'x\\n', { format: 'evil\"} 1' });",
    says: CRASH,
  },
  'lies about a size': { does: "converted(id, 'x\\n', { bytes: -1 });", says: CRASH },
  'sends Markdown that is not UTF-8': {
    does: "say({ type: 'converted', id, format: 'txt', warnings: [], bytes: 2 }, Buffer.from([0xc3, 0x28]));",
    says: CRASH,
  },
  'sends a line without an end': {
    does: "const line = Buffer.alloc(1 << 20, 'x'); const more = () => channel.write(line, more); more();",
    says: CRASH,
  },
  'names a file by a path': {
    does: "say({ type: 'media', id, name: '../../etc/passwd', bytes: 1 }, 'x');",
    says: CRASH,
  },
  'names a file with a NUL': {
    does: "say({ type: 'media', id, name: 'a\\0.png', bytes: 1 }, 'x');",
    says: CRASH,
  },
  'sends more Markdown than it may': {
    does: "converted(id, 'x\\n', { bytes: 3 * 1024 * 1024 });",
    says: 'Its Markdown is larger than 2 MiB.',
  },
  'sends a larger file than it may': {
    does: "say({ type: 'media', id, name: 'a.png', bytes: 2 * 1024 * 1024 });",
    says: 'A file inside it is larger than 1 MiB.',
  },
  'sends more in files than it may': {
    does: "for (let n = 0; n < 9; n++) say({ type: 'media', id, name: 'a' + n, bytes: 1 << 20 }, Buffer.alloc(1 << 20));",
    says: 'All that is inside it is larger than 4 MiB.',
  },
  'sends more files than it may': {
    does: "for (let n = 0; n < 99; n++) say({ type: 'media', id, name: 'a' + n, bytes: 1 }, 'x');",
    says: 'It holds more than 20 files.',
  },
  'never answers': { does: '', says: 'Its conversion made no progress for 1.5 s.' },
  'sends half of an answer': {
    does: "converted(id, 'x', { bytes: 1000 });",
    says: 'Its conversion made no progress for 1.5 s.',
  },
  'spins in all its threads': {
    does: `const { Worker } = await import('node:worker_threads');
      new Worker('for (;;);', { eval: true });
      for (;;);`,
    says: '(It takes more than .* to convert|Its conversion made no progress for 1.5 s).',
  },
  'fills the memory of V8': {
    does: 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));',
    says: 'It takes more than 128 MiB of memory to convert.',
  },
  'fills memory that is not of V8': {
    does: 'const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));',
    says: 'It takes more than 128 MiB of memory to convert.',
  },
};

const LIMITS = {
  wallMs: 1_500,
  cpuMs: 1_000,
  memoryBytes: 128 * 1024 * 1024,
  markdownBytes: 2 * 1024 * 1024,
  mediaBytes: 1024 * 1024,
  allMediaBytes: 4 * 1024 * 1024,
  mediaFiles: 20,
};
/** Limits for documents that must not be refused for their time, even on a slow machine. */
const UNHURRIED = { ...LIMITS, wallMs: 120_000, cpuMs: 60_000 };

/** One guest for all cases: a document named "bad <case>" triggers the code of the case. */
const TAKEN_OVER = unless(
  Object.entries(HOSTILE)
    .map(([name, { does }]) => `if (job.name === ${JSON.stringify(`bad ${name}`)}) { ${does} }`)
    .join('\n'),
);

describe('a converter that a document has taken over', () => {
  /** Converters by limits. The process that converts the valid document of a case also handles the next case. */
  const converters = new Map<typeof LIMITS, TestConverter>();
  const converterFor = (limits: typeof LIMITS): TestConverter => {
    const converter = converters.get(limits) ?? makeConverter({ guest: TAKEN_OVER, limits });
    converters.set(limits, converter);
    return converter;
  };
  afterAll(closeConverters);

  it.each(Object.entries(HOSTILE))(
    'a converter that %s has its document refused, and the next one is converted',
    async (name, { says }) => {
      const converter = converterFor(says.includes('1.5 s') ? LIMITS : UNHURRIED);
      const bad = createDocument(`bad ${name}`, BAD_TEXT);
      await expect(converter.convert(bad, IGNORE_MEDIA)).rejects.toMatchObject({
        code: 'unreadable_document',
        message: expect.stringMatching(new RegExp(`^${says}$`)),
      });
      const { conversion } = await convertWithMedia(converter, HELLO);
      expect(conversion).toEqual({ markdown: 'hello\n', format: 'txt', warnings: [] });
      expect(converter.processes).toBe(1);
    },
  );

  it('a closed converter has no processes left', async () => {
    const converter = converterFor(UNHURRIED);
    await convertWithMedia(converter, HELLO);
    await converter.close();
    expect(converter.processes).toBe(0);
  });
});

describe('a broken converter', () => {
  afterEach(closeConverters);

  it('a converter that reads nothing costs the server no memory', async () => {
    const guest =
      "channel.pause(); say({ type: 'ready', version: '0', formats: [] }); setInterval(() => {}, 1e6);";
    const converter = makeConverter({ guest, limits: { wallMs: 500 } });
    let given = 0;
    const chunk = Buffer.alloc(65_536);
    const { Readable } = await import('node:stream');
    const document = {
      name: 'a.txt',
      size: 1000 * chunk.length,
      open: () =>
        Promise.resolve(
          new Readable({
            read() {
              given += chunk.length;
              this.push(given > document.size ? null : chunk);
            },
          }),
        ),
    };
    await expect(converter.convert(document, IGNORE_MEDIA)).rejects.toThrow(
      'no progress for 0.5 s',
    );
    expect(given).toBeLessThan(2 * 1024 * 1024);
  });

  it('a converter that floods before it is ready gets no document', async () => {
    const guest =
      "const line = Buffer.alloc(1 << 20, 'x'); const more = () => channel.write(line, more); more();";
    const converter = makeConverter({ guest });
    await expect(converter.convert(HELLO, IGNORE_MEDIA)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: expect.any(Number),
    });
    expect(converter.warnings).toContain('failed to start a converter process: a line is too long');
  });

  it('a converter that ends between two documents is replaced', async () => {
    const converter = makeConverter({
      guest: unless("converted(id, 'last\\n'); setTimeout(() => process.exit(3), 50);"),
    });
    expect((await converter.convert(BAD, IGNORE_MEDIA)).markdown).toBe('last\n');
    await until('its end', () => converter.processes === 0);
    expect((await converter.convert(HELLO, IGNORE_MEDIA)).markdown).toBe('hello\n');
  });
});

describe('a second attempt', () => {
  afterEach(closeConverters);
  const crashThen = (does: string): string => unless(`if (!job.fallback) process.exit(1); ${does}`);
  const SECOND = crashThen("converted(id, 'by the other engine\\n');");

  it('a second attempt uses the other engine after a crash', async () => {
    const converter = makeConverter({ guest: SECOND });
    const ends: object[] = [];
    converter.subscribe((end) => ends.push(end));
    expect((await converter.convert(BAD, IGNORE_MEDIA)).markdown).toBe('by the other engine\n');
    expect(ends).toMatchObject([{ format: 'txt', outcome: 'converted', attempts: 2 }]);
    expect(converter.warnings).toEqual([
      'failed to convert a document (txt) at the first attempt: crash',
    ]);
  });

  it('a refusal by the fallback parser is reported after a crash', async () => {
    const says = "say({ type: 'refused', id, code: 'unreadable', message: 'It is encrypted.' });";
    const converter = makeConverter({ guest: crashThen(says) });
    await expect(converter.convert(BAD, IGNORE_MEDIA)).rejects.toThrow('It is encrypted.');
  });

  it('no second attempt is made after files were delivered', async () => {
    const guest = unless(
      "say({ type: 'media', id, name: 'a.png', bytes: 1 }, 'x'); setTimeout(() => process.exit(1), 100);",
    );
    const converter = makeConverter({ guest });
    const names: string[] = [];
    const onMedia = ({ name }: { name: string }): Promise<void> =>
      Promise.resolve(void names.push(name));
    const converting = converter.convert(BAD, { mediaPath: 'a/', onMedia });
    await expect(converting).rejects.toThrow(CRASH);
    expect(names).toEqual(['a.png']);
  });
});

describe('where there is no sandbox', () => {
  afterEach(closeConverters);

  it('an unsandboxed converter that spins ends with its server', async () => {
    const { fork } = await import('node:child_process');
    const server = fork('test/runtime/spinning-server.mjs', [], { execArgv: [] });
    await new Promise((resolve) => server.once('message', resolve));
    const marks = listDescendants(server.pid ?? 0);
    expect(marks.length).toBeGreaterThan(0);
    server.kill('SIGKILL');
    await allEnd(marks);
  });

  it('the memory limit of a converter holds without a sandbox', async () => {
    const spin = HOSTILE['fills memory that is not of V8']?.does ?? '';
    const converter = makeConverter({
      guest: unless(spin),
      limits: UNHURRIED,
      sandbox: NO_SANDBOX,
    });
    await expect(converter.convert(BAD, IGNORE_MEDIA)).rejects.toThrow('128 MiB of memory');
    expect((await converter.convert(HELLO, IGNORE_MEDIA)).markdown).toBe('hello\n');
  });
});
