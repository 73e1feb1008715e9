import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEvents, type StreamedEvent } from '../support/events.js';
import { runBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { loadNumber } from '../support/sql.js';
import { loadLogs, TASKS } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function loadEvents(taskId: string): Promise<StreamedEvent[]> {
  return (await readEvents(server, `${TASKS}/${taskId}/events`)).events;
}

async function loadTexts(taskId: string): Promise<string[]> {
  const events = await loadEvents(taskId);
  return events.flatMap(({ type, data }) => (type === 'text' ? [data.text ?? ''] : []));
}

describe.each(LANGUAGES)('the output of a %s script', (language) => {
  it('the output of a script comes as text events, in order with its log', async () => {
    const task = await runBody(server, language, {
      python: `for piece in ["Hel", "lo ", "there\\n"]:
    reporter.output(piece)
reporter.log("between")
reporter.output("end")`,
      typescript: `for (const piece of ["Hel", "lo ", "there\\n"]) await reporter.output(piece);
reporter.log("between");
await reporter.output("end");`,
    });
    expect(task.status).toBe('success');
    const events = await loadEvents(task.id);
    const shown = events.filter(({ type }) => type === 'text' || type === 'log');
    const texts = shown.map(({ data }) => data.text).join('');
    expect(texts).toBe('Hello there\nbetweenend');
    expect(shown.find(({ type }) => type === 'text')?.data).toMatchObject({
      step_id: null,
      kind: 'text',
    });
    // Pieces within 100 ms are usually merged into one event.
    expect(shown.length).toBeLessThanOrEqual(5);
    expect((await loadLogs(server, task.id)).map(({ text }) => text)).toEqual(['between']);
  });

  it('the output before a wait is not repeated by the replay', async () => {
    const task = await runBody(server, language, {
      python: 'reporter.output("before ")\nreporter.sleep(1.5)\nreporter.output("after")',
      typescript:
        'await reporter.output("before ");\nawait reporter.sleep(1.5);\nawait reporter.output("after");',
    });
    expect(task.status).toBe('success');
    expect((await loadTexts(task.id)).join('')).toBe('before after');
  });

  it('output is redacted, and a piece that is too long is refused', async () => {
    await server.call('PUT', '/projects/default/secrets/TEXT_KEY', {
      body: { value: 'hidden-value-of-text' },
    });
    const task = await runBody(server, language, {
      python: `reporter.output("key " + reporter.secrets.get("TEXT_KEY"))
try:
    reporter.output("x" * 65_537)
except Exception as error:
    return error.code`,
      typescript: `await reporter.output("key " + await reporter.secrets.get("TEXT_KEY"));
try { await reporter.output("x".repeat(65_537)); } catch (error: any) { return error.code; }`,
    });
    expect(task.result).toBe('validation_failed');
    expect((await loadTexts(task.id)).join('')).toBe('key [redacted]');
  });
});

describe('text events', () => {
  it('a task has at most 5,000 text events, and its log warns of the rest', async () => {
    const body = 'for _ in range(330):\n    reporter.output("x" * 65_536)';
    const task = await runBody(server, 'python', { python: body, typescript: '' });
    expect(task.status).toBe('success');
    const kept = `SELECT COUNT(*) FROM task_events WHERE type = 'text' AND task_id = '${task.id}'`;
    expect(await loadNumber(server, kept)).toBe(5_000);
    const lines = (await loadLogs(server, task.id)).map(({ level, text }) => `${level} ${text}`);
    expect(lines).toEqual([expect.stringMatching(/^warning .*5000 text events/)]);
  });
});
