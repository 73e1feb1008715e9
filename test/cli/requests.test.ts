/** Tests that the options of commands reach their requests. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runCli } from '../support/cli.js';
import { newFolder, removeFolders } from '../support/folders.js';
import { type LocalServer, sendJson, serve } from '../support/local-server.js';

const ID = '0190f3a0-0000-7000-8000-000000000001';
/** Object of any kind, returned for the first lookup of a command. */
const THING = {
  id: ID,
  user_id: ID,
  name: 'it',
  url: 'http://it',
  version: 3,
  status: 'pending',
  form: null,
  hash: 'h',
  task_type: 'asks',
  task_type_identifier: 'asks',
  params_schema: null,
  usage: {},
  ended_at: null,
};
/** Id of an approval of an agent's call, whose form has a default for every field. */
const ASKING = '0190f3a0-0000-7000-8000-000000000002';
const FORM = {
  type: 'object',
  properties: { n: { type: 'integer', default: 1 }, t: { type: 'string', default: 'x' } },
  required: ['n', 't'],
};

let server: LocalServer;
let folder: string;
let wanted: string;
let sent: string[];

beforeAll(async () => {
  folder = newFolder({ 'b.json': [] });
  server = await serve(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const path = url.replace('/external/v1', '').replace('/projects/default/', '…/');
    const body = await text(request);
    const by = headers['idempotency-key'] === 'k' ? ' by k' : '';
    const asked = decodeURIComponent(`${method} ${path}${by}${body && ` ${body}`}`);
    sent.push(asked.replaceAll(ID, 'ID').replaceAll(ASKING, 'ASKING'));
    const isOne = path.endsWith(ID) || path.endsWith('asks');
    if (sent.at(-1) === wanted) sendJson(response, 418, { code: 'recorded', detail: 'Recorded.' });
    else if (path.endsWith(ASKING))
      sendJson(response, 200, { ...THING, id: ASKING, form: FORM, proposal: { n: 1, t: 'x' } });
    else if (path.endsWith('/preview')) sendJson(response, 200, { total: 2, more: false });
    else sendJson(response, 200, isOne ? THING : [THING]);
  });
});
afterAll(async () => {
  await server.close();
  removeFolders();
});

