import { Injectable } from '@nestjs/common';
import { JobThread, ownMemory } from '../../base/threads/job-thread.js';
import {
  type SectionsAnswer,
  type SectionsJob,
  sectionsOfBytes,
  type TermedSection,
} from './sections-job.js';

/** Size of a content that is divided within some milliseconds, in bytes. */
const SMALL = 64 * 1024;

/** Divides contents into sections; large ones in a thread, a few sections at a time, so that nothing else waits. */
@Injectable()
export class SectionReader {
  private readonly thread = new JobThread<SectionsJob, SectionsAnswer>('sections.worker.js');
  private files = 0;

  /** Yields the sections in order, some at a time. */
  async *read(bytes: Buffer, isMarkdown: boolean): AsyncGenerator<TermedSection[], void> {
    if (bytes.length <= SMALL) {
      yield [...sectionsOfBytes(bytes, isMarkdown)];
      return;
    }
    const file = (this.files += 1);
    await this.thread.run({ kind: 'open', file, bytes, isMarkdown }, ownMemory(bytes));
    try {
      for (;;) {
        const sections = await this.thread.run({ kind: 'next', file });
        if (sections.length === 0) return;
        yield sections;
      }
    } finally {
      await this.thread.run({ kind: 'close', file });
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
