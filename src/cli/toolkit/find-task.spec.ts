import { expect, it } from '@jest/globals';
import { answeredClient } from '../../../test/support/answered-client.js';
import { findTask } from './find-task.js';

const AT = '2026-01-02T00:00:00Z';
const TASKS = ['0190aaaa-1', '0190bbbb-1', '0190cccc-2'].map((id, index) => ({
  id,
  name: index === 0 ? 'nightly' : `nightly ${index}`,
  status: 'success',
  created_at: AT,
}));

it('a task is found by an end of its id, or by its whole name', async () => {
  const { client, sent, answer } = answeredClient();
  for (const reference of ['cccc-2', '0190bb']) {
    answer(TASKS);
    expect(await findTask(client, reference)).toBe(
      TASKS.find(({ id }) => id.includes(reference))?.id,
    );
  }
  answer(TASKS);
  expect(await findTask(client, 'nightly')).toBe('0190aaaa-1');
  expect(sent.at(-1)?.url).toContain('q=nightly');
  answer(TASKS);
  await expect(findTask(client, 'night')).rejects.toMatchObject({ code: 'not_found' });
});

it('a part of several ids is refused with what it could mean', async () => {
  const { client, answer } = answeredClient();
  answer(TASKS);
  const messages = ['0190aaaa-1', '0190bbbb-1', '0190cccc-2'].map((id) => ({
    message: expect.stringContaining(id),
  }));
  await expect(findTask(client, '0190')).rejects.toMatchObject({ exit: 2, diagnostics: messages });
});
