/** The thread that divides large texts into sections and finds their terms: seconds of work that nothing else waits for. */
import { serveJobs } from '../../base/threads/serve-jobs.js';
import {
  type SectionsJob,
  type SectionsAnswer,
  sectionsOfBytes,
  type TermedSection,
} from './sections-job.js';

/** Sections of one answer, which takes some 20 ms to make. */
const TOGETHER = 32;

const open = new Map<number, Iterator<TermedSection, void>>();

serveJobs((job: SectionsJob): SectionsAnswer => {
  if (job.kind === 'open') {
    open.set(job.file, sectionsOfBytes(job.bytes, job.isMarkdown)[Symbol.iterator]());
    return [];
  }
  const sections: TermedSection[] = [];
  const left = open.get(job.file);
  while (job.kind === 'next' && sections.length < TOGETHER) {
    const next = left?.next();
    if (next === undefined || next.done === true) break;
    sections.push(next.value);
  }
  if (sections.length < TOGETHER) open.delete(job.file);
  return sections;
});
