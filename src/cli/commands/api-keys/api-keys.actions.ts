import { answerOf, checkAnswer, type components } from '@metarun/client';
import { allPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import {
  idCell,
  printCredential,
  printDone,
  printList,
  timeCell,
} from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';

type ApiKey = components['schemas']['ApiKeyDto'];

interface CreateOptions extends ApiOptions {
  scopes?: ApiKey['scopes'];
  /** Lifetime, in seconds. */
  days?: number;
}

const KEYS = '/projects/{project_id}/api-keys';

export async function list(options: ApiOptions): Promise<void> {
  printList(
    'api_keys',
    await allKeys(await session(options)),
    {
      ID: ({ id }) => idCell(id),
      KEY: ({ hint }) => hint,
      USED: ({ last_used_at: used }) => timeCell(used) || 'never',
      ENDS: ({ expires_at: ends }) => timeCell(ends) || 'never',
      NAME: ({ name }) => name,
      SCOPES: ({ scopes }) => scopes.join(' '),
    },
    options,
  );
}

export async function create(name: string, options: CreateOptions): Promise<void> {
  const { api, path } = await session(options);
  const { scopes, days } = options;
  const body = {
    name,
    ...(scopes !== undefined && { scopes }),
    ...(days !== undefined && { expires_in_seconds: days }),
  };
  const made = answerOf(await api.POST(KEYS, { params: { path }, body }));
  printCredential(made.key, made, options);
}

export async function revoke(reference: string, options: ApiOptions): Promise<void> {
  const to = await session(options);
  const { id, name, hint } = findOne(await allKeys(to), reference, {
    what: 'API key',
    list: 'metarun api-keys list',
    id: (one) => one.id,
    name: (one) => one.name,
    hint: (one) => one.hint,
  });
  await confirmed(`End the API key ${name} (${hint})?`, options);
  const params = { path: { ...to.path, key_id: id } };
  checkAnswer(await to.api.DELETE(`${KEYS}/{key_id}`, { params }));
  printDone(`${name} is ended`, { revoked: id }, options);
}

function allKeys({ api, path }: Session): Promise<ApiKey[]> {
  return allPages((query) => api.GET(KEYS, { params: { path, query } }));
}
