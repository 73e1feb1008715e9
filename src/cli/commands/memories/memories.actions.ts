import { answerOf, type components } from '@metarun/client';
import { readPages } from '../../toolkit/api/all-pages.js';
import { printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { countText } from '../../toolkit/units.js';
import { stdout } from '../../toolkit/output.js';

type Memory = components['schemas']['MemoryDto'];
type Job = components['schemas']['MemoryJobDto'];
type Revoked = components['schemas']['RevokedMemoriesDto'];

const MEMORIES = '/external/v1/projects/{project_id}/memories';
const JOBS = `${MEMORIES}/jobs` as const;
const SETTINGS = '/projects/{project_id}/memory-settings';
const MEMORY = `${MEMORIES}/{memory_id}` as const;

interface OriginOptions extends ApiOptions {
  scope?: Memory['scope'];
  scopeId?: string;
  subject?: string;
  task?: string;
  trust?: Memory['trust'];
}

interface SelectionOptions extends OriginOptions {
  kind?: Memory['kind'];
  status?: Memory['status'];
  stale?: boolean;
}

interface NewOptions extends ApiOptions {
  kind: Memory['kind'];
  scope: Memory['scope'];
  scopeId?: string;
  subject?: string;
  expires?: string;
}

interface SettingsOptions extends ApiOptions {
  /** `provider/name`, or false for `--no-model`. */
  model?: string | boolean;
  review?: components['schemas']['MemorySettingsDto']['memory_review'];
}

interface ChangeOptions extends ApiOptions {
  text?: string;
  kind?: Memory['kind'];
  /** Expiry time, or false for `--no-expiry`. */
  expires?: string;
  expiry?: boolean;
  accept?: boolean;
}

const COLUMNS = {
  ID: ({ id }: Memory) => id,
  SCOPE: ({ scope, scope_id }: Memory) => (scope_id === null ? scope : `${scope} ${scope_id}`),
  KIND: ({ kind }: Memory) => kind,
  STATUS: ({ status, stale }: Memory) => (stale ? `${status}, stale` : status),
  CREATED: ({ created_at }: Memory) => timeCell(created_at),
  TEXT: ({ text }: Memory) => text ?? '(purged)',
};

export async function list(options: SelectionOptions & { limit: number }): Promise<void> {
  const { api, path } = await session(options);
  const { items, more } = await readPages(
    (page) =>
      api.GET(MEMORIES, { params: { path, query: { ...buildSelectionQuery(options), ...page } } }),
    options.limit,
  );
  printList('memories', items, COLUMNS, { ...options, more });
}

export async function search(
  words: string,
  options: OriginOptions & { limit: number },
): Promise<void> {
  const { api, path } = await session(options);
  const query = { ...buildOriginQuery(options), q: words, limit: options.limit };
  printList(
    'memories',
    answerOf(await api.GET(MEMORIES, { params: { path, query } })),
    COLUMNS,
    options,
  );
}

export async function show(memory: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const one = answerOf(await api.GET(MEMORY, { params: { path: { ...path, memory_id: memory } } }));
  const tasks = one.sources.flatMap(({ task_id, task_deleted }) =>
    task_id === null ? [] : [task_deleted ? `${task_id} (deleted)` : task_id],
  );
  printOne(
    one,
    {
      text: one.text ?? '(purged)',
      id: one.id,
      scope: COLUMNS.SCOPE(one),
      kind: one.kind,
      status: COLUMNS.STATUS(one),
      trust: one.trust,
      'made by': `${one.created_by} (${one.created_via})`,
      'made at': one.created_at,
      'from tasks': tasks.length === 0 ? null : tasks.join(', '),
      expires: one.expires_at,
      uses: one.uses,
      'last used': one.last_used_at,
      'used by': one.used_by.length === 0 ? null : one.used_by.map((use) => use.task_id).join(', '),
    },
    options,
  );
}

export async function add(text: string, options: NewOptions): Promise<void> {
  const { api, path } = await session(options);
  const { kind, scope, scopeId, subject, expires } = options;
  const body = {
    text,
    kind,
    scope,
    ...(scopeId !== undefined && { scope_id: scopeId }),
    ...(subject !== undefined && { subject }),
    ...(expires !== undefined && { expires_at: expires }),
  };
  const answer = await api.POST(MEMORIES, { params: { path }, body });
  const made = answerOf(answer);
  const known = answer.response.status === 200;
  printDone(known ? `${made.id} says this already` : `${made.id} is added`, made, options);
}

export async function change(memory: string, options: ChangeOptions): Promise<void> {
  const { api, path } = await session(options);
  const { text, kind, expires, expiry, accept } = options;
  const body = {
    ...(text !== undefined && { text }),
    ...(kind !== undefined && { kind }),
    ...(expires !== undefined && { expires_at: expires }),
    ...(expiry === false && { expires_at: null }),
    ...(accept === true && { status: 'active' as const }),
  };
  const params = { path: { ...path, memory_id: memory } };
  const changed = answerOf(await api.PATCH(MEMORY, { params, body }));
  printDone(`${changed.id} is changed`, changed, options);
}

export async function remove(
  memory: string,
  options: ApiOptions & { purge?: boolean },
): Promise<void> {
  const { api, path } = await session(options);
  const { purge = false } = options;
  await confirmed(`${purge ? 'Revoke and erase' : 'Revoke'} ${memory}?`, options);
  const params = { path: { ...path, memory_id: memory }, query: { purge } };
  printRevoked(answerOf(await api.DELETE(MEMORY, { params })), options);
}

export async function revoke(
  options: OriginOptions & { after?: string; before?: string; purge?: boolean },
): Promise<void> {
  const { api, path } = await session(options);
  const { after, before, purge = false } = options;
  await confirmed(
    purge ? 'Revoke and erase all memories that match?' : 'Revoke all memories that match?',
    options,
  );
  const body = {
    ...buildOriginQuery(options),
    ...(after !== undefined && { created_after: after }),
    ...(before !== undefined && { created_before: before }),
    purge,
  };
  printRevoked(answerOf(await api.POST(`${MEMORIES}/revoke`, { params: { path }, body })), options);
}

export async function exportAll(options: SelectionOptions): Promise<void> {
  const { api, path } = await session(options);
  const answer = await api.GET(`${MEMORIES}/export`, {
    params: { path, query: buildSelectionQuery(options) },
    parseAs: 'stream',
  });
  await stdout.copy(answerOf(answer) as unknown as AsyncIterable<Uint8Array>);
}

export async function stats(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const figures = answerOf(await api.GET(`${MEMORIES}/stats`, { params: { path } }));
  const { memories, candidates, admitted, known, refused, use_rate, jobs: open } = figures;
  printOne(
    figures,
    {
      memories: formatFigures(memories),
      candidates,
      admitted,
      known,
      refused: formatFigures(refused),
      'use rate': use_rate,
      jobs: formatFigures(open),
    },
    options,
  );
}

export async function jobs(
  options: ApiOptions & { state?: Job['state']; limit: number },
): Promise<void> {
  const { api, path } = await session(options);
  const { state, limit } = options;
  const filter = state === undefined ? {} : { state };
  const { items, more } = await readPages(
    (page) => api.GET(JOBS, { params: { path, query: { ...page, ...filter } } }),
    limit,
  );
  printList(
    'jobs',
    items,
    {
      TASK: ({ task_id }) => task_id,
      STATE: (one) => one.state,
      TRIES: ({ attempts }) => attempts,
      ADMITTED: ({ admitted }) => admitted,
      REFUSED: ({ refused }) => refused,
      NEXT: ({ next_attempt_at: next }) => (next === null ? '' : timeCell(next)),
      ERROR: ({ error }) => error,
    },
    { ...options, more },
  );
}

export async function retry(task: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const params = { path: { ...path, task_id: task } };
  const job = answerOf(await api.POST(`${JOBS}/{task_id}/retry`, { params }));
  printDone(`memories of ${job.task_id} are distilled again`, job, options);
}

export async function settings(options: SettingsOptions): Promise<void> {
  const { api, path } = await session(options);
  const { review } = options;
  // Commander sets the option to true if `--no-model` is not given.
  const model = options.model === true ? undefined : options.model;
  const body = {
    ...(review !== undefined && { memory_review: review }),
    ...(model !== undefined && { memory_model: model === false ? null : model }),
  };
  const params = { path };
  const found =
    Object.keys(body).length > 0
      ? answerOf(await api.PATCH(SETTINGS, { params, body }))
      : answerOf(await api.GET(SETTINGS, { params }));
  printOne(
    found,
    { model: found.memory_model ?? 'the default', review: found.memory_review },
    options,
  );
}

function formatFigures(figures: Readonly<Record<string, number>>): string {
  const parts = Object.entries(figures).map(([name, count]) => `${count} ${name}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function printRevoked(revoked: Revoked, options: ApiOptions): void {
  const { revoked: count, purged, tasks_that_used_them: tasks } = revoked;
  const erased = purged > 0 ? `, ${purged} erased` : '';
  const used = tasks.length > 0 ? `; given to ${countText(tasks.length, 'task')} before` : '';
  printDone(`${count} revoked${erased}${used}`, revoked, options);
}

function buildOriginQuery({ scope, scopeId, subject, task, trust }: OriginOptions) {
  return {
    ...(scope !== undefined && { scope }),
    ...(scopeId !== undefined && { scope_id: scopeId }),
    ...(subject !== undefined && { subject }),
    ...(task !== undefined && { task_id: task }),
    ...(trust !== undefined && { trust }),
  };
}

function buildSelectionQuery(options: SelectionOptions) {
  const { kind, status, stale } = options;
  return {
    ...buildOriginQuery(options),
    ...(kind !== undefined && { kind }),
    ...(status !== undefined && { status }),
    ...(stale === true && { stale }),
  };
}
