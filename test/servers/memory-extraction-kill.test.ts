/** Tests a kill of the server while a model distils memories from finished tasks. */
import { beforeAll, expect, it } from '@jest/globals';
import { candidate, jobsDone, proposes } from '../support/extraction.js';
import { withBody } from '../support/inline-script.js';
import { type ScriptedModel, serialiseMessages } from '../support/scripted-model.js';
import { scriptedAgentsOn } from '../support/scripted-agents.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { loadNumber, sql } from '../support/sql.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const MEMORIES = '/external/v1/projects/default/memories';

const agents = scriptedAgentsOn(({ env }) => startServerProcess(env));
let model: ScriptedModel;
let server: ServerProcess;

beforeAll(async () => {
  ({ server, model } = await agents.start());
});

const exported = async (): Promise<{ text: string }[]> => {
  const response = await fetch(`${server.url}${MEMORIES}/export`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { text: string });
};

it('a server killed during extraction finishes each job and keeps no memory twice', async () => {
  const before = (await exported()).length;
  let hold: Promise<void> = Promise.resolve();
  agents.say = async (request) => {
    await hold;
    const n = /island (\d+)/.exec(serialiseMessages(request))?.[1] ?? '';
    return proposes(candidate(`The island called I${n} has goats`, `island ${n} has goats`));
  };
  const script = withBody('typescript', 'return "done";');
  const identifier = await createMetaTask(server, 'typescript', script, { extract_memory: true });
  let release = (): void => undefined;
  for (let n = 0; n < 3; n += 1) {
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const asked = model.requests.length;
    const note = `The island ${n} has goats.`;
    await taskWhen(server, await createTask(server, identifier, { note }));
    await until('a request', () => model.requests.length > asked, 60_000);
    await server.restart();
    release();
    // After a kill between an answer and its storage, the model would be called again.
    await jobsDone(server);
  }
  expect(
    (await exported())
      .slice(before)
      .map(({ text }) => text)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([0, 1, 2].map((n) => `The island called I${n} has goats`));
  const jobs = await loadNumber(
    server,
    `SELECT COUNT(*) FROM memory_jobs j JOIN tasks t ON t.id = j.task_id WHERE t.task_type = '${identifier}'`,
  );
  expect(jobs).toBe(3);
  const states = await sql<{ state: string; count: number }>(
    server,
    `SELECT c.state, COUNT(*) AS count FROM model_calls c JOIN tasks t ON t.id = c.task_id
     WHERE t.task_type = '${identifier}' GROUP BY c.state ORDER BY c.state`,
  );
  // Calls of killed servers are lost, and none counts as running.
  expect(states.map(({ state }) => state)).toEqual(['lost', 'ok']);
  expect(Number(states.find(({ state }) => state === 'ok')?.count)).toBe(3);
});
