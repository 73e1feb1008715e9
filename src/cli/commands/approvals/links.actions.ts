import { answerOf, checkAnswer, type components } from '@metarun/client';
import { findOne } from '../../toolkit/api/find-one.js';
import {
  idCell,
  printCredential,
  printDone,
  printList,
  timeCell,
} from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { relativeTime } from '../../toolkit/units.js';
import { findApproval } from './find-approval.js';

type Link = components['schemas']['ApprovalLinkDto'];

const LINKS = '/external/v1/projects/{project_id}/approvals/{approval_id}/links';

export async function list(approval: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(approval, options);
  printList(
    'links',
    answerOf(await api.GET(LINKS, { params })),
    {
      ID: ({ id }) => idCell(id),
      STATE: describeLinkState,
      MADE: ({ created_at }) => timeCell(created_at),
      BY: ({ created_by }) => created_by,
      FOR: ({ name }) => name,
    },
    options,
  );
}

export async function create(
  approval: string,
  options: ApiOptions & { name: string },
): Promise<void> {
  const { api, params } = await found(approval, options);
  const body = { name: options.name };
  const made = answerOf(await api.POST(LINKS, { params, body }));
  const until = made.expires_at === null ? '' : `, and expires ${relativeTime(made.expires_at)}`;
  const advice = `Who has this link decides as ${plainLine(made.name)}. It works once${until}.`;
  printCredential(made.url, made, options, advice);
}

export async function revoke(
  approval: string,
  reference: string,
  options: ApiOptions,
): Promise<void> {
  const { api, params } = await found(approval, options);
  const { id, name } = findOne(answerOf(await api.GET(LINKS, { params })), reference, {
    what: 'link',
    list: 'metarun approvals links',
    id: (one) => one.id,
    name: (one) => one.name,
  });
  await confirmed(`End the link for ${name}?`, options);
  const path = { ...params.path, link_id: id };
  checkAnswer(await api.DELETE(`${LINKS}/{link_id}`, { params: { path } }));
  printDone(`the link for ${name} is ended`, { revoked: id }, options);
}

async function found(reference: string, options: ApiOptions) {
  const { client, api, path } = await session(options);
  const { id } = await findApproval(client, reference);
  return { api, params: { path: { ...path, approval_id: id } } };
}

function describeLinkState({ used_at: used, revoked_at: revoked }: Link): string {
  if (revoked !== null) return 'ended';
  return used === null ? 'open' : 'used';
}
