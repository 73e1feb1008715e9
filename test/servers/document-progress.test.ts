/** Tests the progress of documents that are being converted, and the sync mark of files. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pdf } from '../support/documents/pdf.js';
import { type Entry, readEntry, readStatusAndCode } from '../support/files-client.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import { type HostedServer, startServer } from '../support/server.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const PAGES = 200;
const SOON = { wait_seconds: '0' };

interface Progress {
  place: number | null;
  done: number | null;
  total: number | null;
  unit: string | null;
  seconds_left: number | null;
}

let server: HostedServer;
let kb: KnowledgeBase;
beforeAll(async () => {
  server = await startServer({ METARUN_LIMITS: 'conversions=1' });
  kb = await KnowledgeBase.create(server, 'kb');
});
afterAll(() => server.stop());

/** Returns a document whose conversion takes some seconds. */
function book(title: string): Buffer {
  const lines = Array.from({ length: 40 }, (_, line) => {
    return { x: 72, y: 740 - line * 16, size: 11, text: `${title}: line ${line} says something.` };
  });
  return pdf(Array.from({ length: PAGES }, () => lines));
}

async function loadProgress(where = kb): Promise<Record<string, Progress | undefined>> {
  const response = await where.fetch(`?path=/&recursive=true&converting=true`);
  const entries = (await response.json()) as (Entry & { conversion: { progress?: Progress } })[];
  return Object.fromEntries(entries.map(({ name, conversion }) => [name, conversion.progress]));
}

describe('the progress of documents', () => {
  it('a list has their places in the queue, and the pages of the one that is converted', async () => {
    for (const name of ['a', 'b', 'c']) {
      const answer = await kb.add([{ name: `${name}.pdf`, bytes: book(name) }], '/', {}, SOON);
      expect(await readEntry(answer)).toMatchObject({ conversion: { status: 'converting' } });
    }
    await until('the second and third to wait', async () => {
      const { 'b.pdf.md': second, 'c.pdf.md': third } = await loadProgress();
      return second?.place === 1 && third?.place === 2;
    });
    let seen: Progress | undefined;
    await until('pages to be counted', async () => {
      seen = Object.values(await loadProgress()).find((one) => (one?.done ?? 0) > 0);
      return seen !== undefined;
    });
    expect(seen).toMatchObject({ place: null, total: PAGES, unit: 'pages' });
    await until('all to be converted', async () => Object.keys(await loadProgress()).length === 0);
    const entries = (await (await kb.list('/')).json()) as Entry[];
    for (const { conversion } of entries)
      expect(conversion).toEqual({ status: 'converted', error: null, warnings: expect.any(Array) });
  });

  it('an open stream gets it in events that are not stored', async () => {
    const events = '/external/v1/projects/default/events?types=file';
    const ending = new AbortController();
    const headers = { Authorization: `Bearer ${server.apiKey}` };
    const stream = await fetch(server.url + events, { headers, signal: ending.signal });
    let text = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) text += decoder.decode(chunk, { stream: true });
    })().catch(() => undefined);
    await kb.add([{ name: 'd.pdf', bytes: book('d') }], '/', {}, SOON);
    await until('it to be converted', () => /d\.pdf.*"status":"converted"/.test(text));
    ending.abort();
    await reading;
    const frames = text.split('\n\n').filter((frame) => frame.includes('"progress"'));
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.length).toBeLessThan(60);
    for (const frame of frames) expect(frame).not.toMatch(/^id:/m);
    const stored = await fetch(`${server.url}${events}`, {
      headers: { ...headers, 'Last-Event-ID': '0' },
      signal: AbortSignal.timeout(1_500),
    });
    let again = '';
    const decoder = new TextDecoder();
    await (async () => {
      for await (const chunk of stored.body ?? []) again += decoder.decode(chunk, { stream: true });
    })().catch(() => undefined);
    expect(again).toContain('d.pdf');
    expect(again).not.toContain('"progress"');
  });

  const shared = DATABASE === 'postgres' ? it : it.skip;
  shared('another server of the database knows it too', async () => {
    const other = await startServer({ ...server.env, METARUN_PORT: '0', METARUN_ROLE: 'api' });
    try {
      const there = Object.assign(Object.create(kb) as KnowledgeBase, {
        fetch: (path: string) =>
          fetch(`${other.url}/external/v1/projects/default/files${path}&ws=${kb.ws}`, {
            headers: { Authorization: `Bearer ${other.apiKey}` },
          }),
      });
      await kb.add([{ name: 'e.pdf', bytes: book('e') }], '/', {}, SOON);
      await until('the other server to know of pages', async () => {
        const { 'e.pdf.md': progress } = await loadProgress(there);
        return progress?.unit === 'pages';
      });
    } finally {
      await other.stop();
    }
  });

  it('a list of converting files by a pattern is refused', async () => {
    expect(await readStatusAndCode(kb.fetch(`?glob=*.md&converting=true`))).toBe(
      '422 validation_failed',
    );
  });
});

describe('the sync that a file is kept by', () => {
  const SYNC = { synced_as: 'docs' };

  it('a file keeps it over its conversion in the background, and any other write clears it', async () => {
    await kb.add([{ name: 's.csv', bytes: 'a,b\n1,2\n' }], '/sync', {}, { ...SYNC, ...SOON });
    const entryAt = async (): Promise<unknown> => {
      const [entry] = (await (await kb.list('/sync')).json()) as unknown[];
      return entry;
    };
    await until('it to be converted', async () => {
      return JSON.stringify(await entryAt()).includes('"converted"');
    });
    const original = { size: 8, etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) };
    expect(await entryAt()).toMatchObject({ synced_as: 'docs', original });
    await kb.add([{ name: 's.csv', bytes: 'a,b\n3,4\n' }], '/sync');
    expect(await entryAt()).toMatchObject({ synced_as: null });
  });

  it.each([
    [{ synced_as: 'a\u202eb' }],
    [{ synced_as: 'x'.repeat(201) }],
    [{ wait_seconds: '-1' }],
    [{ wait_seconds: 'soon' }],
  ])('an upload with %j is refused', async (fields) => {
    const answer = kb.add([{ name: 'r.csv', bytes: 'a\n' }], '/refused', {}, fields);
    expect(await readStatusAndCode(answer)).toBe('422 validation_failed');
  });
});
