import { answerOf, checkAnswer, type components } from '@metarun/client';
import { allPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import { printDone, printList, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';

type Member = components['schemas']['MemberDto'];

interface RoleOptions extends ApiOptions {
  role: Member['role'];
}

const MEMBERS = '/projects/{project_id}/members';
const MEMBER = `${MEMBERS}/{user_id}` as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function list(options: ApiOptions): Promise<void> {
  printList(
    'members',
    await allMembers(await session(options)),
    {
      NAME: ({ name }) => name,
      ROLE: ({ role }) => role,
      SINCE: ({ created_at }) => timeCell(created_at),
      ID: ({ user_id }) => user_id,
    },
    options,
  );
}

export async function add(user: string, options: RoleOptions): Promise<void> {
  const { api, path } = await session(options);
  const { role } = options;
  const body = UUID.test(user) ? { user_id: user, role } : { name: user, role };
  const one = answerOf(await api.POST(MEMBERS, { params: { path }, body }));
  printDone(`${one.name} is a member (${one.role}); user id ${one.user_id}`, one, options);
}

export async function change(user: string, options: RoleOptions): Promise<void> {
  const { api, params } = await found(user, options);
  const { role } = options;
  const one = answerOf(await api.PATCH(MEMBER, { params, body: { role } }));
  printDone(`${one.name} is ${one.role}`, one, options);
}

export async function remove(user: string, options: ApiOptions): Promise<void> {
  const { api, params, member } = await found(user, options);
  await confirmed(`Take ${member.name} out of the project?`, options);
  checkAnswer(await api.DELETE(MEMBER, { params }));
  printDone(`${member.name} is no longer a member`, { removed: member.user_id }, options);
}

function allMembers({ api, path }: Session): Promise<Member[]> {
  return allPages((query) => api.GET(MEMBERS, { params: { path, query } }));
}

async function found(user: string, options: ApiOptions) {
  const to = await session(options);
  const member = findOne(await allMembers(to), user, {
    what: 'member',
    list: 'metarun members list',
    id: ({ user_id }) => user_id,
    name: ({ name }) => name,
  });
  return { ...to, member, params: { path: { ...to.path, user_id: member.user_id } } };
}
