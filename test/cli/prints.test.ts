import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runCli } from '../support/cli.js';
import { type LocalServer, sendJson, serve } from '../support/local-server.js';

const ID = '0190f3a0-0000-7000-8000-000000000001';
const AT = '2026-03-01T12:00:00.000Z';
const TASK = {
  id: ID,
  name: 'nightly',
  task_type: 'report',
  task_type_version: 3,
  status: 'pending',
  created_at: AT,
  run_at: AT,
  started_at: null,
  finished_at: null,
  attempt: 1,
  max_attempts: 1,
  progress: 0,
  params: {},
  result: null,
  error_code: null,
  waiting_on: [],
  pending: null,
  eta_seconds: null,
  created_by: null,
  cancelled_by: null,
  retried_by: null,
  rerun_of: null,
  parent_id: null,
  current_phase: null,
  cpu_ms: null,
  peak_memory_bytes: null,
  usage: { model_calls: 1, input_tokens: 2, output_tokens: 3, cost_usd: 0.5 },
};
const FAILED = {
  ...TASK,
  status: 'failed',
  error_code: 'script_error',
  error_message: 'No rows.',
  error_stack: 'File "workflow.py", line 7, in run',
};
const FILE = { name: 'a.md', path: '/d/a.md', type: 'file', size: 1_500, updated_at: AT };
const file = (conversion: object): object => ({ ...FILE, conversion });

let server: LocalServer;
let answers: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', server.url);
    const of = Object.keys(answers).find((end) => pathname.endsWith(end));
    // The list has another page.
    if (pathname.endsWith('/deleted')) response.setHeader('Link', '<?cursor=c>; rel="next"');
    if (pathname.endsWith('/cancel'))
      sendJson(response, 404, { code: 'not_found', detail: 'There is no such task.' });
    else if (of === undefined) sendJson(response, 200, []);
    else sendJson(response, 200, answers[of] as object);
  });
});
afterAll(() => server.close());

const tree = (...tasks: object[]): Record<string, unknown> => ({
  '/tree': { tasks, truncated: false },
});
const segment = (state: string, from: number, to: number): object => ({
  state,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Tests each command with the server's answers by the end of the request's path, and the expected output. */
it.each<[command: string, answers: Record<string, unknown>, said: RegExp]>([
  [
    'tasks show',
    {
      ...tree(),
      [ID]: { ...TASK, pending: { reason: 'concurrency_limit', limit: 2, key: 'eu', ahead: 3 } },
    },
    /^held by +a limit of 2 at once for eu, 3 ahead of it$/m,
  ],
  [
    'tasks show',
    {
      ...tree(),
      [ID]: {
        ...TASK,
        status: 'waiting',
        waiting_on: [{ kind: 'event', name: 'go', until: null }],
      },
    },
    /^waits for +event "go"$/m,
  ],
  [
    'tasks show',
    { ...tree(), [ID]: FAILED },
    /^error {2}script_error\n {2}No rows\.\n {2}File "workflow.py"/m,
  ],
  [
    'tasks tree',
    tree({ ...TASK, depth: 0, error_message: null }, { ...TASK, depth: 1, error_message: 'No.' }),
    /^· pending {2}nightly \(report\) 00000001\n {2}· pending {2}nightly \(report\) 00000001: No\.$/m,
  ],
  [
    'tasks wait',
    { '/wait': FAILED },
    /failed: script_error\n {2}No rows\.\n {2}File "workflow.py", line 7/,
  ],
  [
    'tasks attempts',
    {
      '/attempts': [
        {
          attempt: 1,
          outcome: 'failed',
          started_at: AT,
          segments: [
            segment('queued', 0, 5),
            segment('running', 5, 2_005),
            segment('running', 3_000, 4_000),
          ],
          error_code: 'script_error',
          error_message: 'No.',
          retried_by: { name: 'Ada' },
        },
      ],
    },
    /^1 +failed +2026-03-01 12:00:00 +5ms +3s +script_error: No\. +Ada$/m,
  ],
  [
    'files ls /',
    { '/files': [file({ status: 'failed', error: 'Broken.' })] },
    /^1\.5 kB .* a\.md {2}\(not converted: Broken\.\)$/m,
  ],
  [
    'files ls /',
    { '/files': [file({ status: 'converting' })] },
    /a\.md {2}\(is being converted\)$/m,
  ],
  [
    'files deleted',
    { '/deleted': [{ ...FILE, version: 2, ended_at: AT, ended_by: 'deleted' }] },
    /^2 +1\.5 kB .* \(deleted\) +\/d\/a\.md\nThere are more: --limit$/m,
  ],
  ['files deleted --json', { '/deleted': [FILE] }, /"more": true/],
  ['tasks cancel', {}, /^00000001 {2}There is no such task\.\nexit 1$/m],
  ['tasks cancel --json', {}, /"tasks": \[\][^]*"code": "not_found"[^]*\nexit 1$/],
  ['open', { '/login-codes': { url: null } }, /This server has no dashboard\./],
])('metarun %s prints what the server has said: %#', async (command, given, said) => {
  answers = given;
  const env = { METARUN_URL: server.url, METARUN_TOKEN: 'mrt_x', XDG_CONFIG_HOME: '/nowhere' };
  const args = command.startsWith('tasks') ? [...command.split(' '), ID] : command.split(' ');
  const { code, stdout, stderr } = await runCli(args, { env });
  expect(`${stdout}${stderr}exit ${code}`).toMatch(said);
});
