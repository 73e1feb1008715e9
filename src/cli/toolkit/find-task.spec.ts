import { expect, it } from '@jest/globals';
import { answeredClient } from '../../../test/support/answered-client.js';
import { findTask } from './find-task.js';

const AT = '2026-01-02T00:00:00Z';
const IDS = [
  '0190aaaa-0000-7000-8000-00000000aaa1',
  '0190bbbb-0000-7000-8000-00000000bbb1',
  '0190cccc-0000-7000-8000-00000000ccc2',
];
const TASKS = IDS.map((id, index) => ({
  id,
  name: index === 0 ? 'nightly' : `nightly ${index}`,
  status: 'success',
  created_at: AT,
}));

it('a task is found by an end of its id, or by its whole name', async () => {
  const { client, sent, answer } = answeredClient();
  for (const reference of ['0000ccc2', '0190bb']) {
    answer(TASKS);
    expect(await findTask(client, reference)).toBe(
      TASKS.find(({ id }) => id.includes(reference))?.id,
    );
  }
  answer(TASKS);
  expect(await findTask(client, 'nightly')).toBe(IDS[0]);
  expect(sent.at(-1)?.url).toContain('q=nightly');
  answer(TASKS);
  await expect(findTask(client, 'night')).rejects.toMatchObject({ code: 'not_found' });
});

it('a part of several ids is refused with what it could mean', async () => {
  const { client, answer } = answeredClient();
  answer(TASKS);
  const messages = IDS.map((id) => ({
    message: expect.stringContaining(id),
  }));
  await expect(findTask(client, '0190')).rejects.toMatchObject({ exit: 2, diagnostics: messages });
});

it('a text that is not an id is not taken from a server', async () => {
  const { client, answer } = answeredClient();
  answer([{ ...TASKS[0], id: '../../0190aaaa', name: 'nightly' }]);
  await expect(findTask(client, 'nightly')).rejects.toMatchObject({ code: 'wrong_answer' });
});
