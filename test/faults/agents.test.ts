import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createAgentTask } from '../support/agents.js';
import { type ChatRequest, type Said, scriptedModel, textOf } from '../support/scripted-model.js';
import { startServerProcess } from '../support/server-process.js';
import { sql } from '../support/sql.js';
import { createTask, TASKS, taskWhen } from '../support/tasks.js';

/** `npm run faults` says how many; fewer show that it works. */
const KILLS = Number(process.env['STORM_KILLS'] ?? 8);
const COUNT = Math.max(30, Math.round(KILLS * 1.5));
/** On a machine with much else to do, a kill with its restart takes seconds, ms. */
const TIMEOUT_MS = 600_000 + KILLS * 10_000;
/** As short as it can be, so that what a killed server has held goes on soon. */
const LEASE_SECONDS = '2';
/** Time that the model and the other service take, ms: so that a kill mostly comes while something is under way. */
const SLOW_MS = 150;

/** The calls that the other service got, by their body: the task with its turn, or with `code` for one that its code has made. */
const posted = new Map<string, number>();
const web = createServer((request, response) => {
  void (async () => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    posted.set(body, (posted.get(body) ?? 0) + 1);
    await delay(SLOW_MS);
    response.end('ok');
  })();
});
afterAll(() => {
  web.close();
});

/** The params stand in the first message, within JSON. */
function indexOf(request: ChatRequest): number {
  return Number(/index\D{1,8}(\d+)/.exec(textOf(request))?.[1] ?? -1);
}

/** Returns the answers of the model to a task, one for each turn. Every file that is deleted is there until then. */
function turnsOf(index: number, url: string): Said[] {
  const post = (turn: number) =>
    ['http_request', { url, method: 'POST', body: `${index}-${turn}` }] as const;
  const path = (turn: number) => `/${index}/${turn}.txt`;
  const code = `def run(params, reporter):\n    return reporter.http.request("POST", params, body="${index}-code").status\n`;
  return [
    [post(0), ['files_write', { path: path(0), content: 'x' }]],
    [
      ['files_delete', { path: path(0) }],
      ['files_write', { path: path(1), content: 'x' }],
    ],
    [['code_run', { code, language: 'python', params: url }], post(2)],
    [post(3), ['files_delete', { path: path(1) }]],
    'done',
  ];
}

interface StepOfTask {
  kind: string;
  name: string;
  status: string;
  error: { type: string } | null;
  finished_at: string;
}

describe('agents', () => {
  it(
    'kill -9 of the server repeats no recorded call of the model, and no call of a tool that may not be repeated',
    async () => {
      web.listen(0, '127.0.0.1');
      await once(web, 'listening');
      const { port } = web.address() as { port: number };
      const asked: { index: number; turn: number; at: number }[] = [];
      const model = await scriptedModel(async (request, turn) => {
        const index = indexOf(request);
        asked.push({ index, turn, at: Date.now() });
        await delay(SLOW_MS);
        return turnsOf(index, `http://127.0.0.1:${port}/`)[turn] ?? 'done';
      });
      const server = await startServerProcess({
        ...model.env,
        METARUN_NETWORK_RANGES: '127.0.0.0/8',
        METARUN_CONCURRENCY: '8',
        METARUN_LEASE_SECONDS: LEASE_SECONDS,
      });
      try {
        const agent = await createAgentTask(
          server,
          { tools: ['http.request', 'files.write', 'files.delete', 'code.run'] },
          { network: 'open' },
        );
        const ids: string[] = [];
        for (let kill = 1; kill <= KILLS; kill += 1) {
          // They are created all through the storm, so that some are running at each kill.
          while (ids.length < (COUNT * kill) / KILLS)
            ids.push(await createTask(server, agent, { index: ids.length }));
          // A server that has got no further by then is killed all the same.
          const before = asked.length;
          for (let waited = 0; waited < 3_000 && asked.length < before + 16; waited += 50)
            await delay(50);
          await delay((kill * 137) % 400);
          await server.restart('SIGKILL');
        }
        const statuses: string[] = [];
        const repeated: unknown[] = [];
        const onceOnly: StepOfTask[] = [];
        let replies = 0;
        let givenUp = 0;
        for (const [index, id] of ids.entries()) {
          let task = await taskWhen(server, id);
          // What has lost its worker four times in a row ends by that, and goes on from its records.
          if (task.error_code === 'worker_lost') {
            givenUp += 1;
            await server.call('POST', `${TASKS}/${id}/retry`);
            task = await taskWhen(server, id);
          }
          statuses.push(`${task.status} ${task.error_code}`);
          const { body } = await server.call<StepOfTask[]>(
            'GET',
            `${TASKS}/${id}/steps?limit=1000`,
          );
          const ends = body.flatMap(({ kind, finished_at: end }) =>
            kind === 'model' ? [Date.parse(end)] : [],
          );
          replies += ends.length;
          const own = asked.filter((one) => one.index === index);
          repeated.push(...own.filter(({ turn, at }) => at > (ends[turn] ?? Infinity) + 50));
          onceOnly.push(
            ...body.filter(({ name }) => name === 'files.delete' || name === 'code.run'),
          );
        }
        const calls = await sql<{ task_id: string; state: string; times: number }>(
          server,
          'SELECT task_id, state, COUNT(*) AS times FROM model_calls GROUP BY task_id, state',
        );
        const sum = (state: string): number =>
          calls.reduce((all, row) => all + (row.state === state ? Number(row.times) : 0), 0);
        const lostOfTask = calls.flatMap((row) =>
          row.state === 'lost' ? [Number(row.times)] : [],
        );
        const unknown = onceOnly.filter(({ error }) => error?.type === 'unknown_outcome').length;
        process.stdout.write(
          `${KILLS} kills, ${COUNT} tasks: ${asked.length} requests, ${sum('lost')} of them lost, ${posted.size} posts, ` +
            `${onceOnly.length} deletions and runs of code, ${unknown} of them with an unknown outcome, ${givenUp} tasks given up\n`,
        );
        expect(statuses.filter((status) => status !== 'success null')).toEqual([]);
        expect(repeated).toEqual([]);
        expect([...posted].filter(([, times]) => times > 1)).toEqual([]);
        // A second deletion finds no file.
        expect(
          onceOnly.filter(
            ({ status, error }) => status !== 'success' && error?.type !== 'unknown_outcome',
          ),
        ).toEqual([]);
        expect(onceOnly).toHaveLength(COUNT * 3);
        // Each request has a record, and ends by a reply that is recorded or as lost: once for each kill of its task at most.
        expect(replies).toBe(COUNT * 5);
        expect(sum('ok') + sum('lost')).toBe(
          calls.reduce((all, row) => all + Number(row.times), 0),
        );
        expect(asked.length).toBeLessThanOrEqual(sum('ok') + sum('lost'));
        expect(Math.max(0, ...lostOfTask)).toBeLessThanOrEqual(KILLS);
        expect(givenUp).toBeLessThanOrEqual(COUNT / 2);
      } finally {
        await server.stop();
        await model.stop();
      }
    },
    TIMEOUT_MS,
  );
});
