import { answerOf, checkAnswer, type components } from '@metarun/client';
import { allPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import { printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';
import { usageError } from '../../toolkit/command-error.js';

type User = components['schemas']['UserDto'];

interface ChangeOptions extends ApiOptions {
  name?: string;
  admin?: boolean;
}

const USERS = '/users';
const USER = `${USERS}/{user_id}` as const;

export async function list(
  options: ApiOptions & { query?: string; admins?: boolean },
): Promise<void> {
  printList(
    'users',
    await allUsers(await session(options), options),
    {
      NAME: ({ name }) => name,
      ADMIN: (one) => (one.is_admin ? 'admin' : ''),
      TOKENS: ({ tokens }) => tokens,
      SESSIONS: ({ sessions }) => sessions,
      USED: ({ last_used_at: used }) => timeCell(used) || 'never',
      PROJECTS: (one) => formatProjects(one),
      ID: ({ id }) => id,
    },
    options,
  );
}

export async function show(user: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(user, options);
  const one = answerOf(await api.GET(USER, { params }));
  printOne(
    one,
    {
      name: one.name,
      id: one.id,
      installation: one.is_admin ? 'administrator' : null,
      since: timeCell(one.created_at),
      used: timeCell(one.last_used_at) || 'never',
      tokens: one.tokens,
      sessions: one.sessions,
      projects: formatProjects(one) || 'none',
    },
    options,
  );
}

export async function create(
  name: string,
  options: ApiOptions & { admin?: boolean },
): Promise<void> {
  const { api } = await session(options);
  const body = { name, ...(options.admin === true && { is_admin: true }) };
  const one = answerOf(await api.POST(USERS, { body }));
  printDone(`${one.name} is a user; id ${one.id}`, one, options);
}

export async function change(user: string, options: ChangeOptions): Promise<void> {
  const { name, admin } = options;
  if (name === undefined && admin === undefined)
    throw usageError('Nothing would change.', 'Give --name, --admin or --no-admin.');
  const { api, params } = await found(user, options);
  const body = {
    ...(name !== undefined && { name }),
    ...(admin !== undefined && { is_admin: admin }),
  };
  const one = answerOf(await api.PATCH(USER, { params, body }));
  const what = one.is_admin ? 'an administrator of the installation' : 'no administrator';
  printDone(`${one.name} is ${what}`, one, options);
}

export async function endAccess(
  user: string,
  options: ApiOptions & { apiKeys?: boolean },
): Promise<void> {
  const { api, params, name } = await found(user, options);
  await confirmed(`Revoke all tokens of ${name}?`, options);
  const body = { api_keys: options.apiKeys === true };
  const ended = answerOf(await api.POST(`${USER}/end-access`, { params, body }));
  printDone(
    `${name}: ${ended.tokens} tokens revoked, ${ended.sessions} browsers signed out, ${ended.api_keys} API keys revoked`,
    ended,
    options,
  );
}

export async function remove(user: string, options: ApiOptions): Promise<void> {
  const { api, params, name } = await found(user, options);
  await confirmed(`Delete ${name}? What they have made stays, but for their API keys.`, options);
  checkAnswer(await api.DELETE(USER, { params }));
  printDone(`${name} is deleted`, { deleted: params.path.user_id }, options);
}

function allUsers(
  { api }: Session,
  { query: q, admins }: { query?: string; admins?: boolean } = {},
): Promise<User[]> {
  const filter = { ...(q !== undefined && { q }), ...(admins === true && { admin: true }) };
  return allPages((page) => api.GET(USERS, { params: { query: { ...page, ...filter } } }));
}

async function found(user: string, options: ApiOptions) {
  const to = await session(options);
  const { id, name } = findOne(await allUsers(to), user, {
    what: 'user',
    list: 'metarun users list',
    id: (one) => one.id,
    name: (one) => one.name,
  });
  return { ...to, name, params: { path: { user_id: id } } };
}

function formatProjects({ projects, project_count: count }: User): string {
  const shown = projects.map(({ slug, role }) => `${slug} (${role})`);
  const more = count - projects.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
