import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createAgentTask } from '../support/agents.js';
import { type ChatRequest, scriptedModel, textOf } from '../support/scripted-model.js';
import { startServer } from '../support/server.js';
import { createTasks, TASKS, taskWhen } from '../support/tasks.js';

/** `npm run faults` says how many; fewer show that it works. */
const KILLS = Number(process.env['STORM_KILLS'] ?? 8);
const COUNT = Math.max(30, Math.round(KILLS * 1.5));
/** On a machine with much else to do, a kill with its restart takes seconds, ms. */
const TIMEOUT_MS = 600_000 + KILLS * 10_000;
/** Turns in which an agent calls tools, before it ends. */
const TURNS = 4;
/** Time that the model and the other service take, ms: so that a kill mostly comes while something is under way. */
const SLOW_MS = 150;

/** The calls that the other service got, by task and turn. */
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

describe('agents', () => {
  it(
    'kill -9 of the server repeats no recorded call of the model, and no call of a tool that may not be repeated',
    async () => {
      web.listen(0, '127.0.0.1');
      await once(web, 'listening');
      const { port } = web.address() as { port: number };
      const asked: { index: number; turn: number; at: number }[] = [];
      const unknown = new Set<string>();
      const model = await scriptedModel(async (request, turn) => {
        const index = indexOf(request);
        asked.push({ index, turn, at: Date.now() });
        if (textOf(request).includes('unknown_outcome')) unknown.add(`${index}`);
        await delay(SLOW_MS);
        if (turn === TURNS) return 'done';
        const post = { url: `http://127.0.0.1:${port}/`, method: 'POST', body: `${index}-${turn}` };
        return [
          ['http_request', post],
          ['files_write', { path: `/${index}/${turn}.txt`, content: 'x' }],
        ];
      });
      const server = await startServer({
        ...model.env,
        METARUN_NETWORK_RANGES: '127.0.0.0/8',
        METARUN_CONCURRENCY: '8',
        METARUN_LEASE_SECONDS: '2',
      });
      try {
        const agent = await createAgentTask(
          server,
          { tools: ['http.request', 'files.write'] },
          { network: 'open' },
        );
        const ids = await createTasks(server, [agent], COUNT);
        for (let kill = 0; kill < KILLS; kill += 1) {
          await delay(400 + ((kill * 137) % 700));
          await server.restart('SIGKILL');
        }
        const ended = new Map<number, Map<number, number>>();
        const statuses: string[] = [];
        for (const id of ids) {
          const task = await taskWhen(server, id);
          statuses.push(`${task.status} ${task.error_code}`);
          const { body } = await server.call<{ kind: string; finished_at: string }[]>(
            'GET',
            `${TASKS}/${id}/steps?limit=1000`,
          );
          const models = body.filter(({ kind }) => kind === 'model');
          const index = (task.params as { index: number }).index;
          ended.set(index, new Map(models.map((one, turn) => [turn, Date.parse(one.finished_at)])));
        }
        const repeated = asked.filter(({ index, turn, at }) => {
          const end = ended.get(index)?.get(turn);
          return end !== undefined && at > end + 50;
        });
        expect(repeated).toEqual([]);
        expect([...posted].filter(([, times]) => times > 1)).toEqual([]);
        expect(statuses.filter((status) => !status.startsWith('success'))).toEqual([]);
        // Requests to the model that were cut off: of each kill, at most those that were under way.
        expect(asked.length - COUNT * (TURNS + 1)).toBeLessThanOrEqual(KILLS * 8);
        process.stdout.write(
          `${KILLS} kills, ${COUNT} tasks: ${asked.length} requests, ${posted.size} posts, ${unknown.size} tasks with an unknown outcome\n`,
        );
      } finally {
        await server.stop();
        await model.stop();
      }
    },
    TIMEOUT_MS,
  );
});
