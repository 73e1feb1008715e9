/** Tests that on a host with little CPU time everything ends as usual, only later, and nothing is started twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAgentTask } from '../support/agents.js';
import { docx, par, run } from '../support/documents/docx.js';
import type { Entry } from '../support/files-client.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import { scriptedModel, type ScriptedModel } from '../support/scripted-model.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import {
  createMetaTask,
  createTask,
  createTasks,
  readTask,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const TASKS_OF_EACH = sized(200, 3);
const DOCUMENTS = sized(20, 1);
const CHECKS = sized(20, 1);
const BUSY_SESSIONS = 10;
/** Share of one processor that a control group gets. */
const SHARE = sized(0.2, 0.5);
const PERIOD_US = 100_000;
/** Folders and limit files of control groups for CPU time, in version 1 and version 2. */
const GROUPS = [
  ['/sys/fs/cgroup/cpu', 'cpu.cfs_quota_us', String(SHARE * PERIOD_US)],
  ['/sys/fs/cgroup', 'cpu.max', `${SHARE * PERIOD_US} ${PERIOD_US}`],
] as const;
const TIMEOUT_MS = sized(3_600_000, 600_000);
const WAITS = 'def run(params, reporter):\n    reporter.wait_for_event("go")\n';
const NEVER_ENDS = `export async function run() {
  for (;;) await new Promise((resolve) => setTimeout(resolve, 50));
}
`;
const SILENT = 'The model does not answer.';
/** Meta-tasks whose tasks reach a status and stay in it. */
const STAYS: [string, 'waiting' | 'running', (server: ServerProcess) => Promise<string>][] = [
  ['a task of Python', 'waiting', (server) => createMetaTask(server, 'python', WAITS)],
  [
    'a task of Python',
    'running',
    (server) =>
      createMetaTask(
        server,
        'python',
        'import time\ndef run(params, reporter):\n    while True:\n        time.sleep(0.05)\n',
      ),
  ],
  ['a task in an isolate', 'running', (server) => createMetaTask(server, 'typescript', NEVER_ENDS)],
  [
    'a task of Node',
    'running',
    (server) => createMetaTask(server, 'typescript', NEVER_ENDS, { runtime: 'node' }),
  ],
  ['a task of an agent', 'running', (server) => createAgentTask(server, { goal: SILENT })],
];

/** Makes a host slow. `join` adds a server as it starts; `end` removes the load. */
interface SlowHost {
  join: (pid: number) => void;
  end: () => void;
}

/** Creates a control group with a small share of a processor; null if this process may not create groups. */
function narrowGroup(): SlowHost | null {
  for (const [parent, file, limit] of GROUPS) {
    const path = `${parent}/metarun-slow-host-${process.pid}`;
    try {
      if (!existsSync(parent)) continue;
      mkdirSync(path);
      writeFileSync(`${path}/${file}`, limit);
      return {
        join: (pid) => writeFileSync(`${path}/cgroup.procs`, String(pid)),
        end: () => rmdirSync(path),
      };
    } catch {
      if (existsSync(path)) rmdirSync(path);
    }
  }
  return null;
}

/** Starts programs that always use a processor, each in its own session, as if ten users were logged in. */
function busySessions(): SlowHost {
  const programs: ChildProcess[] = Array.from({ length: BUSY_SESSIONS }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' }),
  );
  return { join: () => undefined, end: () => programs.forEach((one) => one.kill('SIGKILL')) };
}

const narrow = narrowGroup();
narrow?.end();
/** The gate runs only the cheaper host. */
const HOSTS: [string, () => SlowHost | null][] = [
  ['in a control group with little of a processor', narrowGroup],
  ['beside ten busy sessions', busySessions],
];
const tried = narrow === null ? HOSTS.slice(1) : sized(HOSTS, HOSTS.slice(0, 1));

describe.each(tried)('a server %s', (_, slow) => {
  let host: SlowHost | null = null;
  let model: ScriptedModel;
  let server: ServerProcess;
  beforeAll(async () => {
    host = slow();
    model = await scriptedModel(({ messages }) =>
      JSON.stringify(messages).includes(SILENT) ? new Promise(() => undefined) : 'done',
    );
    server = await startServerProcess(model.env, undefined, undefined, (pid) => host?.join(pid));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server.stop();
    await model.stop();
    host?.end();
  }, TIMEOUT_MS);

  it(
    'tasks of each runtime succeed at their first attempt, and no start is given up',
    async () => {
      const types = [
        await createMetaTask(server, 'python', NO_OP.python),
        await createMetaTask(server, 'typescript', NO_OP.typescript),
        await createMetaTask(server, 'typescript', NO_OP.typescript, { runtime: 'node' }),
        await createAgentTask(server, {}),
      ];
      const ids = await createTasks(server, types, types.length * TASKS_OF_EACH);
      for (const id of ids)
        expect(await taskWhen(server, id, undefined, TIMEOUT_MS)).toMatchObject({
          status: 'success',
          attempt: 1,
        });
      expect(server.output.stdout + server.output.stderr).not.toMatch(
        /failed to start|given up|lost its worker|lease of this server/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'documents are converted, and scripts checked',
    async () => {
      const base = await KnowledgeBase.create(server, 'slow');
      const names = Array.from({ length: DOCUMENTS }, (__, index) => `${index}.docx`);
      const bytes = docx(par(run('Slow but sure')));
      expect(
        (
          await base.add(
            names.map((name) => ({ name, bytes })),
            '/',
          )
        ).status,
      ).toBe(201);
      for (const name of names) {
        const { conversion } = await base.settled(`/${name}.md`);
        expect(conversion).toMatchObject({ status: 'converted', error: null });
        const entry = (await (await base.read(`/${name}.md`)).json()) as Entry;
        expect(entry.content).toBe('Slow but sure\n');
      }
      for (let index = 0; index < CHECKS; index += 1)
        for (const [language, script] of Object.entries(NO_OP)) {
          const body = { name: 'Not made', script: `${script}\n`, script_language: language };
          const path = '/projects/default/task-types/check';
          const { body: found } = await server.call<{ ok: boolean }>('POST', path, { body });
          expect(found).toMatchObject({ ok: true, diagnostics: [] });
        }
    },
    TIMEOUT_MS,
  );

  it.each(STAYS)(
    '%s that is %s is cancelled',
    async (__, status, create) => {
      const id = await createTask(server, await create(server));
      await taskWhen(server, id, (task) => task.status === status, TIMEOUT_MS);
      await server.call('POST', `${TASKS}/${id}/cancel`);
      expect(await taskWhen(server, id, undefined, TIMEOUT_MS)).toMatchObject({
        status: 'cancelled',
      });
    },
    TIMEOUT_MS,
  );

  it(
    'the server stops, and goes on with what it has when it starts again',
    async () => {
      const type = await createMetaTask(server, 'python', WAITS);
      const id = await createTask(server, type);
      await taskWhen(server, id, ({ status }) => status === 'waiting', TIMEOUT_MS);
      await server.restart('SIGTERM');
      await server.call('POST', `${TASKS}/${id}/events/go`, { body: {} });
      await until('the end of the task', async () => {
        const { body } = await readTask(server, id);
        return body.status === 'success' && body.attempt === 1;
      });
    },
    TIMEOUT_MS,
  );
});
