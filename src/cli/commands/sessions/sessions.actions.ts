import { checkAnswer, type components } from '@metarun/client';
import { allPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import { idCell, printDone, printList, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';

type BrowserSession = components['schemas']['SessionDto'];

const SESSIONS = '/auth/sessions';

export async function list(options: ApiOptions): Promise<void> {
  const { api } = await session(options);
  printList(
    'sessions',
    await allSessions(api),
    {
      ID: ({ id }) => idCell(id),
      SEEN: ({ last_seen_at: seen }) => timeCell(seen),
      ENDS: ({ expires_at: ends }) => timeCell(ends),
      BROWSER: ({ user_agent: browser }) => browser ?? 'unknown',
    },
    options,
  );
}

export async function end(reference: string | undefined, options: ApiOptions): Promise<void> {
  const { api } = await session(options);
  if (reference === undefined) {
    await confirmed('Sign all of your browsers out?', options);
    checkAnswer(await api.DELETE(SESSIONS, {}));
    return printDone('all are signed out', { ended: 'all' }, options);
  }
  const { id, user_agent: browser } = findOne(await allSessions(api), reference, {
    what: 'session',
    list: 'metarun sessions list',
    id: (one) => one.id,
  });
  await confirmed(`Sign out ${browser ?? 'an unknown browser'}?`, options);
  checkAnswer(
    await api.DELETE(`${SESSIONS}/{session_id}`, { params: { path: { session_id: id } } }),
  );
  printDone(`${id} is signed out`, { ended: id }, options);
}

async function allSessions(api: Session['api']): Promise<BrowserSession[]> {
  return allPages((query) => api.GET(SESSIONS, { params: { query } }));
}
