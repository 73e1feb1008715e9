import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { letter } from '../support/documents/docx.js';
import { PROJECT_EVENTS, readEvents } from '../support/events.js';
import { readEntry, readStatusAndCode } from '../support/files-client.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { loadNumber, sql } from '../support/sql.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

describe('a document that takes longer than its upload waits', () => {
  let slow: ServerProcess;
  let late: KnowledgeBase;
  beforeAll(async () => {
    slow = await startServerProcess({ METARUN_CONVERSION_WAIT_SECONDS: '0' });
    late = await KnowledgeBase.create(slow, 'late');
  });
  afterAll(() => slow.stop());

  /** Makes documents uploaded from now on wait until {@link goOn}. */
  async function hold(): Promise<void> {
    const never = 9_000_000_000_000;
    await sql(
      slow,
      DATABASE === 'sqlite'
        ? `CREATE TRIGGER held AFTER INSERT ON conversion_jobs BEGIN UPDATE conversion_jobs SET due_at = ${never} WHERE file_id = NEW.file_id; END`
        : `CREATE OR REPLACE FUNCTION held() RETURNS trigger AS $$ BEGIN NEW.due_at := ${never}; RETURN NEW; END $$ LANGUAGE plpgsql;
           CREATE TRIGGER held BEFORE INSERT ON conversion_jobs FOR EACH ROW EXECUTE FUNCTION held()`,
    );
  }

  async function goOn(): Promise<void> {
    await sql(
      slow,
      DATABASE === 'sqlite' ? 'DROP TRIGGER held' : 'DROP TRIGGER held ON conversion_jobs',
    );
    await sql(slow, 'UPDATE conversion_jobs SET due_at = 0');
  }

  it('a slow document is converting at first, announces its end, and is whole then', async () => {
    const response = await late.add([{ name: 'a.docx', bytes: letter('late', true) }], '/');
    const entry = await readEntry(response);
    expect([response.status, entry]).toMatchObject([
      201,
      {
        path: '/a.docx.md',
        size: 0,
        converted_from: 'a.docx',
        conversion: { status: 'converting' },
      },
    ]);
    const ready = await readEvents(
      slow,
      `${PROJECT_EVENTS}?types=file`,
      (events) => events.some(({ data }) => data.status === 'converted'),
      { 'Last-Event-ID': '0' },
    );
    expect(ready.events.map(({ data }) => data)).toMatchObject([
      { path: '/a.docx.md', ws: late.ws, converted_from: 'a.docx', status: 'converting' },
      { path: '/a.docx.md', ws: late.ws, status: 'converted', error: null, warnings: [] },
    ]);
    expect((await readEntry(late.read('/a.docx.md'))).content).toContain('late');
    expect(await late.versions('/a.docx.md')).toHaveLength(1);
  });

  it('a document that is still converting refuses readers but serves its original', async () => {
    const bytes = letter('not yet');
    await hold();
    await late.add([{ name: 'held.docx', bytes }], '/');
    const refused = await late.read('/held.docx.md');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await readStatusAndCode(refused)).toBe('409 document_converting');
    expect(await readStatusAndCode(late.raw('/held.docx.md'))).toBe('409 document_converting');
    const copy = { from: '/held.docx.md', to: '/x.md', ws: late.ws };
    expect(await readStatusAndCode(late.json('POST', '/copy', copy))).toBe(
      '409 document_converting',
    );
    const refusedUpload = late.add([{ name: 'held.docx', bytes }], '/', {
      'If-None-Match': '*',
    });
    expect(await readStatusAndCode(refusedUpload)).toBe('412 precondition_failed');
    expect(Buffer.from(await (await late.original('/held.docx.md')).arrayBuffer())).toEqual(bytes);
    await goOn();
    await late.settled('/held.docx.md');
    expect((await readEntry(late.read('/held.docx.md'))).content).toBe('not yet\n');
  });

  it('a document that cannot be converted shows the reason and can be deleted', async () => {
    await late.add([{ name: 'bad.docx', bytes: letter('x').subarray(0, 300) }], '/');
    const entry = await late.settled('/bad.docx.md');
    expect(entry.conversion).toMatchObject({ status: 'failed', error: expect.any(String) });
    expect(await readStatusAndCode(late.read('/bad.docx.md'))).toBe('422 unreadable_document');
    expect((await late.remove('/bad.docx.md')).status).toBe(204);
    expect(await sql(slow, `SELECT * FROM file_versions WHERE path = '/bad.docx.md'`)).toEqual([]);
  });

  it('the old text stays until the new upload is converted, and for good if that fails', async () => {
    await late.add([{ name: 'over.docx', bytes: letter('first') }], '/');
    await late.settled('/over.docx.md');
    await late.add([{ name: 'over.docx', bytes: letter('x').subarray(0, 300) }], '/');
    const failed = await late.settled('/over.docx.md');
    expect(failed.conversion?.status).toBe('failed');
    expect((await readEntry(late.read('/over.docx.md'))).content).toBe('first\n');
    await late.add([{ name: 'over.docx', bytes: letter('second') }], '/');
    await late.settled('/over.docx.md');
    expect((await readEntry(late.read('/over.docx.md'))).content).toBe('second\n');
    expect(await late.versions('/over.docx.md')).toHaveLength(2);
  });

  it('a pending conversion is dropped if its file is overwritten or deleted, and follows a move', async () => {
    await hold();
    for (const name of ['written', 'deleted', 'moved'])
      await late.add([{ name: `${name}.csv`, bytes: `${name},x\n` }], '/first');
    await late.put('/first/written.csv.md', 'mine');
    await late.json('POST', '/move', {
      from: '/first/moved.csv.md',
      to: '/elsewhere/moved.md',
      ws: late.ws,
    });
    await late.remove('/first/deleted.csv.md');
    await goOn();
    await late.settled('/elsewhere/moved.md');
    expect((await readEntry(late.read('/elsewhere/moved.md'))).content).toContain('moved');
    expect((await readEntry(late.read('/first/written.csv.md'))).content).toBe('mine');
    expect((await late.read('/first/deleted.csv.md')).status).toBe(404);
    expect(await loadNumber(slow, 'SELECT COUNT(*) FROM conversion_jobs')).toBe(0);
  });

  it('a pending document is converted after the server was killed', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `crash${n}.docx`);
    for (const name of names) await late.add([{ name, bytes: letter(name, true) }], '/crash');
    await slow.restart('SIGKILL');
    // The killed server still owns its documents for a few seconds.
    for (const name of names) {
      await late.settled(`/crash/${name}.md`);
      expect((await readEntry(late.read(`/crash/${name}.md`))).content).toContain(name);
    }
    await until(
      'no document to wait',
      async () => (await loadNumber(slow, 'SELECT COUNT(*) FROM conversion_jobs')) === 0,
    );
  });
});
