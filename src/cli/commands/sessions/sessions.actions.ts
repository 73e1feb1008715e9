import { answerOf, checkAnswer } from '@metarun/client';
import { findOne } from '../../toolkit/api/find-one.js';
import { idCell, printDone, printList, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';

const SESSIONS = '/auth/sessions';

export async function list(options: ApiOptions): Promise<void> {
  const { api } = await session(options);
  printList(
    'sessions',
    answerOf(await api.GET(SESSIONS, {})),
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
  const { id, user_agent: browser } = findOne(answerOf(await api.GET(SESSIONS, {})), reference, {
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
