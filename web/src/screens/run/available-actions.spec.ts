import { expect, it } from '@jest/globals';
import type { Run, Scope } from '../../api/types.js';
import { availableActions } from './available-actions.js';

const wait = { kind: 'approval', name: 'Go on?', step_id: 'a', since: '', until: null } as const;
const run = (more: Partial<Run>) =>
  ({ status: 'running', waiting_on: [], cancel_requested_at: null, ...more }) as unknown as Run;
const ALL: Scope[] = ['tasks:read', 'tasks:write', 'approvals:write'];

it.each<[Partial<Run>, Scope[], string[]]>([
  [{}, ALL, ['again', 'cancel', 'sendEvent']],
  [{ cancel_requested_at: 'now' }, ALL, ['again', 'sendEvent']],
  [{ status: 'failed' }, ALL, ['retry', 'again']],
  [{ status: 'success' }, ALL, ['again']],
  [{ status: 'waiting', waiting_on: [wait] }, ALL, ['decide', 'again', 'cancel', 'sendEvent']],
  [{ status: 'waiting', waiting_on: [wait] }, ['tasks:read'], []],
])('a run that is %j, seen with the scopes %j, offers the actions %j', (more, scopes, expected) => {
  expect(availableActions(run(more), { scopes })).toEqual(expected);
});
