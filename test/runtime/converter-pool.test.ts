import { afterEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConversionOptions } from '../../src/sandbox/conversion/document-converter.js';
import {
  closeConverters,
  convertWithMedia,
  createDocument,
  IGNORE_MEDIA,
  makeConverter,
  type TestConverter,
} from '../support/conversion/converters.js';
import { pdf } from '../support/documents/pdf.js';
import {
  allEnd,
  readCommand,
  listDescendants,
  readNiceness,
  signal,
} from '../support/processes.js';
import { until } from '../support/until.js';

afterEach(closeConverters);

/**
 * A guest that answers with the names of all documents that it has converted, unless the text of the document names
 * another behaviour.
 */
const REPORTS_NAMES = `
const names = [];
jobs((job, document) => {
  const { id, name, media_path } = job;
  const text = document.toString();
  names.push(name);
  if (text === 'wait') return;
  if (text === 'media')
    for (const n of [1, 2, 3]) say({ type: 'media', id, name: n + '.png', bytes: 70_000 }, Buffer.alloc(70_000, n));
  if (text === 'slow') return setTimeout(() => converted(id, names.join() + '\\n'), 300);
  converted(id, names.join() + '\\n', { warnings: [media_path] });
});
ready();`;

async function namesAt(converter: TestConverter, name: string, projectId: string): Promise<string> {
  const { markdown } = await converter.convert(createDocument(name, '', projectId), IGNORE_MEDIA);
  return markdown.trim();
}

describe('converter processes', () => {
  it('a converter process starts with the first document and serves the second one', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES, maxProcesses: 4 });
    expect(converter.processes).toBe(0);
    expect(await namesAt(converter, 'a', 'p')).toBe('a');
    expect(await namesAt(converter, 'b', 'p')).toBe('a,b');
    expect(converter.processes).toBe(1);
  });

  it('no converter process sees documents of two projects', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES, maxProcesses: 2 });
    const answers = await Promise.all(
      ['p', 'q', 'r', 'p', 'q', 'r', 'p'].map((project) => namesAt(converter, project, project)),
    );
    for (const names of answers) expect(new Set(names.split(',')).size).toBe(1);
    expect(converter.processes).toBeLessThanOrEqual(2);
  });

  it('the pool never exceeds its number of processes, and further documents wait', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES, maxProcesses: 2 });
    const converting = Array.from({ length: 6 }, (_, n) =>
      converter.convert(createDocument(String(n), 'slow'), IGNORE_MEDIA),
    );
    await until('both to work', () => converter.processes === 2);
    expect(converter.waiting).toBe(4);
    await Promise.all(converting);
    expect([converter.processes, converter.waiting]).toEqual([2, 0]);
  });

  it('idle converter processes end, all but one of them sooner', async () => {
    const converter = makeConverter({
      guest: REPORTS_NAMES,
      maxProcesses: 3,
      surplusIdleMs: 1_000,
      idleMs: 3_000,
    });
    const converting = ['a', 'b', 'c'].map((name) =>
      converter.convert(createDocument(name, 'slow'), IGNORE_MEDIA),
    );
    const most = converter.processes;
    await Promise.all(converting);
    expect(most).toBe(3);
    await until('all but one to end', () => converter.processes <= 1);
    await until('the last one to end', () => converter.processes === 0);
    expect(await namesAt(converter, 'd', 'p')).toBe('d');
  });

  it('a converter process is replaced after many documents', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES });
    let names = '';
    for (let n = 0; n < 501; n += 1) names = await namesAt(converter, String(n), 'p');
    expect(names).toBe('500');
  });

  it('a closed pool ends all processes and rejects waiting and running conversions', async () => {
    const before = listDescendants(process.pid);
    const converter = makeConverter({ guest: REPORTS_NAMES });
    await namesAt(converter, 'a', 'p');
    const converting = [1, 2].map((n) =>
      converter.convert(createDocument(String(n), 'wait'), IGNORE_MEDIA),
    );
    const ends = Promise.allSettled(converting);
    const known = new Set(before.map(({ pid }) => pid));
    const marks = listDescendants(process.pid).filter(({ pid }) => !known.has(pid));
    expect(marks.length).toBeGreaterThan(0);
    await converter.close();
    for (const end of await ends)
      expect(end).toMatchObject({
        reason: { code: 'unavailable', message: 'The server is stopping.' },
      });
    await expect(namesAt(converter, 'b', 'p')).rejects.toThrow('stopping');
    await allEnd(marks);
  });
});

