import { answerOf, type components } from '@metarun/client';
import { readPages } from '../../toolkit/api/all-pages.js';
import { type Columns, printList, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { stdout } from '../../toolkit/output.js';

type AuditRecord = components['schemas']['AuditRecordDto'];

interface SelectionOptions extends ApiOptions {
  action?: string;
  user?: string;
  credential?: string;
  /** ISO 8601 time. */
  since?: string;
}

const PROJECT = '/projects/{project_id}/audit';

const COLUMNS: Columns<AuditRecord> = {
  WHEN: ({ at }) => timeCell(at),
  BY: ({ by }) => by.name,
  FROM: ({ address }) => address,
  ACTION: ({ action }) => action,
  TARGET: ({ target }) => Object.values(target).map(String).join(' '),
  DIFFERENCE: ({ diff }) => diff.map(changeText).join(', '),
};

export async function list(
  options: SelectionOptions & { limit: number; installation?: boolean },
): Promise<void> {
  const { api, path } = await session(options);
  const { items, more } = await readPages((page) => {
    const query = { ...buildAuditQuery(options), ...page };
    return options.installation === true
      ? api.GET('/audit', { params: { query } })
      : api.GET(PROJECT, { params: { path, query } });
  }, options.limit);
  printList('records', items, COLUMNS, { ...options, more });
}

export async function exportAll(options: SelectionOptions): Promise<void> {
  const { api, path } = await session(options);
  const answer = await api.GET(`${PROJECT}/export`, {
    params: { path, query: buildAuditQuery(options) },
    parseAs: 'stream',
  });
  await stdout.copy(answerOf(answer) as unknown as AsyncIterable<Uint8Array>);
}

function buildAuditQuery({ action, user, credential, since }: SelectionOptions) {
  return {
    ...(action !== undefined && { action }),
    ...(user !== undefined && { user_id: user }),
    ...(credential !== undefined && { credential_id: credential }),
    ...(since !== undefined && { after: since }),
  };
}

/** Returns a change such as "role: viewer → admin", or the field's name alone if no value was recorded. */
function changeText({ field, from, to }: AuditRecord['diff'][number]): string {
  if (from === undefined && to === undefined) return field;
  const was = from === undefined ? '' : `${JSON.stringify(from)} → `;
  return `${field}: ${was}${to === undefined ? '' : JSON.stringify(to)}`;
}
