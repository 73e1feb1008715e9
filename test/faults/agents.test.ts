import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { loadRows } from '../support/http.js';
import { type LocalServer, serve } from '../support/local-server.js';
import { createAgentTask } from '../support/agents.js';
import { APPROVALS, type ApprovalRow, decide } from '../support/approvals.js';
import {
  type ChatRequest,
  type Said,
  scriptedModel,
  serialiseMessages,
} from '../support/scripted-model.js';
import type { TestServer } from '../support/server.js';
import { startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { sql } from '../support/sql.js';
import {
  createTask,
  type TaskDetail,
  TASKS,
  type TaskSummary,
  taskWhen,
} from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

/** Number of kills; `STORM_KILLS` sets more for a storm. */
const KILLS = Number(process.env['STORM_KILLS'] ?? sized(8, 4));
const COUNT = Math.max(sized(30, 14), Math.round(KILLS * 1.5));
/** Time limit in ms. On a busy machine, a kill takes 20 s including its restart and the work before the next. */
const TIMEOUT_MS = 600_000 + KILLS * 30_000;
/** As short as possible, so that tasks of a killed server continue soon. */
const LEASE_SECONDS = '2';
/** Delay of each answer from the model and the other service, in ms, so that most kills interrupt a request. */
const SLOW_MS = 150;
/** Number of unfinished tasks at a kill, as long as tasks remain. */
const OPEN = 8;
/** Requests to the model between two kills, plus a few more at each kill. By then most tasks have got an answer. */
const REQUESTS = 11;
/** Maximum wait for these requests before the server is killed anyway, in ms. */
const PATIENCE_MS = 60_000;
/**
 * Maximum number of tasks that lose their worker four times in a row, each time before a first record. It is one in
 * twenty, and more for small counts on slow machines; 3 of 300 did at a load average of 25.
 */
const GIVEN_UP = Math.max(8, COUNT / 20);

/**
 * Number of calls that the other service received, by body: the task with its turn, or with `code` if its code made the
 * call.
 */
const posted = new Map<string, number>();
let web: LocalServer | undefined;
afterAll(() => web?.close());

/** Returns the index of a task from the params in the first message, which are JSON. */
function parseIndex(request: ChatRequest): number {
  return Number(/index\D{1,8}(\d+)/.exec(serialiseMessages(request))?.[1] ?? -1);
}

/** Returns the answers of the model to a task, one for each turn. Each file exists until its deletion. */
function buildTurns(index: number, url: string): Said[] {
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
    [['files_write', { path: path(2), content: 'x' }]],
    [post(5)],
    'done',
  ];
}

const TURNS = buildTurns(0, '').length;

/** Results of the actions that people take on the tasks. */
interface Attended {
  /** Texts of refused requests. */
  refusals: string[];
  /** Number of tasks that lost their worker four times in a row and were retried. */
  givenUp: number;
}

/** Approves all pending approvals and retries all lost tasks until `stop` is aborted. */
async function attend(server: TestServer, stop: AbortSignal): Promise<Attended> {
  const attended: Attended = { refusals: [], givenUp: 0 };
  while (!stop.aborted) {
    try {
      const path = `${APPROVALS}?status=pending&limit=200`;
      const { body } = await server.call<ApprovalRow[]>('GET', path);
      for (const { id, proposal } of Array.isArray(body) ? body : []) {
        const answer = await decide(server, id, { decision: 'approve', payload: proposal });
        if (answer.status !== 200) attended.refusals.push(answer.text);
      }
      const failed = await server.call<TaskSummary[]>('GET', `${TASKS}?status=failed&limit=200`);
      for (const { id, error_message: why } of Array.isArray(failed.body) ? failed.body : []) {
        if (why?.startsWith('The task lost its worker') !== true) continue;
        const { status } = await server.call('POST', `${TASKS}/${id}/retry`);
        if (status < 300) attended.givenUp += 1;
      }
    } catch {
      // The server is being killed.
    }
    await delay(100);
  }
  return attended;
}

/** Returns whether a task has ended and will not be retried. */
const isOver = ({ status, error_code: code }: TaskDetail): boolean =>
  ['success', 'failed', 'cancelled'].includes(status) && code !== 'worker_lost';

type StepOfTask = Wire['TaskStepDto'] & { finished_at: string };

