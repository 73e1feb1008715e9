import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { startCli, startOnTerminal } from '../support/cli.js';
import { createSchedule } from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { newInstallation } from '../support/server.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { newWebhook } from '../support/webhooks.js';

const FAILS = 'def run(params, reporter):\n    raise ValueError("the word is " + params["word"])\n';

let server: ServerProcess;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServerProcess({
    METARUN_NETWORK_RANGES: '127.0.0.1/32',
    METARUN_LIMITS: 'min_schedule_seconds=1',
    METARUN_SHUTDOWN_SECONDS: '0',
    METARUN_LOG_LEVEL: 'debug',
  });
});
afterAll(async () => {
  await server.stop();
  receiver.close();
});

/** Returns the value of a series; undefined if the series does not exist. */
async function metric(series: string): Promise<number | undefined> {
  const { text } = await server.call('GET', '/metrics', { token: null });
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

type LogLine = Record<string, unknown>;

function logged(message: string): LogLine[] {
  const lines = server.output.stderr.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as LogLine).filter(({ msg }) => msg === message);
}

describe('a task that fails', () => {
  it('a failed task is in the log and the metrics, with each attempt and without its params', async () => {
    const type = await createMetaTask(server, 'python', FAILS, {
      name: 'Always fails',
      max_attempts: 2,
      retry_delay_seconds: 0,
      retry_jitter: 0,
    });
    const id = await createTask(server, type, { word: 'hunter2' });
    await taskWhen(server, id);
    const ofMetaTask = `{project="default",meta_task="${type}"`;
    await until('the metrics', () =>
      metric(`metarun_meta_task_ends_total${ofMetaTask},status="failed"}`),
    );
    expect(await metric(`metarun_meta_task_retries_total${ofMetaTask}}`)).toBe(1);
    expect(await metric('metarun_task_retries_total{error_code="script_error"}')).toBe(1);
    expect(await metric(`metarun_meta_task_run_seconds_total${ofMetaTask}}`)).toBeGreaterThan(0);
    const [failed] = await until('the log', () => {
      const found = logged('a task failed');
      return found.length === 1 && found;
    });
    const about = {
      task: id,
      meta_task: type,
      project: expect.any(String),
      error_code: 'script_error',
    };
    expect(failed).toMatchObject({ level: 'warn', attempt: 2, ms: expect.any(Number), ...about });
    const [retried] = logged('an attempt of a task failed and will be retried');
    expect(retried).toMatchObject({ level: 'info', attempt: 1, next_in_ms: 0, ...about });
    expect(server.output.stderr).not.toContain('hunter2');
  });
});

describe('a schedule', () => {
  it('schedule metrics count ticks that fire or overlap, and their lateness', async () => {
    const noOp = await createMetaTask(server, 'python', NO_OP.python);
    await createSchedule(server, noOp, { every_seconds: 1 });
    await until('a tick', () => metric('metarun_schedule_ticks_total{outcome="fired"}'));
    expect(await metric('metarun_schedule_tick_lateness_seconds_count')).toBeGreaterThan(0);
    const sleeps = await createMetaTask(
      server,
      'python',
      'import time\ndef run(params, reporter):\n    time.sleep(60)\n',
    );
    await createSchedule(server, sleeps, { every_seconds: 1, overlap: 'skip' });
    await until('a tick that is left out', () =>
      metric('metarun_schedule_ticks_total{outcome="overlapped"}'),
    );
    const { body } = await server.call<{ id: string }[]>('GET', `${TASKS}?status=running`);
    for (const { id } of body) await server.call('POST', `${TASKS}/${id}/cancel`);
  });
});

describe('a webhook', () => {
  it('webhook metrics count deliveries that succeed, are retried or are pending', async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    await newWebhook(server, receiver.url, { events: ['task.success'] });
    await until('a failure', () => metric('metarun_webhook_attempts_total{outcome="retried"}'));
    await until('the queue', () =>
      metric('metarun_webhook_deliveries_pending').then((n) => (n ?? 0) > 0),
    );
    receiver.answer = (response) => void response.writeHead(204).end();
    await until('a success', () => metric('metarun_webhook_attempts_total{outcome="success"}'));
    expect(await metric('metarun_webhook_attempt_duration_seconds_count')).toBeGreaterThan(1);
  });
});

describe('the log', () => {
  it('the log is text on a terminal and JSON elsewhere, unless METARUN_LOG_FORMAT says otherwise', async () => {
    const { settings, remove } = await newInstallation({ METARUN_LOG_LEVEL: 'debug' });
    try {
      const text = /^\S+  \S*DEBUG\S*  .*request/m;
      const json = /^\{"level":"debug".*"msg":"request"/m;
      for (const [terminal, format, expected] of [
        [true, 'auto', text],
        [false, 'auto', json],
        [false, 'text', text],
        [true, 'json', json],
      ] as const) {
        const options = { env: { ...settings, METARUN_LOG_FORMAT: format, NO_COLOR: '1' } };
        const command = terminal
          ? startOnTerminal(['serve'], 200, { ...options, cwd: resolve('.') })
          : startCli(['serve'], options);
        await command.says(/serves http\S+/);
        const url = /serves (http\S+)/.exec(command.output.stdout)?.[1] ?? '';
        await fetch(`${url}/health/live`);
        await command.says(expected);
        command.process.kill('SIGTERM');
        await command.ended;
      }
    } finally {
      await remove();
    }
  });
});
