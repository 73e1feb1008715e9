import { expect, it } from '@jest/globals';
import { answeredClient } from '../../../../test/support/answered-client.js';
import { findApproval } from './find-approval.js';

it('an approval is found by an end of its id, and a part of several ids is refused', async () => {
  const { client, answer } = answeredClient();
  const both = ['0190aaaa-1', '0190bbbb-2'].map((id) => ({ id, status: 'pending', prompt: 'Go?' }));
  answer(both);
  expect(await findApproval(client, 'BBBB-2')).toEqual(both[1]);
  answer(both);
  await expect(findApproval(client, '0190')).rejects.toMatchObject({
    code: 'ambiguous',
    exit: 2,
    diagnostics: both.map(({ id }) => ({ message: `${id}  pending: Go?` })),
  });
  answer(both);
  await expect(findApproval(client, 'none')).rejects.toMatchObject({ code: 'not_found' });
});
