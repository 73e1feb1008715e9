import { answerOf, checkAnswer, type components } from '@metarun/client';
import { allPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import {
  idCell,
  printCredential,
  printDone,
  printList,
  printOne,
  timeCell,
} from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';

type Token = components['schemas']['TokenDto'];

interface UserOptions extends ApiOptions {
  /** Id of the user. */
  user?: string;
}

const TOKENS = '/auth/tokens';

export async function list(options: UserOptions): Promise<void> {
  printList(
    'tokens',
    await allTokens(await session(options), options),
    {
      ID: ({ id }) => idCell(id),
      TOKEN: ({ hint }) => hint,
      ROLE: ({ role }) => role,
      USED: ({ last_used_at: used }) => timeCell(used) || 'never',
      ENDS: ({ expires_at: ends }) => timeCell(ends) || 'never',
      NAME: ({ name }) => name,
    },
    options,
  );
}

export async function create(
  name: string,
  options: UserOptions & { role?: Token['role']; days?: number },
): Promise<void> {
  const { api } = await session(options);
  const { role, days, user } = options;
  const body = {
    name,
    ...(role !== undefined && { role }),
    ...(days !== undefined && { expires_in_seconds: days }),
    ...(user !== undefined && { user_id: user }),
  };
  const made = answerOf(await api.POST(TOKENS, { body }));
  printCredential(made.token, made, options);
}

export async function revoke(reference: string, options: UserOptions): Promise<void> {
  const to = await session(options);
  const { id, name, hint } = findOne(await allTokens(to, options), reference, {
    what: 'access token',
    list: 'metarun tokens list',
    id: (one) => one.id,
    name: (one) => one.name,
    hint: (one) => one.hint,
  });
  await confirmed(`End the access token ${name} (${hint})?`, options);
  const params = { path: { token_id: id } };
  checkAnswer(await to.api.DELETE(`${TOKENS}/{token_id}`, { params }));
  printDone(`${name} is ended`, { revoked: id }, options);
}

export async function whoami(options: ApiOptions): Promise<void> {
  const { api, client } = await session(options);
  const me = answerOf(await api.GET('/auth/me', {}));
  printOne(
    me,
    {
      name: me.name,
      id: me.id ?? 'none',
      server: client.url,
      role: me.is_admin
        ? `${me.role}, administrator of the installation`
        : (me.role ?? 'an API key'),
      ends: me.expires_at ?? 'never',
      projects: me.projects
        .map(({ slug, role, scopes }) => `${slug} (${role ?? scopes.join(' ')})`)
        .join(', '),
    },
    options,
  );
}

async function allTokens({ api }: Session, { user }: UserOptions): Promise<Token[]> {
  const whose = user === undefined ? {} : { user_id: user };
  return allPages((page) => api.GET(TOKENS, { params: { query: { ...page, ...whose } } }));
}