describe('converter processes that are killed as they start', () => {
  /** Kills the first `times` processes as they start. Returns a function that stops this. */
  function killStarts(times: number): () => void {
    const killed = new Set<number>();
    const timer = setInterval(() => {
      for (const { pid } of listDescendants(process.pid)) {
        const [program = '', script = ''] = readCommand(pid).split('\0');
        if (killed.size === times || killed.has(pid)) continue;
        if (!program.endsWith('/node') || !script.endsWith('/guest.mjs')) continue;
        killed.add(pid);
        signal(pid, 'SIGKILL');
      }
    }, 5);
    return () => clearInterval(timer);
  }

  const READY_LATER = REPORTS_NAMES.replace('ready();', 'setTimeout(ready, 1_000);');
  const FAILED = 'failed to start a converter process: it ended unexpectedly (SIGKILL)';
  const AGAIN = `${FAILED}. Retrying.`;

  it('a document waits for the third one where the first two are killed', async () => {
    const converter = makeConverter({ guest: READY_LATER });
    const stop = killStarts(2);
    expect(await namesAt(converter, 'a', 'p')).toBe('a');
    stop();
    expect(converter.warnings).toEqual([AGAIN, AGAIN]);
  });

  it('a document is refused where three are killed', async () => {
    const converter = makeConverter({ guest: READY_LATER });
    const stop = killStarts(3);
    await expect(namesAt(converter, 'a', 'p')).rejects.toMatchObject({ code: 'unavailable' });
    expect(converter.processes).toBe(0);
    // After a pause, another process is started.
    await delay(1_500);
    expect(await namesAt(converter, 'b', 'p')).toBe('b');
    stop();
    expect(converter.warnings).toEqual([AGAIN, AGAIN, FAILED]);
  });
});

describe('converter processes that do not start', () => {
  it('none is started again in a pause, and documents are refused at once', async () => {
    const converter = makeConverter({ guest: 'process.exit(3);' });
    await expect(namesAt(converter, 'a', 'p')).rejects.toMatchObject({ code: 'unavailable' });
    expect(converter.warnings).toHaveLength(3);
    const began = performance.now();
    for (const name of ['b', 'c', 'd'])
      await expect(namesAt(converter, name, 'p')).rejects.toMatchObject({ code: 'unavailable' });
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(converter.warnings).toHaveLength(3);
    expect(converter.problem).toContain('it ended');
  });

  it('a converter that was started before the first document takes it, of whatever project', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES });
    await converter.warm();
    expect([converter.processes, converter.problem]).toEqual([1, null]);
    expect(await namesAt(converter, 'a', 'p')).toBe('a');
    expect(await namesAt(converter, 'b', 'p')).toBe('a,b');
    expect(await namesAt(converter, 'c', 'q')).toBe('c');
  });
});

describe('the progress of a document', () => {
  const COUNTS = `
jobs(({ id, name }) => {
  const times = name === 'flood' ? 5_000 : 3;
  for (let done = 1; done <= times; done += 1)
    say({ type: 'progress', id, done, total: name === 'wrong' ? -1 : times, unit: 'pages' });
  converted(id, name);
});
ready();`;

  it('the counts of a converter are passed on as they come', async () => {
    const converter = makeConverter({ guest: COUNTS });
    const seen: unknown[] = [];
    const onProgress = (progress: unknown): void => void seen.push(progress);
    await converter.convert(createDocument('a', ''), { ...IGNORE_MEDIA, onProgress });
    expect(seen).toEqual([1, 2, 3].map((done) => ({ done, total: 3, unit: 'pages' })));
  });

  it.each(['flood', 'wrong'])(
    'a converter that sends reports of the kind "%s" is ended',
    async (name) => {
      const converter = makeConverter({ guest: COUNTS });
      await expect(converter.convert(createDocument(name, ''), IGNORE_MEDIA)).rejects.toMatchObject(
        {
          code: 'unreadable_document',
        },
      );
    },
  );

  it('the real converter counts the pages of a long PDF and the rows of a long table', async () => {
    const converter = makeConverter();
    const collectUnits = async (name: string, bytes: Buffer): Promise<unknown[]> => {
      const seen: { done: number; total: number | null; unit: string }[] = [];
      const onProgress: ConversionOptions['onProgress'] = (one) => void seen.push(one);
      await converter.convert(createDocument(name, bytes), { ...IGNORE_MEDIA, onProgress });
      expect(seen.map(({ done }) => done)).toEqual(
        seen.map(({ done }) => done).toSorted((a, b) => a - b),
      );
      return [...new Set(seen.map(({ total, unit }) => `${total} ${unit}`))];
    };
    const page = [{ x: 72, y: 700, size: 12, text: 'A page of text that says something.' }];
    const pages = Array.from({ length: 120 }, () => page);
    expect(await collectUnits('a.pdf', pdf(pages))).toEqual(['120 pages']);
    expect(await collectUnits('a.csv', Buffer.from('a,b\n'.repeat(5_000)))).toEqual(['null rows']);
  });
});

