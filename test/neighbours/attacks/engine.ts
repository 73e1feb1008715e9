import { type Attack, prepared, python, typescript } from '../support/attack.js';

const SLEEPS = {
  language: 'typescript',
  body: 'await new Promise((done) => setTimeout(done, 300_000));',
} as const;
const NOTHING = { language: 'typescript', script: 'export const run = () => null;\n' } as const;

/** Attacks with thousands of tasks and operations on them. */
export const engine: Attack[] = [
  prepared(
    'hung tasks by the thousand',
    async (attacker) => {
      const metaTask = { timeout_seconds: 300 };
      const one = await attacker.define({ ...SLEEPS, metaTask });
      const body = { tasks: Array.from({ length: 1000 }, () => ({ task_type_identifier: one })) };
      for (let n = 0; n < 5; n += 1)
        await attacker.ask('POST', `${attacker.external}/tasks/batch`, { body });
      return body;
    },
    (attacker) => attacker.ask('GET', `${attacker.external}/tasks?status=running`),
  ),
  prepared(
    'batches of tasks without end',
    async (attacker) => {
      const one = await attacker.define(NOTHING);
      return { tasks: Array.from({ length: 1000 }, () => ({ task_type_identifier: one })) };
    },
    (attacker, body) => attacker.ask('POST', `${attacker.external}/tasks/batch`, { body }),
    2,
  ),
  prepared(
    'children of children',
    (attacker) =>
      attacker.define({
        language: 'typescript',
        script: `export default async function run(params: { depth: number }, reporter) {
  if (params.depth < 4) await reporter.runTasks(Array.from({ length: 50 }, () => [reporter.task.task_type ?? reporter.task.metaTask, { depth: params.depth + 1 }]));
}
`,
      }),
    (attacker, identifier) => attacker.run(identifier ?? '', { depth: 0 }),
    4,
  ),
  prepared(
    'one idempotency key a thousand times',
    async (attacker) => ({
      task_type_identifier: await attacker.define(NOTHING),
      params: { a: 'x'.repeat(100_000) },
    }),
    (attacker, body) =>
      attacker.ask('POST', `${attacker.external}/tasks`, {
        body,
        headers: { 'idempotency-key': `key-${attacker.next() % 3}` },
      }),
    32,
  ),
  prepared(
    'cancels and retries of one task',
    async (attacker) => (await attacker.start((await attacker.define(SLEEPS)) ?? '')) ?? '',
    async (attacker, id) => {
      await attacker.ask('POST', `${attacker.external}/tasks/${id}/cancel`);
      await attacker.ask('POST', `${attacker.external}/tasks/${id}/retry`);
    },
    8,
  ),
  prepared(
    'waits that are given up',
    async (attacker) => (await attacker.start((await attacker.define(SLEEPS)) ?? '')) ?? '',
    (attacker, id) => attacker.ask('POST', `${attacker.external}/tasks/${id}/wait?timeout=1`),
    200,
  ),
  prepared(
    'schedules by the hundred',
    async (attacker) => (await attacker.define(NOTHING)) ?? '',
    (attacker, task_type_identifier) =>
      attacker.ask('POST', `${attacker.project}/schedules`, {
        body: {
          name: `s${attacker.next()}`,
          task_type_identifier,
          every_seconds: 10,
          overlap: 'allow',
          missed: 'all',
        },
      }),
    8,
  ),
  python(
    'approvals that are never decided',
    'n = 0\nwhile True:\n    n += 1\n    reporter.ask_approval("x" * 1000, proposal={"a": "y" * 10_000})',
    {},
    { atOnce: 32 },
  ),
  typescript('errors that are tried again at once', 'throw new Error("x".repeat(1e5));', {
    max_attempts: 10,
    retry_delay_seconds: 0,
  }),
];
