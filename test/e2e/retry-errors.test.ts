/**
 * Tests retries that scripts control by the errors they raise. test/conformance covers each language; the server's
 * reaction does not depend on it.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEvents } from '../support/events.js';
import { withBody } from '../support/inline-script.js';
import { type Language, LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { loadLogs, runScript, TASKS } from '../support/tasks.js';

const AT_ONCE = { retry_delay_seconds: 0, retry_jitter: 0 };

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe('an error that says how it is to be retried', () => {
  const THREE = { max_attempts: 3, ...AT_ONCE };
  const attempt = (language: Language, body: string, more = {}) =>
    runScript(server, language, withBody(language, body), { metaTask: { ...THREE, ...more } });

  it('a NonRetryable error makes its attempt the last one', async () => {
    const task = await attempt(
      'python',
      'from metarun import NonRetryable\nraise NonRetryable("the card is blocked")',
    );
    expect(task).toMatchObject({ status: 'failed', attempt: 1, error_code: 'script_error' });
    expect(task.error_message).toBe('NonRetryable: the card is blocked');
    expect(await loadLogs(server, task.id)).toMatchObject([
      { level: 'info', text: 'No further attempt follows: the script raised NonRetryable.' },
    ]);
  });

  it('a RetryAfter error leads to another attempt at the time that it sets', async () => {
    const task = await attempt(
      'typescript',
      'if (reporter.task.attempt === 1) throw new RetryAfter(1); return "done";',
      { retry_delay_seconds: 3600, retry_max_delay_seconds: 3600 },
    );
    expect(task).toMatchObject({ status: 'success', attempt: 2, result: 'done' });
    const path = `${TASKS}/${task.id}/events?types=status`;
    const events = (await readEvents(server, path)).events.map(({ data }) => data);
    const paused = events.find(({ status, attempt: n }) => status === 'pending' && n === 1);
    const next = events.find(({ status, attempt: n }) => status === 'running' && n === 2);
    expect(paused).toMatchObject({ error_message: 'RetryAfter: to be tried again after 1 s' });
    expect(Date.parse(next?.time ?? '')).toBeGreaterThanOrEqual(
      Date.parse(String((paused as { run_at?: string }).run_at)),
    );
  });

  it('a not_found error of the reporter is retried only if retry_on names it', async () => {
    const missing = 'return reporter.files.read("/no/such/file")';
    const once = await attempt('python', missing);
    expect(once).toMatchObject({ status: 'failed', attempt: 1, error_code: 'script_error' });
    expect(await loadLogs(server, once.id)).toMatchObject([
      { text: "No further attempt follows: the meta-task's retry_on does not name not_found." },
    ]);
    const named = await attempt('python', missing, { retry_on: ['not_found'] });
    expect(named).toMatchObject({ status: 'failed', attempt: 3 });
  });

  it('a fetch that the network policy denies is not retried', async () => {
    const task = await attempt('typescript', 'await fetch("https://example.org/");');
    expect(task).toMatchObject({ status: 'failed', attempt: 1 });
    expect(task.error_message).toContain('fetch failed');
  });

  it('an error that a script raises from a denied call is retried', async () => {
    const wrapped =
      'try:\n    reporter.files.read("/no/such/file")\nexcept Exception as error:\n    raise RuntimeError("not yet") from error';
    const task = await attempt('python', wrapped);
    expect(task).toMatchObject({ status: 'failed', attempt: 3 });
  });

  it('a RetryAfter error of a step has it called again after so many seconds', async () => {
    const body = `import time
from metarun import RetryAfter
calls = []
def work():
    calls.append(time.monotonic())
    if len(calls) == 1:
        raise RetryAfter(1)
    return calls[1] - calls[0]
return reporter.step("work", work, attempts=2)`;
    const task = await attempt('python', body);
    expect(task.status).toBe('success');
    expect(task.result).toBeGreaterThanOrEqual(1);
  });

  it.each(LANGUAGES)(
    'a NonRetryable error of a step ends the attempts even after a wait: %s',
    async (language) => {
      const bodies = {
        python: `from metarun import NonRetryable
failure = None
def work():
    raise NonRetryable("no")
try:
    reporter.step("work", work, attempts=5)
except Exception as error:
    failure = error
reporter.sleep(1.2)
raise failure`,
        typescript: `let failure: unknown;
try {
  await reporter.step('work', () => { throw new NonRetryable('no'); }, { attempts: 5 });
} catch (error) {
  failure = error;
}
await reporter.sleep(1.2);
throw failure;`,
      };
      const task = await attempt(language, bodies[language]);
      expect(task).toMatchObject({ status: 'failed', attempt: 1 });
      expect(task.error_message).toBe('StepError: step "work": NonRetryable: no');
      const { body: steps } = await server.call('GET', `${TASKS}/${task.id}/steps`);
      expect(steps).toMatchObject([{ name: 'work', status: 'failed', attempts: 1 }, {}]);
    },
  );
});

it.each(LANGUAGES)(
  'a step is not called again if the network policy forbids it: %s',
  async (language) => {
    const bodies = {
      python:
        'reporter.step("ask", lambda: reporter.http.request("GET", "https://api.example/"), attempts=3, delay=0)',
      typescript:
        'await reporter.step("ask", () => fetch("https://api.example/"), { attempts: 3, delay: 0 });',
    };
    const task = await runScript(server, language, withBody(language, bodies[language]));
    expect(task.error_message).toMatch(/^StepError: step "ask": .*network is "none"/);
    const { body: steps } = await server.call('GET', `${TASKS}/${task.id}/steps`);
    expect(steps).toMatchObject([{ name: 'ask', status: 'failed', attempts: 1 }]);
  },
);

it('a step that passes its timeout is called again, and ends as step_timeout', async () => {
  const script =
    'import time\nreporter.step("slow", lambda: time.sleep(60), attempts=2, delay=0, timeout=0.1)';
  const task = await runScript(server, 'python', withBody('python', script));
  expect(task).toMatchObject({ status: 'failed', error_code: 'script_error' });
  const { body: steps } = await server.call('GET', `${TASKS}/${task.id}/steps`);
  expect(steps).toMatchObject([
    {
      name: 'slow',
      status: 'failed',
      attempts: 2,
      error: { type: 'step_timeout', message: 'it passed its timeout of 0.1 s' },
    },
  ]);
});
