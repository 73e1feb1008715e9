import { answerOf } from '@metarun/client';
import { allPages } from '../../toolkit/api/all-pages.js';
import { printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { usdText } from '../../toolkit/units.js';
import { shellWord } from '../../toolkit/shell-word.js';

const PROJECTS = '/projects';
const PROJECT = '/projects/{project_id}';
const MODEL_BUDGET = `${PROJECT}/model-budget` as const;
const MCP = `${PROJECT}/mcp` as const;
const RETENTION = `${PROJECT}/retention` as const;

export async function list(options: ApiOptions): Promise<void> {
  const { api } = await session(options);
  const projects = await allPages((query) => api.GET(PROJECTS, { params: { query } }));
  printList(
    'projects',
    projects,
    {
      SLUG: ({ slug }) => slug,
      ROLE: ({ role }) => role,
      MADE: ({ created_at }) => timeCell(created_at),
      NAME: ({ name }) => name,
    },
    options,
  );
}

export async function show(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const one = answerOf(await api.GET(PROJECT, { params: { path } }));
  printOne(
    one,
    { name: one.name, slug: one.slug, id: one.id, 'your role': one.role, made: one.created_at },
    options,
  );
}

export async function usage(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const used = answerOf(await api.GET(`${PROJECT}/usage`, { params: { path } }));
  printList(
    'usage',
    used,
    {
      USED: ({ used: value }) => value,
      OF: ({ limit }) => limit ?? 'no limit',
      SETTING: ({ setting }) => setting,
      WHAT: ({ description }) => description,
    },
    options,
  );
}

export async function limits(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const found = answerOf(await api.GET(`${PROJECT}/run-limits`, { params: { path } }));
  const amount = ({ default: usual, most }: { default: number | null; most: number | null }) =>
    `${usual ?? 'no limit'}, at most ${most ?? 'any'}`;
  printOne(
    found,
    {
      timeout_seconds: amount(found.timeout_seconds),
      memory_mb: amount(found.memory_mb),
      cpu_seconds: amount(found.cpu_seconds),
    },
    options,
  );
}

export async function create(name: string, options: ApiOptions & { slug?: string }): Promise<void> {
  const { api } = await session(options);
  const { slug } = options;
  const body = { name, ...(slug !== undefined && { slug }) };
  const made = answerOf(await api.POST(PROJECTS, { body }));
  printDone(`${made.name} is made: --project ${shellWord(made.slug)}`, made, options);
}

export async function rename(name: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const one = answerOf(await api.PATCH(PROJECT, { params: { path }, body: { name } }));
  printDone(`${one.slug} is called ${one.name}`, one, options);
}

/** `none` removes the limit. */
type Amount = number | 'none';

export async function modelBudget(
  options: ApiOptions & { usd?: Amount; tokens?: Amount },
): Promise<void> {
  const { api, path } = await session(options);
  const { usd, tokens } = options;
  const body = {
    ...(usd !== undefined && { model_budget_usd_month: usd === 'none' ? null : usd }),
    ...(tokens !== undefined && { model_budget_tokens_month: tokens === 'none' ? null : tokens }),
  };
  const one =
    Object.keys(body).length === 0
      ? answerOf(await api.GET(MODEL_BUDGET, { params: { path } }))
      : answerOf(await api.PATCH(MODEL_BUDGET, { params: { path }, body }));
  const { model_budget_usd_month: mostUsd, model_budget_tokens_month: mostTokens } = one;
  printOne(
    one,
    {
      month: one.month,
      usd: `${usdText(one.used_usd)} of ${mostUsd ?? 'no limit'}`,
      tokens: `${one.used_tokens} of ${mostTokens ?? 'no limit'}`,
      resets: one.resets_at,
    },
    options,
  );
}

type McpApprovals = 'off' | 'links' | 'on' | 'on_self';

export async function mcp({
  approvals,
  ...options
}: ApiOptions & { approvals?: McpApprovals }): Promise<void> {
  const { api, path } = await session(options);
  const one =
    approvals === undefined
      ? answerOf(await api.GET(MCP, { params: { path } }))
      : answerOf(await api.PATCH(MCP, { params: { path }, body: { mcp_approvals: approvals } }));
  printOne(one, { approvals: one.mcp_approvals }, options);
}

/** `default` uses the server's setting. */
type Days = number | 'default';

interface RetentionOptions extends ApiOptions {
  tasks?: Days;
  events?: Days;
  logs?: Days;
  fileVersions?: Days;
}

export async function retention(options: RetentionOptions): Promise<void> {
  const { api, path } = await session(options);
  const { tasks, events, logs, fileVersions } = options;
  const body = {
    ...(tasks !== undefined && { tasks_days: toDaysOrNull(tasks) }),
    ...(events !== undefined && { events_days: toDaysOrNull(events) }),
    ...(logs !== undefined && { logs_days: toDaysOrNull(logs) }),
    ...(fileVersions !== undefined && { file_versions_days: toDaysOrNull(fileVersions) }),
  };
  const one =
    Object.keys(body).length === 0
      ? answerOf(await api.GET(RETENTION, { params: { path } }))
      : answerOf(await api.PATCH(RETENTION, { params: { path }, body }));
  const days = (name: keyof typeof one.effective): string =>
    `${one.effective[name]} days${one[name] === null ? ' (default)' : ''}`;
  printOne(
    one,
    {
      tasks: days('tasks_days'),
      events: days('events_days'),
      logs: days('logs_days'),
      'file versions': days('file_versions_days'),
    },
    options,
  );
}

function toDaysOrNull(days: Days): number | null {
  return days === 'default' ? null : days;
}