/** Tests each command, whose words may be in single quotes, with the request it makes. */
it.each([
  ['tasks list --order finished --all', 'GET …/tasks?order=finished&limit=21'],
  [
    'tasks list --type-version 3 --created-by user:u --since 2026-03-01T12:00Z --until 2026-03-02T12:00Z',
    'GET …/tasks?version=3&created_after=2026-03-01T12:00:00.000Z&created_before=2026-03-02T12:00:00.000Z&created_by=user:u&roots=true&limit=21',
  ],
  [
    'tasks list --status failed,success --type a,b --error timeout --name n --query q',
    'GET …/tasks?status=failed,success&task_type=a,b&error_code=timeout&name_prefix=n&q=q&roots=true&limit=21',
  ],
  [
    'tasks list --rerun-of ID --parent ID --overdue --drafts',
    'GET …/tasks?overdue=true&draft=true&parent_id=ID&rerun_of=ID&limit=21',
  ],
  [
    'tasks create asks --name n --priority 3 --run-at 2030-01-01T00:00Z --param a=1',
    'POST …/tasks {"task_type_identifier":"asks","params":{"a":1},"name":"n","priority":3,"run_at":"2030-01-01T00:00:00.000Z"}',
  ],
  [
    'tasks create asks --idempotency-key k',
    'POST …/tasks by k {"task_type_identifier":"asks","params":{}}',
  ],
  [
    'tasks rerun ID --task-version 2 --name n --run-at 2030-01-01T00:00Z --from-step it',
    'POST …/tasks/ID/rerun {"version":2,"from_step":"ID","name":"n","run_at":"2030-01-01T00:00:00.000Z"}',
  ],
  ['tasks retry ID --extend max_tokens=5', 'POST …/tasks/ID/retry {"extend":{"max_tokens":5}}'],
  [
    'tasks logs ID --level warning --search x --attempt 2',
    'GET …/tasks/ID/logs?level=warning&q=x&attempt=2&limit=1000',
  ],
  [
    'tasks logs ID --tail 5 --level warning --search x --attempt 2',
    'GET …/tasks/ID/logs?level=warning&q=x&attempt=2&before=0&limit=1000',
  ],
  // The first request of the command does not wait.
  ['tasks wait ID --timeout 5', 'POST …/tasks/ID/wait?timeout=0'],
  ['tasks send ID go --payload 5', 'POST …/tasks/ID/events/go {"payload":5}'],
  ['tasks batch b.json --idempotency-key k', 'POST …/tasks/batch by k {"tasks":[]}'],
  ['tasks delete-drafts --all --yes', 'DELETE …/drafts?all=true'],
  [
    'bulk cancel --query q --all --yes',
    'POST …/tasks/bulk {"action":"cancel","filter":{"q":"q"},"expected":2}',
  ],
  [
    'bulk rerun --ids ID --task-version current --yes',
    'POST …/tasks/bulk {"action":"rerun","ids":["ID"],"version":"current"}',
  ],
  ['files ls / --glob *.md', 'GET …/files?path=/&limit=1000&glob=*.md'],
  ['files cat /a --original', 'GET …/files/raw?path=/a&original=true'],
  ['files get /a --original', 'GET …/files/raw?path=/a&original=true'],
  ['files rm /a --yes', 'DELETE …/files?path=/a'],
  ['files search two words --path /d --limit 7', 'GET …/files/search?path=/d&q=two words&limit=7'],
  ['files search-settings', 'GET …/search-settings'],
  ['files search-settings --by-meaning', 'PATCH …/search-settings {"by_meaning":true}'],
  ['files search-settings --no-by-meaning', 'PATCH …/search-settings {"by_meaning":false}'],
  ['files versions /a --limit 7', 'GET …/files/versions?path=/a&limit=7'],
  ['files deleted --path /d --limit 7', 'GET …/files/deleted?path=/d&limit=7'],
  ['files restore /a --version 3 --to /b', 'POST …/files/versions/ID/restore {"to":"/b"}'],
  [
    'files reconvert /a --charset windows-1251',
    'POST …/files/reconvert {"path":"/a","charset":"windows-1251"}',
  ],
  [
    'approvals list --status approved --task ID --limit 7',
    'GET …/approvals?limit=7&status=approved&task_id=ID',
  ],
  ['approvals list --status all', 'GET …/approvals?limit=50'],
  [
    'approvals approve ID --comment why',
    'POST …/approvals/ID {"decision":"approve","payload":null,"hash":"h","comment":"why"}',
  ],
  [
    'approvals approve ASKING',
    'POST …/approvals/ASKING {"decision":"approve","payload":{"n":1,"t":"x"},"hash":"h"}',
  ],
  [
    'approvals approve ASKING --field n=2',
    'POST …/approvals/ASKING {"decision":"approve","payload":{"n":2,"t":"x"},"hash":"h"}',
  ],
  [
    'approvals approve ASKING --payload {"n":3}',
    'POST …/approvals/ASKING {"decision":"approve","payload":{"n":3},"hash":"h"}',
  ],
  [
    'approvals reject ID --comment why',
    'POST …/approvals/ID {"decision":"reject","hash":"h","comment":"why"}',
  ],
  [
    'stats --since 2026-03-01T12:00Z --until 2026-03-02T12:00Z --by day --type asks',
    'GET …/stats?by=day&since=2026-03-01T12:00:00.000Z&until=2026-03-02T12:00:00.000Z&task_type=asks',
  ],
  [
    'meta-tasks list --archived --query q',
    'GET …/task-types/?limit=200&archived=true&fields=summary&with=activity&q=q',
  ],
  ['meta-tasks show asks --version 2', 'GET …/task-types/asks/versions/2'],
  ['agents list --archived', 'GET …/agents?limit=200&archived=true&fields=summary'],
  ['agents show a --version 2', 'GET …/agents/a/versions/2'],
  [
    'schedules upcoming --until 2030-01-01T00:00Z',
    'GET …/schedules/upcoming?until=2030-01-01T00:00:00.000Z',
  ],
  [
    'schedules create asks --name n --at 2030-01-01T00:00Z --time-zone UTC --task-name t --missed all --overlap skip --paused',
    'POST …/schedules {"at":"2030-01-01T00:00:00.000Z","time_zone":"UTC","task_name":"t","missed":"all","overlap":"skip","name":"n","task_type_identifier":"asks","params":{},"paused":true}',
  ],
  [
    'schedules change it --name n --meta-task other --every 30m --param a=1',
    'PATCH …/schedules/ID {"every_seconds":1800,"name":"n","task_type_identifier":"other","params":{"a":1}}',
  ],
  ["schedules change it --cron '0 7 * * *'", 'PATCH …/schedules/ID {"cron":"0 7 * * *"}'],
  [
    'schedules preview --at 2030-01-01T00:00Z',
    'POST …/schedules/preview {"at":"2030-01-01T00:00:00.000Z"}',
  ],
  [
    'secrets set KEY --hosts a.example,b.example',
    'PUT …/secrets/KEY {"value":"value","hosts":["a.example","b.example"]}',
  ],
  [
    'mcp-servers add n http://u --auth {"kind":"none"} --tool a b --timeout 5 --concurrency 2',
    'POST …/mcp-servers {"auth":{"kind":"none"},"tools":["a","b"],"timeout_seconds":5,"max_concurrency":2,"name":"n","url":"http://u"}',
  ],
  [
    'mcp-servers change it --name n --address http://v --secret K --header H',
    'PATCH …/mcp-servers/ID {"name":"n","url":"http://v","auth":{"kind":"header","secret":"K","header":"H"}}',
  ],
  ['mcp-servers calls it --limit 7', 'GET …/mcp-servers/ID/calls?limit=7'],
  [
    'images add n r --secret K --platform linux/arm64',
    'POST …/images {"name":"n","reference":"r","auth_secret":"K","platform":"linux/arm64"}',
  ],
  ['images remove it --force --yes', 'DELETE …/images/ID?force=true'],
  [
    'usage --from 2026-03-01 --to 2026-03-02 --by meta-task',
    'GET …/model-usage?group_by=task_type&from=2026-03-01&to=2026-03-02',
  ],
  [
    'webhooks create http://u --type a b --description d --disabled',
    'POST …/webhooks {"task_types":["a","b"],"description":"d","url":"http://u","events":["task.success","task.failed","task.cancelled"],"enabled":false}',
  ],
  [
    'webhooks create http://u --event task.failed',
    'POST …/webhooks {"url":"http://u","events":["task.failed"]}',
  ],
  [
    'webhooks change http://it --to http://v --event task.failed --description d --enable',
    'PATCH …/webhooks/ID {"events":["task.failed"],"description":"d","url":"http://v","enabled":true}',
  ],
  [
    'webhooks change http://it --all-types --disable',
    'PATCH …/webhooks/ID {"task_types":null,"enabled":false}',
  ],
  [
    'webhooks rotate-secret http://it --keep 1h',
    'POST …/webhooks/ID/rotate-secret {"keep_previous_seconds":3600}',
  ],
  [
    'webhooks deliveries http://it --status failed --limit 7',
    'GET …/webhooks/ID/deliveries?limit=7&status=failed',
  ],
  [
    'webhooks redeliver http://it --event task.failed --since 2026-03-01T12:00Z',
    'POST …/webhooks/ID/deliveries/redeliver {"type":"task.failed","created_after":"2026-03-01T12:00:00.000Z"}',
  ],
  [
    'memories list --scope agent --scope-id s --subject j --task ID --trust low --kind fact --status active --limit 7',
    'GET …/memories?scope=agent&scope_id=s&subject=j&task_id=ID&trust=low&kind=fact&status=active&limit=7',
  ],
  ['memories search words --trust low --limit 7', 'GET …/memories?trust=low&q=words&limit=7'],
  [
    'memories add words --kind fact --scope agent --scope-id s --expires 2030-01-01T00:00Z',
    'POST …/memories {"text":"words","kind":"fact","scope":"agent","scope_id":"s","expires_at":"2030-01-01T00:00:00.000Z"}',
  ],
  [
    'memories change ID --text t --kind fact --accept --no-expiry',
    'PATCH …/memories/ID {"text":"t","kind":"fact","expires_at":null,"status":"active"}',
  ],
  ['memories rm ID --purge --yes', 'DELETE …/memories/ID?purge=true'],
  [
    'memories revoke --trust low --after 2026-03-01T12:00Z --before 2026-03-02T12:00Z --yes',
    'POST …/memories/revoke {"trust":"low","created_after":"2026-03-01T12:00:00.000Z","created_before":"2026-03-02T12:00:00.000Z","purge":false}',
  ],
  ['memories export --kind fact --status active', 'GET …/memories/export?kind=fact&status=active'],
  ['memories jobs --state failed --limit 7', 'GET …/memories/jobs?limit=7&state=failed'],
  ['memories settings --model p/m', 'PATCH …/memory-settings {"memory_model":"p/m"}'],
  ['memories settings --no-model', 'PATCH …/memory-settings {"memory_model":null}'],
  [
    'workspaces create n --knowledge-base --quota-mb 1.5',
    'POST …/workspaces {"name":"n","kind":"knowledge_base","quota_bytes":1500000}',
  ],
  [
    'workspaces change it --name n --quota-mb 2',
    'PATCH …/workspaces/ID {"name":"n","quota_bytes":2000000}',
  ],
  ['workspaces change it --no-quota', 'PATCH …/workspaces/ID {"quota_bytes":null}'],
  ['workspaces rm it --yes', 'DELETE …/workspaces/ID?force=true'],
  ['projects create n --slug s', 'POST /projects {"name":"n","slug":"s"}'],
  [
    'projects model-budget --usd none --tokens 5',
    'PATCH …/model-budget {"model_budget_usd_month":null,"model_budget_tokens_month":5}',
  ],
  [
    'projects retention --tasks 1 --events 2 --logs 3 --file-versions default',
    'PATCH …/retention {"tasks_days":1,"events_days":2,"logs_days":3,"file_versions_days":null}',
  ],
  ['members add ID --role author', 'POST …/members {"user_id":"ID","role":"author"}'],
  [
    'api-keys create n --scopes tasks:read tasks:write --days 2',
    'POST …/api-keys {"name":"n","scopes":["tasks:read","tasks:write"],"expires_in_seconds":172800}',
  ],
  ['users list --query q --admins', 'GET /users?limit=200&q=q&admin=true'],
  ['users create n --admin', 'POST /users {"name":"n","is_admin":true}'],
  ['users change it --no-admin', 'PATCH /users/ID {"is_admin":false}'],
  ['users end-access it --api-keys --yes', 'POST /users/ID/end-access {"api_keys":true}'],
  ['tokens list --user ID', 'GET /auth/tokens?limit=200&user_id=ID'],
  [
    'tokens create n --role viewer --days 0.5 --user ID',
    'POST /auth/tokens {"name":"n","role":"viewer","expires_in_seconds":43200,"user_id":"ID"}',
  ],
  ['sessions end --yes', 'DELETE /auth/sessions'],
  [
    'audit list --action a --user ID --credential c --since 2026-03-01T12:00Z --limit 7',
    'GET …/audit?action=a&user_id=ID&credential_id=c&after=2026-03-01T12:00:00.000Z&limit=7',
  ],
  ['audit list --installation', 'GET /audit?limit=50'],
  [
    'audit export --action a --user ID --credential c --since 2026-03-01T12:00Z',
    'GET …/audit/export?action=a&user_id=ID&credential_id=c&after=2026-03-01T12:00:00.000Z',
  ],
])('the options of a command are in its request: %s', async (command, request) => {
  [wanted, sent] = [request, []];
  const env = { METARUN_URL: server.url, METARUN_TOKEN: 'mrt_x', XDG_CONFIG_HOME: folder };
  const words =
    command
      .replaceAll('ID', ID)
      .replaceAll('ASKING', ASKING)
      .match(/'[^']*'|\S+/g) ?? [];
  const args = words.map((word) => word.replaceAll("'", ''));
  await runCli(args, { env, cwd: folder, stdin: 'value' });
  expect(sent.at(-1)).toBe(request);
});
