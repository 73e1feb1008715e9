import { expect, it } from '@jest/globals';
import { answeredClient } from '../../../../test/support/answered-client.js';
import { ProjectLines } from './project-lines.js';

it('the lines of a task say who has decided, and where in its files it has failed', async () => {
  const { client, answer } = answeredClient();
  const task = { id: 't', name: 'nightly', parent_id: null, error_stack: null };
  const lines = new ProjectLines(client, ({ name }) => name);
  const texts = async (type: string, data: Record<string, string | number>): Promise<string[]> =>
    (await lines.of('t', { type, time: 1_000, data })).map(({ name, text }) => `${name}: ${text}`);
  answer(task);
  expect(await texts('status', { status: 'running' })).toEqual(['nightly: started']);
  const asked = { prompt: 'Publish?', status: 'approved', decided_by: 'Ada' };
  expect(await texts('approval', asked)).toEqual(['nightly: ✓ Publish?: approved by Ada']);
  answer({ ...task, error_stack: 'File "workflow.py", line 7, in run\n' });
  const failed = { status: 'failed', error_code: 'script_error', error_message: 'No luck.' };
  expect(await texts('status', failed)).toEqual([
    'nightly: failed, script_error: No luck. (workflow.py:7)',
  ]);
});
