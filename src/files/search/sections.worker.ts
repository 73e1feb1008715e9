/** The thread that divides large texts into sections and finds their terms: seconds of work that block nothing else. */
import { serveJobs } from '../../base/threads/serve-jobs.js';
import {
  type SectionsJob,
  type SectionsAnswer,
  sectionsOfBytes,
  type TermedSection,
} from './sections-job.js';

/** Number of sections per answer, which takes about 20 ms. */
const TOGETHER = 32;

const open = new Map<number, Iterator<TermedSection, void>>();

serveJobs((job: SectionsJob): SectionsAnswer => {
  if (job.kind === 'open')
    open.set(job.file, sectionsOfBytes(job.bytes, job.isMarkdown)[Symbol.iterator]());
  else if (job.kind === 'close') open.delete(job.file);
  else return takeSections(job.file);
  return [];
});

function takeSections(file: number): TermedSection[] {
  const left = open.get(file);
  // An earlier thread had begun it, and returned some of its sections.
  if (left === undefined) throw new Error('its thread has ended');
  const sections: TermedSection[] = [];
  while (sections.length < TOGETHER) {
    const next = left.next();
    if (next.done === true) break;
    sections.push(next.value);
  }
  return sections;
}
