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
  if (job.kind === 'open')
    open.set(job.file, sectionsOfBytes(job.bytes, job.isMarkdown)[Symbol.iterator]());
  else if (job.kind === 'close') open.delete(job.file);
  else return nextOf(job.file);
  return [];
});

function nextOf(file: number): TermedSection[] {
  const left = open.get(file);
  // An earlier thread had begun it, and has given some of its sections.
  if (left === undefined) throw new Error('its thread has ended');
  const sections: TermedSection[] = [];
  while (sections.length < TOGETHER) {
    const next = left.next();
    if (next.done === true) break;
    sections.push(next.value);
  }
  return sections;
}
