import { afterEach, describe, expect, it } from '@jest/globals';
import type { TextAnswer, TextJob } from '../../files/files/reading/text-jobs.js';
import { JobFailed, JobThread, ownMemory } from './job-thread.js';

let thread = new JobThread<TextJob, TextAnswer>('text.worker.js');
afterEach(async () => {
  await thread.close();
  thread = new JobThread('text.worker.js');
});

function createJob(text: string): TextJob {
  return { bytes: Buffer.from(text), isMarkdown: true, section: null };
}

describe('a job thread', () => {
  it('a job thread does jobs in their order, and goes on after one that fails', async () => {
    const broken = { bytes: null } as unknown as TextJob;
    const [first, second, third] = await Promise.allSettled([
      thread.run(createJob('# a')),
      thread.run(broken),
      thread.run(createJob('# b\n# c')),
    ]);
    expect(first).toMatchObject({ value: { outline: { headings: [{ title: 'a' }] } } });
    expect(second).toMatchObject({ reason: expect.any(JobFailed) });
    expect(third).toMatchObject({ value: { outline: { totalLines: 2 } } });
  });

  it('bytes that have their memory to themselves are moved to the thread', async () => {
    const bytes = Buffer.concat([Buffer.alloc(100_000, 'x')]);
    const answer = await thread.run({ bytes, isMarkdown: true, section: null }, ownMemory(bytes));
    expect(answer).toMatchObject({ kind: 'outline' });
    expect(bytes.byteLength).toBe(0);
    expect(ownMemory(Buffer.from('pooled'))).toEqual([]);
  });

  it('a thread that is closed fails its jobs, and takes no more', async () => {
    const running = thread.run(createJob('# a\n'.repeat(500_000)));
    const closing = thread.close();
    await expect(running).rejects.toBeInstanceOf(JobFailed);
    await closing;
    await expect(thread.run(createJob('# a'))).rejects.toBeInstanceOf(JobFailed);
  });
});