describe('documents', () => {
  it('documents of several projects take turns', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES });
    const ends: string[] = [];
    const slow = (name: string, project: string): Promise<void> =>
      converter
        .convert(createDocument(name, 'slow', project), IGNORE_MEDIA)
        .then(() => void ends.push(project));
    await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => slow(String(n), 'many')),
      slow('one', 'few'),
    ]);
    expect(ends.indexOf('few')).toBeLessThan(6);
  });

  it('documents beyond the waiting limit are rejected, in that project alone', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES });
    const converting = Array.from({ length: 202 }, (_, n) => namesAt(converter, String(n), 'p'));
    const ends = Promise.allSettled(converting);
    const other = namesAt(converter, 'other', 'q');
    expect((await ends).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 201 }, () => 'fulfilled'),
      'rejected',
    ]);
    await expect(converting.at(-1)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: expect.any(Number),
    });
    expect(await other).toBe('other');
  });

  it('a document that is too large never reaches a process', async () => {
    const converter = makeConverter({
      guest: REPORTS_NAMES,
      limits: { documentBytes: 1024 * 1024 },
    });
    const document = createDocument('a', Buffer.alloc(1024 * 1024 + 1));
    await expect(converter.convert(document, IGNORE_MEDIA)).rejects.toMatchObject({
      code: 'unreadable_document',
      message: 'It is larger than 1 MiB.',
    });
    expect(converter.processes).toBe(0);
  });

  it.each([
    ['cannot be opened', () => Promise.reject(new Error('no such blob'))],
    [
      'cannot be read',
      () =>
        Promise.resolve(
          new Readable({
            read() {
              this.destroy(new Error('no such blob'));
            },
          }),
        ),
    ],
  ])('a document that %s fails with the storage error and delays no other', async (_, open) => {
    const converter = makeConverter({ guest: REPORTS_NAMES });
    const document = { name: 'a', size: 10, projectId: 'p', open };
    await expect(converter.convert(document, IGNORE_MEDIA)).rejects.toThrow('no such blob');
    expect(await namesAt(converter, 'b', 'p')).toBe('b');
  });

  it.each([
    ['shorter', 9],
    ['longer', 11],
  ])('a document that is %s than declared is never converted', async (_, length) => {
    const converter = makeConverter({ guest: REPORTS_NAMES });
    const open = (): Promise<Readable> => Promise.resolve(Readable.from([Buffer.alloc(length)]));
    const converting = converter.convert(
      { name: 'a', size: 10, projectId: 'p', open },
      IGNORE_MEDIA,
    );
    await expect(converting).rejects.toThrow('10 bytes');
    expect(await namesAt(converter, 'b', 'p')).toBe('b');
  });

  it('files of a document are delivered one at a time, as fast as they are taken', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES, limits: { wallMs: 1_000 } });
    let taking = 0;
    const taken: [string, number][] = [];
    const { warnings } = await converter.convert(createDocument('a', 'media'), {
      mediaPath: 'a.media/',
      onMedia: async ({ name, content }) => {
        taking += 1;
        expect(taking).toBe(1);
        // The pauses add up to more than the time limit, which does not include time spent waiting for the host.
        await new Promise((resolve) => setTimeout(resolve, 500));
        expect(content).toEqual(Buffer.alloc(70_000, Number.parseInt(name, 10)));
        taken.push([name, content.length]);
        taking -= 1;
      },
    });
    expect(taken).toEqual([1, 2, 3].map((n) => [`${n}.png`, 70_000]));
    expect(warnings).toEqual(['a.media/']);
  });

  it('a document whose files cannot be stored fails with the storage error', async () => {
    const converter = makeConverter({ guest: REPORTS_NAMES });
    const onMedia = (): Promise<void> => Promise.reject(new Error('the workspace is full'));
    const converting = converter.convert(createDocument('a', 'media'), { mediaPath: '', onMedia });
    await expect(converting).rejects.toThrow('the workspace is full');
    expect(await namesAt(converter, 'b', 'p')).toBe('b');
  });

  it('the real converter converts a document and rejects an unknown format', async () => {
    const converter = makeConverter();
    const { conversion } = await convertWithMedia(
      converter,
      createDocument('a.csv', 'name,n\nÅsa,1\n'),
    );
    expect(listDescendants(process.pid).map(({ pid }) => readNiceness(pid))).toContain(19);
    expect(conversion.format).toBe('csv');
    expect(conversion.markdown).toMatch(/\| *name *\| *n *\|\n\|.*\|\n\| *Åsa *\| *1 *\|\n$/);
    await expect(
      converter.convert(createDocument('a.xyz', Buffer.from([0, 1, 2, 255])), IGNORE_MEDIA),
    ).rejects.toMatchObject({ code: 'unsupported_document' });
  });
});