describe('agents', () => {
  it(
    'a kill -9 of the server repeats no recorded model call and no tool call that must not be repeated',
    async () => {
      web = await serve(async (request, response) => {
        const body = await text(request);
        posted.set(body, (posted.get(body) ?? 0) + 1);
        await delay(SLOW_MS);
        response.end('ok');
      });
      const { port } = web;
      const asked: { index: number; turn: number; at: number }[] = [];
      const atLast = new Set<number>();
      let onRequest = (): void => undefined;
      const model = await scriptedModel(async (request, turn) => {
        const index = parseIndex(request);
        asked.push({ index, turn, at: Date.now() });
        if (turn === TURNS - 1) atLast.add(index);
        onRequest();
        await delay(SLOW_MS);
        return buildTurns(index, `http://127.0.0.1:${port}/`)[turn] ?? 'done';
      });
      /**
       * Resolves when `count` further requests have arrived, the last still unanswered, or when every task has made its
       * last.
       */
      const requests = (count: number): Promise<void> => {
        const enough = asked.length + count;
        if (atLast.size === COUNT) return Promise.resolve();
        return new Promise((resolve) => {
          const timer = setTimeout(resolve, PATIENCE_MS);
          onRequest = () => {
            if (asked.length < enough && atLast.size < COUNT) return;
            clearTimeout(timer);
            resolve();
          };
        });
      };
      const server = await startServerProcess({
        ...model.env,
        METARUN_NETWORK_RANGES: '127.0.0.0/8',
        METARUN_CONCURRENCY: '8',
        METARUN_LEASE_SECONDS: LEASE_SECONDS,
      });
      const done = new AbortController();
      try {
        const agent = await createAgentTask(
          server,
          {
            tools: ['http.request', 'files.write', 'files.delete', 'code.run'],
            approve: ['code.run'],
          },
          { network: 'open' },
        );
        const attending = attend(server, done.signal);
        const ids: string[] = [];
        for (let kill = 1; kill <= KILLS; kill += 1) {
          while (ids.length < COUNT && ids.length - atLast.size < OPEN)
            ids.push(await createTask(server, agent, { index: ids.length }));
          await requests(REQUESTS + (kill % 5));
          // Every second kill interrupts a task while it handles an answer.
          if (kill % 2 === 0) await delay((kill * 137) % (2 * SLOW_MS));
          await server.restart('SIGKILL');
        }
        while (ids.length < COUNT) ids.push(await createTask(server, agent, { index: ids.length }));
        const statuses: string[] = [];
        const repeated: unknown[] = [];
        const onceOnly: StepOfTask[] = [];
        let replies = 0;
        for (const [index, id] of ids.entries()) {
          const task = await taskWhen(server, id, isOver, TIMEOUT_MS);
          statuses.push(`${task.status} ${task.error_code}`);
          const steps = await loadRows<StepOfTask>(server, `${TASKS}/${id}/steps?limit=1000`);
          const ends = steps.flatMap(({ kind, finished_at: end }) =>
            kind === 'model' ? [Date.parse(end)] : [],
          );
          replies += ends.length;
          const own = asked.filter((one) => one.index === index);
          repeated.push(...own.filter(({ turn, at }) => at > (ends[turn] ?? Infinity) + 50));
          onceOnly.push(
            ...steps.filter(({ name }) => name === 'files.delete' || name === 'code.run'),
          );
        }
        done.abort();
        const { refusals, givenUp } = await attending;
        expect(refusals).toEqual([]);
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
        // A repeated deletion finds no file.
        expect(
          onceOnly.filter(
            ({ status, error }) => status !== 'success' && error?.type !== 'unknown_outcome',
          ),
        ).toEqual([]);
        expect(onceOnly).toHaveLength(COUNT * 3);
        // Each request has a record and ends with a recorded reply or as lost, which happens at most once per kill of
        // its task.
        expect(replies).toBe(COUNT * TURNS);
        expect(sum('ok') + sum('lost')).toBe(
          calls.reduce((all, row) => all + Number(row.times), 0),
        );
        expect(asked.length).toBeLessThanOrEqual(sum('ok') + sum('lost'));
        expect(Math.max(0, ...lostOfTask)).toBeLessThanOrEqual(KILLS);
        // Most kills interrupted a request.
        expect(sum('lost')).toBeGreaterThanOrEqual(KILLS / 2);
        expect(givenUp).toBeLessThanOrEqual(GIVEN_UP);
      } finally {
        done.abort();
        await server.stop();
        await model.stop();
      }
    },
    TIMEOUT_MS,
  );
});
